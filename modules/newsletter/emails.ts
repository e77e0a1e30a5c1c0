import { catalogOf, mailStyle } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Locale, type Translator, translatorFor } from '#src/texts/locale.ts';
import { consentText } from './offer.ts';
import { consentOf } from './read-consents.ts';
import { questionDays } from './rules/consent.ts';
import type { Consent } from './schema.ts';

const confirmPath = (id: number): string => `/newsletter/${id}/confirm`;
const withdrawPath = (id: number): string => `/newsletter/${id}/withdraw`;
const purpose = 'newsletter-withdraw';
type LinkDeps = Pick<Deps, 'signer' | 'config'>;
type LinkedConsent = Pick<Consent, 'id' | 'email'>;
const signedText = ({ id, email }: LinkedConsent): string => `${confirmPath(id)}#${email}`;
const macText = ({ id, email }: LinkedConsent): string => `${id}|${email}`;

function confirmLink({ signer, config }: LinkDeps, consent: LinkedConsent, askedAt: Instant): string {
  const text = signedText(consent);
  const query = signer.signPath(text, plus(askedAt, days(questionDays))).slice(text.length);
  return `${config.publicUrl}${confirmPath(consent.id)}${query}`;
}

export const opensConfirm = (
  { signer }: Pick<Deps, 'signer'>,
  consent: LinkedConsent,
  query: URLSearchParams,
  now: Instant,
) => signer.isSigned(signedText(consent), query, now);

export const withdrawLink = ({ signer, config }: LinkDeps, consent: LinkedConsent): string =>
  `${config.publicUrl}${withdrawPath(consent.id)}?signature=${signer.mac(purpose, macText(consent))}`;

export const opensWithdraw = (
  { signer }: Pick<Deps, 'signer'>,
  consent: LinkedConsent,
  query: URLSearchParams,
): boolean => signer.verify(purpose, macText(consent), query.get('signature') ?? '');

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    NewsletterQuestion: { consentId: number };
    NewsletterGiven: { consentId: number };
  }
}

export const postQuestion = (work: Work, { id, email, language }: Consent): Promise<boolean> =>
  work.post({
    type: 'NewsletterQuestion',
    uniqueKey: `NewsletterQuestion|${id}`,
    recipient: email,
    locale: language,
    params: { consentId: id },
  });

export const postGiven = (work: Work, { id, email, language }: Consent): Promise<boolean> =>
  work.post({
    type: 'NewsletterGiven',
    uniqueKey: `NewsletterGiven|${id}`,
    recipient: email,
    locale: language,
    params: { consentId: id },
  });

type MailedConsent = Pick<Consent, 'id' | 'email' | 'text' | 'givenAt'> & { askedAt: Consent['givenAt'] };
type MailDeps = Pick<Deps, 'signer' | 'config' | 'clock' | 'read'>;
type Kind = 'question' | 'given';

function renderConsentMail(
  deps: MailDeps,
  kind: Kind,
  catalog: Catalog,
  consent: MailedConsent,
  i18n: Translator,
): MailContent {
  const { event, organizers } = catalog;
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const look = mailStyle(catalog, i18n);
  const withdraw = withdrawLink(deps, consent);
  const values = { organizer: main?.name ?? '', event: event.title, at: i18n.dateTime(consent.givenAt) };
  const button: MailBlock =
    kind === 'question'
      ? { kind: 'button', label: i18n.t('newsletter.mail.confirm'), url: confirmLink(deps, consent, consent.askedAt) }
      : { kind: 'button', label: i18n.t('newsletter.mail.withdraw'), url: withdraw };
  const content = renderMail(i18n.t(`newsletter.mail.${kind}.subject`, values), {
    ...look,
    preheader: i18n.t(`newsletter.mail.${kind}.preheader`, values),
    blocks: [
      { kind: 'heading', text: i18n.t(`newsletter.mail.${kind}.title`) },
      { kind: 'paragraph', text: i18n.t(`newsletter.mail.${kind}.text`, values) },
      { kind: 'paragraph', text: i18n.t('newsletter.mail.quote', { text: consent.text }) },
      button,
      { kind: 'hint', text: i18n.t(`newsletter.mail.${kind}.hint`) },
      ...(kind === 'question'
        ? [{ kind: 'button' as const, label: i18n.t('newsletter.mail.refuse'), url: withdraw }]
        : []),
    ],
    footer: [i18n.t('newsletter.mail.why', values), look.brand, deps.config.publicUrl],
  });
  return { ...content, unsubscribe: withdraw };
}

/** Null when the consent no longer needs this mail. */
async function consentMail(deps: MailDeps, kind: Kind, consentId: number, locale: Locale): Promise<MailContent | null> {
  const consent = await consentOf(deps.read, consentId);
  if (!consent || consent.withdrawnAt !== null) return null;
  if (kind === 'question' && consent.provenAt !== null) return null;
  const catalog = await catalogOf(deps.read, consent.eventId);
  const i18n = translatorFor(locale, 'standard', catalog?.event.timeZone);
  return (
    catalog && renderConsentMail(deps, kind, catalog, { ...consent, askedAt: consent.askedAt ?? consent.givenAt }, i18n)
  );
}

async function sample(deps: MailDeps, kind: Kind, eventId: number, locale: Locale): Promise<MailContent | null> {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return null;
  const i18n = translatorFor(locale, 'standard', catalog.event.timeZone);
  const { event } = catalog;
  const text = consentText({ ...catalog, event: { ...event, offersNewsletter: true } }, i18n)?.text ?? '';
  const at = instant(deps.clock());
  return renderConsentMail(deps, kind, catalog, { id: 0, email: '', text, givenAt: at, askedAt: at }, i18n);
}

export const newsletterMailTypes = (deps: Deps): MailType[] => [
  mailType('NewsletterQuestion', {
    audience: 'buyer',
    make: ({ consentId }, locale) => consentMail(deps, 'question', consentId, locale),
    sample: (eventId, locale) => sample(deps, 'question', eventId, locale),
  }),
  mailType('NewsletterGiven', {
    audience: 'buyer',
    make: ({ consentId }, locale) => consentMail(deps, 'given', consentId, locale),
    sample: (eventId, locale) => sample(deps, 'given', eventId, locale),
  }),
];
