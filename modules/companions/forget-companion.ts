import { and, eq } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import type { Work } from '#src/data/work.ts';
import { orderedAs, type Sought } from './read-known-people.ts';
import { companions, unofferedParticipants } from './schema.ts';

/**
 * Erases what is kept of somebody, alone and for good, and offers them no more from the orders of before either. Orders
 * themselves stay as they are: somebody starts by them, and the law keeps their papers.
 */
export async function forgetCompanion(work: Work, { userId, id }: { userId: number; id: number }): Promise<void> {
  const { tx } = work;
  const [gone] = await tx
    .delete(companions)
    .where(and(eq(companions.userId, userId), eq(companions.id, id)))
    .returning();
  if (!gone) return;
  await offerNoMore(work, { userId, person: gone });
  const actorId = work.impersonatorId ?? userId;
  await addAccountAudit(work, { userId, actorId, type: 'CompanionForgotten', comment: `${id}` });
}

/** Whoever has that name, and that birth date or none, in the orders of the account up to now. */
export async function offerNoMore(
  { tx }: Pick<Work, 'tx'>,
  { userId, person }: { userId: number; person: Sought },
): Promise<void> {
  const same = await orderedAs(tx, userId, person);
  if (same.length === 0) return;
  await tx
    .insert(unofferedParticipants)
    .values(same.map((participantId) => ({ participantId, userId })))
    // Whose place was passed on may have been somebody else's before.
    .onConflictDoUpdate({ target: unofferedParticipants.participantId, set: { userId } });
}

/** With the account everything goes. */
export async function forgetAllCompanions({ tx }: Pick<Work, 'tx'>, userId: number): Promise<void> {
  for (const table of [companions, unofferedParticipants]) await tx.delete(table).where(eq(table.userId, userId));
}
