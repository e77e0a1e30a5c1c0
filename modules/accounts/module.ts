import { hours } from '#src/kernel/time.ts';
import type { ShopModule } from '#src/platform/module.ts';
import { accountMailTypes } from './emails/mail-types.ts';
import { loginApi } from './login/login-api.ts';
import { loginPages } from './login/login-pages.tsx';
import { forgetOldCodes } from './login/login-with-code.ts';
import { forgetOldPendingLogins } from './login/pending-login.ts';
import { forgetOldAuthorizationRequests } from './providers/authorization-requests.ts';
import { providerApi } from './providers/provider-api.ts';
import { providerPages } from './providers/provider-pages.tsx';
import { accountProblems } from './rules/problems.ts';
import { factorPages } from './second-factor/factor-pages.tsx';
import { securityPages } from './second-factor/security-pages.tsx';
import { totpApi } from './second-factor/totp-api.ts';
import { forgetOldSessions } from './sessions/sessions.ts';
import { sessionsApi } from './sessions/sessions-api.ts';
import { emailPages } from './settings/email-pages.tsx';
import { accountData } from './settings/personal-data.ts';
import { settingsApi } from './settings/settings-api.ts';
import { settingsPages } from './settings/settings-pages.tsx';
import { impersonationRoutes } from './users/impersonation-routes.tsx';
import { userApi } from './users/user-api.ts';
import { userPages } from './users/user-pages.tsx';

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
  mailTypes: accountMailTypes,
  personalData: accountData,
  jobs: ({ write }) => [
    {
      name: 'forget-sessions-and-codes',
      everyMs: hours(1),
      run: async () => {
        await write(async (work) => {
          await forgetOldSessions(work);
          await forgetOldCodes(work);
          await forgetOldAuthorizationRequests(work);
          await forgetOldPendingLogins(work);
        });
        return false;
      },
    },
  ],
};
