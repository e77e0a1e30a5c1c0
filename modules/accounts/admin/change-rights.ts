import { and, eq, isNotNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { notifyPerson } from '../emails/send-mails.ts';
import { refuse } from '../rules/problems.ts';
import { recoveryCodes, totps, users } from '../schema.ts';
import { allThatOpens, endSessions } from '../sessions/end-sessions.ts';
import { rotateSessionsOf } from '../sessions/rotate-session.ts';
import { addAccountAudit, findOrCreateUser, userById } from '../users/users.ts';

/** Idempotent. Returns the id of the account. */
export async function promoteToSuperAdmin(work: Work, email: string): Promise<number> {
  const { id } = await findOrCreateUser(work, email, { language: null });
  const promoted = await work.tx
    .update(users)
    .set({ isSuperAdmin: true })
    .where(and(eq(users.id, id), eq(users.isSuperAdmin, false)))
    .returning({ id: users.id });
  if (promoted.length > 0) await changeRights(work, id, null, 'superAdmin');
  return id;
}

/** Call after every change of rights: rotates the sessions. `comment` names the right, for example `organizer 7`. */
export async function changeRights(work: Work, userId: number, actorId: number | null, comment: string): Promise<void> {
  await rotateSessionsOf(work, userId);
  await addAccountAudit(work, { userId, actorId, type: 'RightsChanged', comment });
}

type Removal = { userId: number; actorId: number; reason: string; network: string };

/** Ends all sessions. @throws Problem NOT_FOUND without a second factor, NO_PERMISSION for one's own */
export async function removeSecondFactor(work: Work, { userId, actorId, reason, network }: Removal): Promise<void> {
  if (userId === actorId) refuse('NO_PERMISSION', { reason: 'own' });
  if (!(await userById(work.tx, userId))) refuse('NOT_FOUND');
  const removed = await work.tx
    .delete(totps)
    .where(and(eq(totps.userId, userId), isNotNull(totps.enabledAt)))
    .returning({ userId: totps.userId });
  if (removed.length === 0) refuse('NOT_FOUND');
  await work.tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await endSessions(work, allThatOpens(userId), { network, comment: 'second factor removed' });
  await addAccountAudit(work, { userId, actorId, type: 'TotpDisabled', comment: reason, network });
  await notifyPerson(work, userId, { type: 'TotpDisabled', params: { at: work.now } });
}
