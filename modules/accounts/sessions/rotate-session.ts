import { and, eq } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { rotationGraceMs } from '../rules/session-life.ts';
import { sessions } from '../schema.ts';
import { setSessionCookies } from './session-cookies.ts';

/** The first of concurrent requests moves the session; the others use the old id, which ends a minute later. */
export async function rotateSession(deps: Deps, context: AppContext, viewer: Viewer): Promise<Viewer> {
  const oldId = hashOfSecret(viewer.sessionId);
  const sessionId = secretToken(32);
  const moved = await deps.write(async ({ tx, now }) => {
    const [session] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, oldId), eq(sessions.mustRotate, true)));
    if (!session) return false;
    await tx
      .update(sessions)
      .set({ mustRotate: false, expiresAt: plus(now, rotationGraceMs) })
      .where(eq(sessions.id, oldId));
    await tx.insert(sessions).values({ ...session, id: hashOfSecret(sessionId), mustRotate: false, lastSeenAt: now });
    return true;
  });
  if (!moved) return { ...viewer, mustRotate: false };
  setSessionCookies(deps, context, sessionId, viewer.csrfToken);
  return { ...viewer, sessionId, mustRotate: false };
}

/** Each session of the person rotates with its next request. */
export async function rotateSessionsOf({ tx }: Pick<Work, 'tx'>, userId: number): Promise<void> {
  await tx.update(sessions).set({ mustRotate: true }).where(eq(sessions.userId, userId));
}
