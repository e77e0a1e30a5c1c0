import { gt } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { DueTime } from '#src/data/due-times.ts';
import { days, hours, plus } from '#src/kernel/time.ts';
import type { ShopModule } from '#src/runtime/module.ts';
import type { WhiteLabelName } from '#src/web/http.ts';
import { impersonationRoutes } from './admin/impersonation.tsx';
import { userApi } from './admin/user-api.ts';
import { userPages } from './admin/user-pages.tsx';
import { accountMailTypes } from './emails/mails.ts';
import { identityApi, identityPages } from './identities/identity-pages.tsx';
import { factorPages } from './login/factor-pages.tsx';
import { loginApi } from './login/login-api.ts';
import { loginPages } from './login/login-pages.tsx';
import { forgetOldCodes } from './login/login-with-code.ts';
import { forgetOldAuthorizationRequests } from './provider-login/authorization-requests.ts';
import { providerApi } from './provider-login/provider-api.ts';
import { providerPages } from './provider-login/provider-pages.tsx';
import { loginProviderChecks } from './providers/doctor-checks.ts';
import { accountProblems } from './rules/problems.ts';
import { loginCodes, sessions } from './schema.ts';
import { totpApi } from './second-factor/totp-api.ts';
import { totpPages } from './second-factor/totp-pages.tsx';
import { forgetOldSessions } from './sessions/end-sessions.ts';
import { forgetOldPendingLogins } from './sessions/pending-login.ts';
import { forgetOldChanges } from './sessions/session-cache.ts';
import { sessionsApi } from './sessions/sessions-api.ts';
import { emailPages } from './settings/email-pages.tsx';
import { accountData } from './settings/personal-data.ts';
import { securityPages } from './settings/security-pages.tsx';
import { settingsApi } from './settings/settings-api.ts';
import { settingsPages } from './settings/settings-pages.tsx';

/** Sessions last thirty days, codes ten minutes; anything later is ended. */
const accountTimes: readonly DueTime[] = [
  {
    what: 'sessions',
    isEnd: true,
    heal: ({ tx, now }) =>
      tx
        .update(sessions)
        .set({ expiresAt: now })
        .where(gt(sessions.expiresAt, plus(now, days(31)))),
  },
  {
    what: 'login codes',
    isEnd: true,
    heal: ({ tx, now }) =>
      tx
        .update(loginCodes)
        .set({ expiresAt: now })
        .where(gt(loginCodes.expiresAt, plus(now, hours(1)))),
  },
];

export const accountsModule = {
  name: 'accounts',
  problems: accountProblems,
  routes: [
    ...loginApi,
    ...loginPages,
    ...factorPages,
    ...totpApi,
    ...sessionsApi,
    ...securityPages,
    ...totpPages,
    ...settingsApi,
    ...settingsPages,
    ...providerApi,
    ...providerPages,
    ...identityApi,
    ...identityPages,
    ...emailPages,
    ...userApi,
    ...userPages,
    ...impersonationRoutes,
  ],
  mailTypes: accountMailTypes,
  personalData: accountData,
  dueTimes: accountTimes,
  jobs: ({ write }) => [
    {
      name: 'forget-sessions-and-codes',
      endsByClock: true,
      everyMs: hours(1),
      run: async () => {
        await write(async (work) => {
          await forgetOldSessions(work);
          await forgetOldChanges(work);
          await forgetOldCodes(work);
          await forgetOldAuthorizationRequests(work);
          await forgetOldPendingLogins(work);
        });
        return false;
      },
    },
  ],
  doctorChecks: loginProviderChecks,
} satisfies ShopModule;

declare module '#src/runtime/deps.ts' {
  interface Slots {
    pendingOrders(viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>): Promise<{ orderId: number }[]>;
    startPage(viewer: Viewer | null): Promise<string>;
    companiesPage(email: string): Promise<string | null>;
    whiteLabelAt(path: string): Promise<WhiteLabelName | null>;
  }
}
