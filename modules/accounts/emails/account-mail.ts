import type { MailBlock } from '#src/mail/body.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailKind, type MailParams, type MailType, mailType } from '#src/mail/kinds.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';

type MailTexts = {
  subject: string;
  preheader: string;
  blocks: MailBlock[];
  /** Why the mail was sent. */
  why: string;
};

/** Account mails belong to no event and carry the product name. */
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

/** What happened to the account, with a link for an owner who did not do it. */
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

/** The code with its validity; `hint` names the requester. */
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
