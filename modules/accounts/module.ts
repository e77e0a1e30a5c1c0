import { hours } from '#src/kernel/time.ts';
import type { ShopModule } from '#src/platform/module.ts';
import { loginCodeMail } from './emails/login-code.ts';
import { loginApi } from './login-api.ts';
import { loginPages } from './login-pages.tsx';
import { forgetOldCodes } from './login-with-code.ts';
import { providerApi } from './provider-api.ts';
import { providerPages } from './provider-pages.tsx';
import { identityJoinedMail } from './providers/identity-joined-mail.ts';
import { forgetOldPendingLogins } from './providers/pending-identity.ts';
import { forgetOldTrips } from './providers/trips.ts';
import { accountProblems } from './rules/problems.ts';
import { forgetOldSessions } from './sessions.ts';
import { settingsApi } from './settings-api.ts';
import { settingsPages } from './settings-pages.tsx';

export const accountsModule: ShopModule = {
  name: 'accounts',
  problems: accountProblems,
  routes: [...loginApi, ...loginPages, ...settingsApi, ...settingsPages, ...providerApi, ...providerPages],
  mailTypes: ({ config }) => [loginCodeMail, identityJoinedMail(config.publicUrl)],
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
