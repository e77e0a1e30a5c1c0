import { hours } from '#src/kernel/time.ts';
import type { ShopModule } from '#src/platform/module.ts';
import { emailPages } from './email-pages.tsx';
import { accountDeletedMail, emailChangeCodeMail, emailChangedMail } from './emails/email-change.ts';
import { loginCodeMail } from './emails/login-code.ts';
import { securityNoticeMails } from './emails/security-notice.ts';
import { factorPages } from './factor-pages.tsx';
import { impersonationRoutes } from './impersonation-routes.tsx';
import { loginApi } from './login-api.ts';
import { loginPages } from './login-pages.tsx';
import { forgetOldCodes } from './login-with-code.ts';
import { forgetOldPendingLogins } from './pending-login.ts';
import { accountData } from './personal-data.ts';
import { providerApi } from './provider-api.ts';
import { providerPages } from './provider-pages.tsx';
import { identityJoinedMail } from './providers/identity-joined-mail.ts';
import { forgetOldTrips } from './providers/trips.ts';
import { accountProblems } from './rules/problems.ts';
import { securityPages } from './security-pages.tsx';
import { forgetOldSessions } from './sessions.ts';
import { sessionsApi } from './sessions-api.ts';
import { settingsApi } from './settings-api.ts';
import { settingsPages } from './settings-pages.tsx';
import { totpApi } from './totp-api.ts';
import { userApi } from './user-api.ts';
import { userPages } from './user-pages.tsx';

export const accountsModule: ShopModule = {
  name: 'accounts',
  problems: accountProblems,
  routes: [
    ...loginApi,
    ...loginPages,
    ...factorPages,
    ...totpApi,
    ...sessionsApi,
    ...securityPages,
    ...settingsApi,
    ...settingsPages,
    ...providerApi,
    ...providerPages,
    ...emailPages,
    ...userApi,
    ...userPages,
    ...impersonationRoutes,
  ],
  mailTypes: ({ config }) => [
    loginCodeMail,
    emailChangeCodeMail,
    emailChangedMail(config.contactEmail),
    accountDeletedMail,
    identityJoinedMail(config.publicUrl),
    ...securityNoticeMails(config.publicUrl),
  ],
  personalData: accountData,
  jobs: ({ write }) => [
    {
      name: 'forget-sessions-and-codes',
      everyMs: hours(1),
      run: async () => {
        await write(async (work) => {
          await forgetOldSessions(work);
          await forgetOldCodes(work);
          await forgetOldTrips(work);
          await forgetOldPendingLogins(work);
        });
        return false;
      },
    },
  ],
};
