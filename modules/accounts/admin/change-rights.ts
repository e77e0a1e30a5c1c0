import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { users } from '../schema.ts';
import { rotateSessionsOf } from '../sessions/rotate-session.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';
import { findOrCreateUser } from '../users/users.ts';

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

/**
 * Call after every change of a person's rights: rotates their sessions and adds an entry to the history. `comment`
 * names the right, for example `organizer 7`.
 */
export async function changeRights(work: Work, userId: number, actorId: number | null, comment: string): Promise<void> {
  await rotateSessionsOf(work, userId);
  await addAccountAudit(work, { userId, actorId, type: 'RightsChanged', comment });
}
