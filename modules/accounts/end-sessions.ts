import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Viewer } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { addAccountAudit } from './add-account-audit.ts';
import { refuse } from './rules/problems.ts';
import { sessions } from './schema.ts';
import { keyOf } from './session-list.ts';
import { hashOfSecret } from './sessions.ts';

/** Ends sessions of one person. Whoever acted for them through one of these hears of it in the account's history. */
async function endSessions(work: Work, viewer: Viewer, which: SQL | undefined, network: string): Promise<number> {
  const { userId } = viewer;
  const ended = await work.tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), which))
    .returning({ impersonatorId: sessions.impersonatorId });
  for (const { impersonatorId } of ended) {
    if (impersonatorId === null) continue;
    await addAccountAudit(work, {
      userId,
      actorId: impersonatorId,
      type: 'ImpersonationEnded',
      comment: 'by the person',
      network,
    });
  }
  return ended.length;
}

export const endOtherSessions = (work: Work, viewer: Viewer, network: string): Promise<number> =>
  endSessions(work, viewer, ne(sessions.id, hashOfSecret(viewer.sessionId)), network);

/** Everything that is logged in to the account, this session too, and what merely typed its address. */
export async function logOutEverywhere(work: Work, viewer: Viewer, network: string): Promise<void> {
  const { userId } = viewer;
  await endSessions(work, viewer, undefined, network);
  await addAccountAudit(work, { userId, actorId: userId, type: 'LoggedOutEverywhere', network });
}

/** @throws Problem NOT_FOUND when none of their sessions has that key */
export async function endSessionByKey(work: Work, viewer: Viewer, key: string, network: string): Promise<void> {
  if ((await endSessions(work, viewer, keyOf(key), network)) === 0) refuse('NOT_FOUND');
}
