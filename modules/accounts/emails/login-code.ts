import type { Instant } from '#src/kernel/time.ts';
import { deviceWords } from '../pages/device-words.ts';
import { accountMail } from './account-mail.ts';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    MailCode: {
      code: string;
      expiresAt: Instant;
      at?: Instant;
      browser?: string | null;
      system?: string | null;
    };
  }
}

/** The code first and alone; nothing in the subject, because lock screens show subjects. */
export const loginCodeMail = accountMail('MailCode', (words, params) => {
  const { code, expiresAt, at, browser = null, system = null } = params;
  const device = deviceWords(words, { browser, system });
  return {
    subject: words.t('accounts.codeMail.subject'),
    preheader: words.t('accounts.codeMail.preheader'),
    blocks: [
      { kind: 'code', label: words.t('accounts.codeMail.label'), code },
      { kind: 'paragraph', text: words.t('accounts.codeMail.until', { time: words.time(expiresAt) }) },
      ...(at === undefined
        ? []
        : [
            { kind: 'hint' as const, text: words.t('ownOrder.codeMail.requested', { at: words.dateTime(at), device }) },
          ]),
      { kind: 'hint', text: words.t('accounts.codeMail.warning') },
    ],
    why: words.t('accounts.codeMail.why'),
  };
});
