import type { Instant } from '#src/kernel/time.ts';
import type { MailType } from '#src/mail/kinds.ts';
import { accountMail, ownerNotice } from './account-mail.ts';

/** `left`: remaining recovery codes. */
type Notice = { at: Instant; left?: number };
declare module '#src/mail/kinds.ts' {
  interface MailParams {
    TotpEnabled: Notice;
    TotpDisabled: Notice;
    RecoveryCodesMade: Notice;
    RecoveryCodeUsed: Notice;
  }
}

const securityNotices = ['TotpEnabled', 'TotpDisabled', 'RecoveryCodesMade', 'RecoveryCodeUsed'] as const;

export const securityNoticeMails = (publicUrl: string): MailType[] =>
  securityNotices.map((type) =>
    accountMail(type, (i18n, { at, left = 0 }) =>
      ownerNotice(i18n, 'security', {
        subject: i18n.t(`security.mail.${type}.subject`),
        text: i18n.t(`security.mail.${type}.text`, { at: i18n.dateTime(at), left }),
        url: `${publicUrl}/settings/security`,
      }),
    ),
  );
