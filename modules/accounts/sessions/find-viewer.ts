import type { Deps } from '#src/platform/deps.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import { luciaOf } from './lucia.ts';
import { csrfTokenOf } from './session-cookies.ts';

/**
 * Who the secret of a session cookie belongs to; one read by primary key. While the mailbox is not proven the person is
 * nobody but the address they typed: no rights, no settings.
 */
export async function findViewer(deps: Deps, sessionId: string): Promise<Omit<Viewer, 'roles'> | null> {
  const { session, user } = await luciaOf(deps).validateSession(sessionId);
  if (!session) return null;
  const verified = session.level === 'verified';
  const { impersonatorId, impersonatorEmail } = session;
  const viewer = {
    userId: user.id,
    email: user.email,
    level: session.level,
    verifiedAt: session.verifiedAt ?? null,
    visitId: session.visitId,
    isSuperAdmin: verified && user.isSuperAdmin,
    language: verified ? user.language : null,
    sessionId,
    mustRotate: session.mustRotate,
    impersonator: impersonatorId ? { userId: impersonatorId, email: impersonatorEmail ?? '' } : null,
  };
  return { ...viewer, csrfToken: csrfTokenOf(deps, viewer) };
}
