import type { Viewer } from '#src/access/viewer.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { isOver } from '../rules/session-life.ts';
import { isToBeSeen, luciaOf } from './lucia.ts';
import { type CachedSession, sessionCacheOf } from './session-cache.ts';
import { csrfTokenOf } from './session-cookies.ts';

/** Resolves a session cookie. Without a proven mailbox the viewer has no rights and no settings. */
export async function findViewer(deps: Deps, sessionId: string): Promise<Omit<Viewer, 'roles'> | null> {
  const hash = hashOfSecret(sessionId);
  const sessions = sessionCacheOf(deps.read);
  const { cached, at } = await sessions.find(hash);
  if (cached && isGoingOn(cached, deps)) return cached.viewer;
  const read = await readSession(deps, sessionId);
  if (read) sessions.store(hash, read, at);
  return read?.viewer ?? null;
}

/** Another process may have updated `lastSeenAt`; a session that is due for an update, or over, is read again. */
const isGoingOn = ({ life }: CachedSession, { clock }: Deps): boolean =>
  !isToBeSeen(life, clock()) && !isOver(life, clock());

async function readSession(deps: Deps, sessionId: string): Promise<CachedSession | null> {
  const { session, user } = await luciaOf(deps).validateSession(sessionId);
  if (!session) return null;
  const verified = session.level === 'verified';
  const { impersonatorId, impersonatorEmail, life } = session;
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
  return {
    viewer: { ...viewer, csrfToken: csrfTokenOf(deps, viewer) },
    life: { ...present(life, 'a session that was read'), isSuperAdmin: user.isSuperAdmin },
  };
}
