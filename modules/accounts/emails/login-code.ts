import type { Instant } from '#src/kernel/time.ts';
import { isLongCode } from '../rules/login-code.ts';
import { deviceWords } from '../sessions/device-words.ts';
import { accountMail, codeNotice } from './account-mail.ts';

declare module '#src/mail/kinds.ts' {
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

/** Nothing of the code in the subject, because lock screens show subjects. */
export const loginCodeMail = accountMail('MailCode', (words, params) => {
  const { code, expiresAt, at, browser = null, system = null } = params;
  const device = deviceWords(words, { browser, system });
  return codeNotice(words, code, {
    subject: words.t('accounts.codeMail.subject'),
    text: words.t(isLongCode(code) ? 'accounts.codeMail.longUntil' : 'accounts.codeMail.until', {
      time: words.time(expiresAt),
    }),
    ...(isLongCode(code) ? { preheader: words.t('accounts.codeMail.longPreheader') } : {}),
    ...(at === undefined ? {} : { hint: words.t('ownOrder.codeMail.requested', { at: words.dateTime(at), device }) }),
    why: words.t('accounts.codeMail.why'),
  });
});
