import { hours } from '#src/kernel/time.ts';
import type { ShopModule } from '#src/platform/module.ts';
import { accountApi } from './api.ts';
import { loginCodeMail } from './emails/login-code.ts';
import { forgetOldCodes } from './login-with-code.ts';
import { accountPages } from './pages.tsx';
import { accountProblems } from './rules/problems.ts';
import { forgetOldSessions } from './sessions.ts';

export const accountsModule: ShopModule = {
  name: 'accounts',
  problems: accountProblems,
  routes: [...accountApi, ...accountPages],
  mailTypes: () => [loginCodeMail],
  jobs: ({ write }) => [
    {
      name: 'forget-sessions-and-codes',
      everyMs: hours(1),
      run: async () => {
        await write(async (work) => {
          await forgetOldSessions(work);
          await forgetOldCodes(work);
        });
        return false;
      },
    },
  ],
};
