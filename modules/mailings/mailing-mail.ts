import { catalogOf, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { isEmail } from '#src/kernel/email.ts';
import { instant } from '#src/kernel/time.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import type { MailType } from '#src/mail/kinds.ts';
import { mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isLocale, type Locale, translatorFor } from '#src/texts/locale.ts';
import type { Mailing } from './read-mailings.ts';
import { mailingOf } from './read-mailings.ts';
import { filledText, type MailingText, type PlaceholderValues, paragraphsOf } from './rules/mailing.ts';
import { type Recipient, recipientAt } from './send-mailings.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    ParticipantMessage: {
      mailingId: number;
      eventId: number;
      participantId: number;
      address: string;
      isTest?: boolean;
    };
  }
}

type Reader = Pick<Recipient, 'participantId' | 'firstName' | 'lastName' | 'competition' | 'linkVersion'>;

/** Placeholder reader for previews while the filter reaches no person. */
const placeholderReader: Reader = {
  participantId: 0,
  firstName: 'Eva',
  lastName: 'Muster',
  competition: '10 km',
  linkVersion: 0,
};

export async function mailingMail(
  deps: Pick<Deps, 'read' | 'config' | 'ownPage'>,
  {
    mailing,
    catalog,
    reader,
    locale,
    isTest,
    isForReader = false,
    why,
  }: {
    mailing: Pick<Mailing, 'text' | 'startedAt'>;
    catalog: Catalog;
    reader: Reader | null;
    locale: Locale;
    isTest?: boolean;
    /** False for previews: their link opens no page. */
    isForReader?: boolean;
    /** Reason for the mail, unless the reader is a participant. */
    why?: string;
  },
): Promise<MailContent> {
  const english = locale === 'en-us' ? mailing.text['en-us'] : null;
  const { subject, body } = english ?? mailing.text.de;
  const { event, organizers } = catalog;
  const i18n = wordsOf(translatorFor(english ? 'en-us' : 'de', 'standard', event.timeZone), catalog);
  const { participantId, linkVersion, ...person } = reader ?? placeholderReader;
  const holder = isForReader ? { id: participantId, linkVersion } : { id: 0, linkVersion: 0 };
  // Results and photos are mailed long after the event, so the page must still open.
  const ticketLink = deps.ownPage(holder, instant(Math.max(event.endTimestamp, mailing.startedAt ?? 0)));
  const values: PlaceholderValues = { ...person, event: event.title, ticketLink };
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const organizer = main ? await organizerById(deps.read, main.id) : null;
  const brand = event.whiteLabel ?? main?.whiteLabel ?? i18n.t('ui.product.name');
  const accent = event.accentColor ?? main?.accentColor;
  const blocks = paragraphsOf(body).map(
    (paragraph): MailBlock =>
      paragraph === '{ticketLink}'
        ? { kind: 'button', label: i18n.t('mailings.mail.ticket'), url: ticketLink }
        : { kind: 'paragraph', text: filledText(paragraph, values) },
  );
  const title = filledText(subject, values);
  const content = renderMail(isTest ? i18n.t('mailings.mail.test', { subject: title }) : title, {
    lang: i18n.htmlLang,
    preheader: i18n.t('mailings.mail.preheader', { event: event.title }),
    brand,
    ...(accent ? { accent } : {}),
    blocks,
    footer: [
      why ?? i18n.t('mailings.mail.why', { event: event.title }),
      ...(main ? [i18n.t('mailings.mail.from', { organizer: main.name, brand: i18n.t('ui.product.name') })] : []),
      deps.config.publicUrl,
    ],
  });
  const replyTo = organizer?.email && isEmail(organizer.email) ? organizer.email : null;
  return replyTo ? { ...content, replyTo: { address: replyTo, name: organizer?.name ?? '' } } : content;
}

function sampleText(): MailingText {
  const written = (locale: Locale) => {
    const i18n = translatorFor(locale);
    const placeholders = { firstName: '{firstName}', event: '{event}', ticketLink: '{ticketLink}' };
    return {
      subject: i18n.t('mailPreview.mailing.subject', placeholders),
      body: i18n.t('mailPreview.mailing.body', placeholders),
    };
  };
  return { de: written('de'), 'en-us': written('en-us') };
}

/** Messages from organizers. Participants who no longer start get none. */
export const mailingMailTypes = (deps: Deps): MailType[] => [
  mailType('ParticipantMessage', {
    audience: 'participant',
    async make(params, locale) {
      const { eventId, mailingId, isTest = false } = params;
      const mailing = await mailingOf(deps.read, eventId, mailingId);
      const catalog = await catalogOf(deps.read, eventId);
      if (!catalog || (!isTest && mailing.status === 'stopped')) return null;
      const reader = await recipientAt(
        deps.read,
        { ...mailing, admission: deps.admission },
        {
          address: params.address,
          participantId: params.participantId,
        },
      );
      if (!reader && !isTest) return null;
      return mailingMail(deps, {
        mailing,
        catalog,
        reader,
        isTest,
        locale: isLocale(locale) ? locale : 'de',
        isForReader: !isTest,
      });
    },
    async sample(eventId, locale) {
      const catalog = await catalogOf(deps.read, eventId);
      return (
        catalog &&
        mailingMail(deps, { mailing: { text: sampleText(), startedAt: null }, catalog, reader: null, locale })
      );
    },
  }),
];
