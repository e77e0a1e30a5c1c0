import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mailer.ts';

export const securityNotices = ['TotpEnabled', 'TotpDisabled', 'RecoveryCodesMade', 'RecoveryCodeUsed'] as const;
export type SecurityNotice = (typeof securityNotices)[number];

/** What happened to the protection of the account, when, and what to do if it was somebody else. */
const securityNotice = (type: SecurityNotice, publicUrl: string): MailType => ({
  type,
  async make({ at, left }, locale) {
    const words = wordsFor(locale);
    const values = { at: words.dateTime(Number(at)), left: Number(left ?? 0) };
    return renderMail(words.t(`security.mail.${type}.subject`), {
      lang: words.htmlLang,
      preheader: words.t(`security.mail.${type}.text`, values),
      brand: words.t('ui.product.name'),
      blocks: [
        { kind: 'heading', text: words.t(`security.mail.${type}.subject`) },
        { kind: 'paragraph', text: words.t(`security.mail.${type}.text`, values) },
        { kind: 'paragraph', text: words.t('security.mail.notYou') },
        { kind: 'button', label: words.t('security.mail.button'), url: `${publicUrl}/settings/security` },
      ],
      footer: [words.t('security.mail.why'), words.t('ui.product.name')],
    });
  },
});

export const securityNoticeMails = (publicUrl: string): MailType[] =>
  securityNotices.map((type) => securityNotice(type, publicUrl));
