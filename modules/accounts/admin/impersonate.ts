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
 * A super admin acts as another user for up to an hour, with a recorded reason. A new visit keeps the drafts of both
 * apart.
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
 * Returns to the own account. The time of the own login stays.
 * @throws Problem NOT_FOUND without an impersonation
 */
export async function endImpersonation(deps: Deps, context: AppContext, viewer: Viewer | null): Promise<string> {
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
