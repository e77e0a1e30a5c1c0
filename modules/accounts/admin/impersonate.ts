import { eq } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { refuse } from '../rules/problems.ts';
import { sessions } from '../schema.ts';
import { startSession } from '../sessions/open-session.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';
import { userById } from '../users/users.ts';

/**
 * A super admin acts as somebody, for an hour at most, with a reason that is written down. The visit is a new one, so
 * nothing that either of them had begun gets mixed up.
 * @throws Problem NOT_FOUND, NO_PERMISSION for oneself and for another super admin
 */
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

/**
 * Back to being oneself, with the login of before: acting for somebody makes no login younger.
 * @throws Problem NOT_FOUND when nobody acts for anybody
 */
export async function endImpersonation(deps: Deps, context: AppContext, viewer: Viewer | null): Promise<string> {
  if (!viewer?.impersonator) return refuse('NOT_FOUND');
  const [session] = await deps.read
    .select({ verifiedAt: sessions.impersonatorVerifiedAt })
    .from(sessions)
    .where(eq(sessions.id, hashOfSecret(viewer.sessionId)));
  // It was ended between the door and here; there is nothing to come back from.
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
