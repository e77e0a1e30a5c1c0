import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type AppContext, api, ownAccount, page, tagged } from '#src/web/http.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { refuse } from '../rules/problems.ts';
import { sessions } from '../schema.ts';
import { startSession } from '../sessions/open-session.ts';
import { reasonSchema } from '../shapes.ts';
import { accountAnswer, accountIn } from '../users/account-answer.ts';
import { addAccountAudit, userById } from '../users/users.ts';
import { userPath } from './user-page.tsx';

/** A new visit keeps the drafts of both apart. @throws Problem NOT_FOUND, NO_PERMISSION for another super admin */
export async function startImpersonation(
  deps: Deps,
  context: AppContext,
  input: { admin: Viewer; userId: number; reason: string },
): Promise<string> {
  const { admin, userId, reason } = input;
  const user = (await userById(deps.read, userId)) ?? refuse('NOT_FOUND');
  if (user.deletedAt !== null) refuse('NOT_FOUND');
  if (user.isSuperAdmin) refuse('NO_PERMISSION', { reason: 'superAdmin' });
  await deps.write((work) =>
    addAccountAudit(work, {
      userId,
      actorId: admin.userId,
      type: 'ImpersonationStarted',
      comment: reason,
      network: context.var.clientAddress,
    }),
  );
  return startSession(deps, context, {
    userId,
    level: 'verified',
    provider: 'provider-impersonate',
    visitId: crypto.randomUUID(),
    impersonator: { userId: admin.userId, verifiedAt: admin.verifiedAt },
    onlyFromOwn: true,
  });
}

/** The time of the own login stays. @throws Problem NOT_FOUND without an impersonation */
async function endImpersonation(deps: Deps, context: AppContext, viewer: Viewer | null): Promise<string> {
  if (!viewer?.impersonator) return refuse('NOT_FOUND');
  const [session] = await deps.read
    .select({ verifiedAt: sessions.impersonatorVerifiedAt })
    .from(sessions)
    .where(eq(sessions.id, hashOfSecret(viewer.sessionId)));
  // The impersonation ended concurrently.
  if (!session) return refuse('UNAUTHORIZED');
  return startSession(deps, context, {
    userId: viewer.impersonator.userId,
    level: 'verified',
    provider: 'return',
    visitId: crypto.randomUUID(),
    verifiedAt: session.verifiedAt,
    onlyFromOwn: true,
  });
}

export const impersonationRoutes = tagged('Users', [
  api(
    {
      method: 'post',
      path: '/api/admin/users/{userId}/impersonate',
      may: 'user.impersonate',
      summary: 'Impersonates a user for at most one hour. The reason and every change are logged.',
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
      summary: 'Ends the impersonation',
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
