import { eq } from 'drizzle-orm';
import { catalogOf, wordsOf } from '#modules/events/index.ts';
import { mailingMail } from '#modules/mailings/index.ts';
import type { MailingText } from '#modules/mailings/rules/mailing.ts';
import { orderOf } from '#modules/orders/index.ts';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isLocale, type Locale, translatorFor } from '#src/texts/locale.ts';
import { eventCancellations } from '../schema.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    EventCanceled: { cancellationId: number; eventId: number; orderId: number; participantId: number | null };
  }
}

/** Message suggested by the form. */
export function suggestedMessage(): {
  de: { subject: string; body: string };
  'en-us': { subject: string; body: string };
} {
  const written = (locale: Locale) => {
    const { t } = translatorFor(locale);
    const names = { firstName: '{firstName}', event: '{event}' };
    return { subject: t('eventCancellation.message.subject', names), body: t('eventCancellation.message.body', names) };
  };
  return { de: written('de'), 'en-us': written('en-us') };
}

type Reader = Parameters<typeof mailingMail>[1]['reader'];

/** Renders the mail; `reader` null: for a sample reader. */
export async function canceledMail(
  deps: Pick<Deps, 'read' | 'config' | 'ownPage'>,
  eventId: number,
  text: MailingText,
  reader: Reader,
  locale: Locale,
) {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return null;
  const i18n = wordsOf(translatorFor(locale), catalog);
  const why = i18n.t('eventCancellation.mail.why', { event: catalog.event.title });
  return mailingMail(deps, { mailing: { text, startedAt: null }, catalog, reader, locale, why });
}

export const cancellationMailTypes = (deps: Deps): MailType[] => [
  mailType('EventCanceled', {
    audience: 'participant',
    async make({ cancellationId, eventId, orderId, participantId }, locale) {
      const [cancellation] = await deps.read
        .select({ message: eventCancellations.message })
        .from(eventCancellations)
        .where(eq(eventCancellations.id, cancellationId));
      const order = await orderOf(deps.read, orderId);
      if (!cancellation?.message || !order) return null;
      const people = order.competitions.flatMap(({ teams }) => teams.flatMap(({ participants }) => participants));
      // A buyer without a name is greeted by the name of the first participant.
      const contact = order.contactAddress?.firstName ? order.contactAddress : people[0];
      const { firstName = '', lastName = '' } = people.find(({ id }) => id === participantId) ?? contact ?? {};
      const reader = { firstName, lastName, participantId: 0, competition: '', linkVersion: 0 };
      const language = isLocale(locale) ? locale : 'de';
      const mail = await canceledMail(deps, eventId, cancellation.message, reader, language);
      const address = people.find(({ id }) => id === participantId)?.email;
      return mail && address ? { ...mail, attachments: await deps.canceledCalendars(order, address, language) } : mail;
    },
    sample: (eventId, locale) => canceledMail(deps, eventId, suggestedMessage(), null, locale),
  }),
];
