import type { Instant } from '#src/kernel/time.ts';
import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mail/kinds.ts';
import { mailType } from '#src/platform/mail/kinds.ts';

/** `left`: how many recovery codes are left. */
type Notice = { at: Instant; left?: number };
declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    TotpEnabled: Notice;
    TotpDisabled: Notice;
    RecoveryCodesMade: Notice;
    RecoveryCodeUsed: Notice;
  }
}

export const securityNotices = ['TotpEnabled', 'TotpDisabled', 'RecoveryCodesMade', 'RecoveryCodeUsed'] as const;
export type SecurityNotice = (typeof securityNotices)[number];

/** What happened to the protection of the account, when, and what to do if it was somebody else. */
const securityNotice = (type: SecurityNotice, publicUrl: string): MailType =>
  mailType(type, {
    async make({ at, left = 0 }, locale) {
      const words = wordsFor(locale);
      const values = { at: words.dateTime(at), left };
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
