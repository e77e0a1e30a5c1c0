import { and, eq, isNotNull } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { notifyPerson } from '../emails/notify-person.ts';
import { refuse } from '../rules/problems.ts';
import { recoveryCodes, totps } from '../schema.ts';
import { allThatOpens, endSessions } from '../sessions/end-sessions.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';
import { userById } from '../users/users.ts';

type Removal = { userId: number; actorId: number; reason: string; network: string };

/**
 * A super admin turns off the second factor of somebody who lost phone and recovery codes. The person is told by mail,
 * and every session ends: whoever comes next proves the mailbox.
 * @throws Problem NOT_FOUND when there is none, NO_PERMISSION for a super admin's
 */
export async function removeSecondFactor(work: Work, { userId, actorId, reason, network }: Removal): Promise<void> {
  const user = (await userById(work.tx, userId)) ?? refuse('NOT_FOUND');
  if (user.isSuperAdmin) refuse('NO_PERMISSION', { reason: 'superAdmin' });
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
