import type { Instant } from '#src/kernel/time.ts';
import type { MailType } from '#src/mail/kinds.ts';
import { accountMail, codeNotice } from './account-mail.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    EmailChangeCode: { code: string; expiresAt: Instant };
    EmailChanged: { newEmail: string };
    AccountDeleted: Record<string, never>;
  }
}

/** Sent to the new address. */
export const emailChangeCodeMail = accountMail('EmailChangeCode', (i18n, { code, expiresAt }) =>
  codeNotice(i18n, code, {
    subject: i18n.t('account.emailCodeMail.subject'),
    text: i18n.t('account.emailCodeMail.text', { time: i18n.time(expiresAt) }),
    why: i18n.t('account.emailCodeMail.why'),
  }),
);

/** Sent to the old address, and to the new one after a change by a super admin. */
export const emailChangedMail = (contact: string): MailType =>
  accountMail('EmailChanged', (i18n, { newEmail }) => ({
    subject: i18n.t('account.emailChangedMail.subject'),
    preheader: i18n.t('account.emailChangedMail.preheader'),
    blocks: [
      { kind: 'heading', text: i18n.t('account.emailChangedMail.title') },
      { kind: 'paragraph', text: i18n.t('account.emailChangedMail.text', { newEmail }) },
      { kind: 'hint', text: i18n.t('account.emailChangedMail.notYou', { contact }) },
    ],
    why: i18n.t('account.emailChangedMail.why'),
  }));

export const accountDeletedMail = accountMail('AccountDeleted', (i18n) => ({
  subject: i18n.t('account.deletedMail.subject'),
  preheader: i18n.t('account.deletedMail.preheader'),
  blocks: [
    { kind: 'heading', text: i18n.t('account.deletedMail.title') },
    { kind: 'paragraph', text: i18n.t('account.deletedMail.text') },
  ],
  why: i18n.t('account.deletedMail.why'),
}));
