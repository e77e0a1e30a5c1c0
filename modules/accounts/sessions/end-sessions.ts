import { and, eq, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours } from '#src/kernel/time.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { visitEnded } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { sessions } from '../schema.ts';
import { addAccountAudit } from '../users/users.ts';
import { keyOf, visitsOf } from './session-list.ts';

/** Ends sessions of one account. An impersonation through one of them is recorded as ended; `comment` is the reason. */
export async function endSessions(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  which: SQL | undefined,
  { network = '', comment }: { network?: string; comment: string },
): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(which)
    .returning({ userId: sessions.userId, impersonatorId: sessions.impersonatorId });
  for (const { userId, impersonatorId } of ended) {
    if (impersonatorId === null) continue;
    await addAccountAudit(
      { tx, now },
      { userId, actorId: impersonatorId, type: 'ImpersonationEnded', comment, network },
    );
  }
  return ended.length;
}

const byThePerson = 'by the person';

/** Sessions of an account, and impersonations by its person, because these lead back to the account. */
export const allThatOpens = (userId: number): SQL | undefined =>
  or(eq(sessions.userId, userId), eq(sessions.impersonatorId, userId));

export const endOtherSessions = (work: Work, viewer: Viewer, network = ''): Promise<number> =>
  endSessions(work, and(allThatOpens(viewer.userId), ne(sessions.id, hashOfSecret(viewer.sessionId))), {
    network,
    comment: byThePerson,
  });

/** All sessions of the account, including this one and unproven ones. */
export async function logOutEverywhere(work: Work, viewer: Viewer, network: string): Promise<void> {
  const { userId } = viewer;
  const visits = await visitsOf(work.tx, userId, 'all');
  await endSessions(work, allThatOpens(userId), { network, comment: byThePerson });
  await addAccountAudit(work, { userId, actorId: userId, type: 'LoggedOutEverywhere', network });
  await work.announce(...visits.map((visitId) => visitEnded({ visitId })));
}

/** @throws Problem NOT_FOUND when none of their sessions has that key */
export async function endSessionByKey(work: Work, viewer: Viewer, key: string, network: string): Promise<void> {
  const which = and(eq(sessions.userId, viewer.userId), keyOf(key));
  if ((await endSessions(work, which, { network, comment: byThePerson })) === 0) refuse('NOT_FOUND');
}

export async function forgetOldSessions(work: Pick<Work, 'tx' | 'now'>): Promise<void> {
  const lastSeen = sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`;
  // A guest's unused session opens nothing, but its visit may continue: `guest-visit.ts`.
  const isUnused = lte(lastSeen, work.now - days(8) - hours(1));
  const isUsedUp = or(lte(sessions.expiresAt, work.now), and(eq(sessions.level, 'verified'), isUnused));
  await endSessions(work, isUsedUp, { comment: 'expired' });
}
