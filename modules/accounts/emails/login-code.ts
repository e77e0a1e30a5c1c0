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

/** The subject does not contain the code, because lock screens show subjects. */
export const loginCodeMail = accountMail('MailCode', (i18n, params) => {
  const { code, expiresAt, at, browser = null, system = null } = params;
  const device = deviceWords(i18n, { browser, system });
  return codeNotice(i18n, code, {
    subject: i18n.t('accounts.codeMail.subject'),
    text: i18n.t(isLongCode(code) ? 'accounts.codeMail.longUntil' : 'accounts.codeMail.until', {
      time: i18n.time(expiresAt),
    }),
    ...(isLongCode(code) ? { preheader: i18n.t('accounts.codeMail.longPreheader') } : {}),
    ...(at === undefined ? {} : { hint: i18n.t('ownOrder.codeMail.requested', { at: i18n.dateTime(at), device }) }),
    why: i18n.t('accounts.codeMail.why'),
  });
});
