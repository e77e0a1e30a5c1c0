import { minutes, plus } from '#src/kernel/time.ts';
import type { MailType } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { accountDeletedMail, emailChangeCodeMail, emailChangedMail } from './email-change.ts';
import { identityJoinedMail } from './identity-joined.ts';
import { loginCodeMail } from './login-code.ts';
import { securityNoticeMails } from './security-notice.ts';

export function accountMailTypes({ config, clock }: Pick<Deps, 'config' | 'clock'>): MailType[] {
  const sample = () => ({
    code: '123456',
    at: clock(),
    expiresAt: plus(clock(), minutes(10)),
    browser: 'Firefox',
    system: 'Android',
    newEmail: 'new@example.org',
    provider: 'google',
    left: 7,
  });
  return [
    loginCodeMail,
    emailChangeCodeMail,
    emailChangedMail(config.contactEmail),
    accountDeletedMail,
    identityJoinedMail(config.publicUrl),
    ...securityNoticeMails(config.publicUrl),
  ].map((mail) => ({ ...mail, sample: (_, locale) => mail.make(sample(), locale) }));
}
