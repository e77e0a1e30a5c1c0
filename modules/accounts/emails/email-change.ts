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

/** To the new address: the code that proves it. */
export const emailChangeCodeMail = accountMail('EmailChangeCode', (words, { code, expiresAt }) =>
  codeNotice(words, code, {
    subject: words.t('account.emailCodeMail.subject'),
    text: words.t('account.emailCodeMail.text', { time: words.time(expiresAt) }),
    why: words.t('account.emailCodeMail.why'),
  }),
);

/** To the old address, and to the new one when a super admin moved the account. */
export const emailChangedMail = (contact: string): MailType =>
  accountMail('EmailChanged', (words, { newEmail }) => ({
    subject: words.t('account.emailChangedMail.subject'),
    preheader: words.t('account.emailChangedMail.preheader'),
    blocks: [
      { kind: 'heading', text: words.t('account.emailChangedMail.title') },
      { kind: 'paragraph', text: words.t('account.emailChangedMail.text', { newEmail }) },
      { kind: 'hint', text: words.t('account.emailChangedMail.notYou', { contact }) },
    ],
    why: words.t('account.emailChangedMail.why'),
  }));

/** The last mail to somebody who took their account back. */
export const accountDeletedMail = accountMail('AccountDeleted', (words) => ({
  subject: words.t('account.deletedMail.subject'),
  preheader: words.t('account.deletedMail.preheader'),
  blocks: [
    { kind: 'heading', text: words.t('account.deletedMail.title') },
    { kind: 'paragraph', text: words.t('account.deletedMail.text') },
  ],
  why: words.t('account.deletedMail.why'),
}));
