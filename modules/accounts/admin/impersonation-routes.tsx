import * as z from 'zod';
import { api, ownAccount, page, tagged } from '#src/web/http.ts';
import { refuse } from '../rules/problems.ts';
import { reasonSchema } from '../shapes.ts';
import { accountAnswer, accountIn } from '../users/account-answer.ts';
import { endImpersonation, startImpersonation } from './impersonate.ts';
import { userPath } from './user-page.tsx';

export const impersonationRoutes = tagged('Users', [
  api(
    {
      method: 'post',
      path: '/api/admin/users/{userId}/impersonate',
      may: 'user.impersonate',
      summary: 'Acts as this person for an hour at most; the reason and every change are written down.',
      body: z.object({ reason: reasonSchema }),
      answer: accountAnswer,
    },
    async ({ deps, context, viewer, params: { userId }, body }) => {
      const sessionId = await startImpersonation(deps, context, { admin: viewer, userId, reason: body.reason });
      return accountIn(deps, sessionId);
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/impersonation/end',
      may: 'session.end',
      summary: 'Ends acting as somebody; the super admin is themselves again.',
      load: ownAccount,
      answer: accountAnswer,
    },
    async ({ deps, context, viewer }) => {
      const sessionId = await endImpersonation(deps, context, viewer);
      return accountIn(deps, sessionId);
    },
  ),
  page({ method: 'post', path: '/auth/impersonation/end', may: 'session.end', load: ownAccount }, async (call) => {
    const { deps, context, viewer } = call;
    const userId = viewer?.userId ?? refuse('NOT_FOUND');
    await endImpersonation(deps, context, viewer);
    return call.redirect(userPath(userId));
  }),
]);
