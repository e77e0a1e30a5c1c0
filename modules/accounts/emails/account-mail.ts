import type { MailBlock } from '#src/mail/body.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailKind, type MailParams, type MailType, mailType } from '#src/mail/kinds.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';

type MailTexts = {
  subject: string;
  preheader: string;
  blocks: MailBlock[];
  /** Why it was sent. */
  why: string;
};

/** A mail about an account: it belongs to no event, so it wears the name of the product. */
export const accountMail = <Kind extends MailKind>(
  type: Kind,
  texts: (i18n: Translator, params: MailParams[Kind]) => MailTexts,
): MailType =>
  mailType(type, {
    audience: 'account',
    async make(params, locale) {
      const i18n = translatorFor(locale);
      const { subject, preheader, blocks, why } = texts(i18n, params);
      const brand = i18n.t('ui.product.name');
      return renderMail(subject, { lang: i18n.htmlLang, preheader, brand, blocks, footer: [why, brand] });
    },
  });

/** What was done to an account, and where its owner looks and acts if it was somebody else. */
export const ownerNotice = (
  i18n: Translator,
  topic: 'security' | 'providers',
  { subject, text, url }: { subject: string; text: string; url: string },
): MailTexts => ({
  subject,
  preheader: text,
  blocks: [
    { kind: 'heading', text: subject },
    { kind: 'paragraph', text },
    { kind: 'paragraph', text: i18n.t(`${topic}.mail.notYou`) },
    { kind: 'button', label: i18n.t(`${topic}.mail.button`), url },
  ],
  why: i18n.t(`${topic}.mail.why`),
});

/** A code, first and alone, and for how long it is good; `hint` says who asked for it. */
export const codeNotice = (
  i18n: Translator,
  code: string,
  notice: { subject: string; text: string; hint?: string; preheader?: string; why: string },
): MailTexts => ({
  subject: notice.subject,
  preheader: notice.preheader ?? i18n.t('accounts.codeMail.preheader'),
  blocks: [
    { kind: 'code', label: i18n.t('accounts.codeMail.label'), code },
    { kind: 'paragraph', text: notice.text },
    ...(notice.hint === undefined ? [] : [{ kind: 'hint' as const, text: notice.hint }]),
    { kind: 'hint', text: i18n.t('accounts.codeMail.warning') },
  ],
  why: notice.why,
});
