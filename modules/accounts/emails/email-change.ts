import type { Instant } from '#src/kernel/time.ts';
import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mail/kinds.ts';
import { mailType } from '#src/platform/mail/kinds.ts';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    EmailChangeCode: { code: string; expiresAt: Instant };
    EmailChanged: { newEmail: string };
    AccountDeleted: Record<string, never>;
  }
}

/** To the new address: the code that proves it. */
export const emailChangeCodeMail: MailType = mailType('EmailChangeCode', {
  async make({ code, expiresAt }, locale) {
    const words = wordsFor(locale);
    return renderMail(words.t('account.emailCodeMail.subject'), {
      lang: words.htmlLang,
      preheader: words.t('accounts.codeMail.preheader'),
      brand: words.t('ui.product.name'),
      blocks: [
        { kind: 'code', label: words.t('accounts.codeMail.label'), code: code },
        { kind: 'paragraph', text: words.t('account.emailCodeMail.text', { time: words.time(expiresAt) }) },
        { kind: 'hint', text: words.t('accounts.codeMail.warning') },
      ],
      footer: [words.t('account.emailCodeMail.why'), words.t('ui.product.name')],
    });
  },
});

/** To the old address, and to the new one when a super admin moved the account. */
export const emailChangedMail = (supportAddress: string): MailType =>
  mailType('EmailChanged', {
    async make({ newEmail }, locale) {
      const words = wordsFor(locale);
      return renderMail(words.t('account.emailChangedMail.subject'), {
        lang: words.htmlLang,
        preheader: words.t('account.emailChangedMail.preheader'),
        brand: words.t('ui.product.name'),
        blocks: [
          { kind: 'heading', text: words.t('account.emailChangedMail.title') },
          { kind: 'paragraph', text: words.t('account.emailChangedMail.text', { newEmail }) },
          { kind: 'hint', text: words.t('account.emailChangedMail.notYou', { contact: supportAddress }) },
        ],
        footer: [words.t('account.emailChangedMail.why'), words.t('ui.product.name')],
      });
    },
  });

/** The last mail to somebody who took their account back. */
export const accountDeletedMail: MailType = mailType('AccountDeleted', {
  async make(_, locale) {
    const words = wordsFor(locale);
    return renderMail(words.t('account.deletedMail.subject'), {
      lang: words.htmlLang,
      preheader: words.t('account.deletedMail.preheader'),
      brand: words.t('ui.product.name'),
      blocks: [
        { kind: 'heading', text: words.t('account.deletedMail.title') },
        { kind: 'paragraph', text: words.t('account.deletedMail.text') },
      ],
      footer: [words.t('account.deletedMail.why'), words.t('ui.product.name')],
    });
  },
});
