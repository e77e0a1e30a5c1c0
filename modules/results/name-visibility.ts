import { eq } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { participantIdsOfEvent } from './read-starters.ts';
import { refuse } from './rules/problems.ts';
import { publicNames } from './schema.ts';
import { touchResults } from './touch-results.ts';

export type NameDecisionBy = (typeof publicNames.$inferSelect)['saidBy'];
type Said = {
  person: { id: number; orderId: number; eventId: number };
  isShown: boolean;
  by: NameDecisionBy;
  /** Null: by the person's own link. */
  editorId: number | null;
};

/**
 * Shows or hides a name in public lists at once. False: unchanged.
 * @throws Problem NOT_FOUND after the account is deleted
 */
export async function setNameVisibility(work: Work, { person, isShown, by, editorId }: Said): Promise<boolean> {
  const { tx, now } = work;
  const { erased } = await participantIdsOfEvent(tx, person.eventId, [person.id]);
  if (erased.size > 0) refuse('NOT_FOUND');
  const before = await publicNameOf(tx, person.id);
  if (before === isShown) return false;
  await tx
    .insert(publicNames)
    .values({ participantId: person.id, isShown, saidBy: by, saidAt: now })
    .onConflictDoUpdate({ target: publicNames.participantId, set: { isShown, saidBy: by, saidAt: now } });
  await touchResults(work, person.eventId);
  await addAudit(work, {
    orderId: person.orderId,
    type: 'OrderChanged',
    editorId,
    comment: isShown ? 'publicName.shown' : 'publicName.hidden',
  });
  return true;
}

/** Null: no choice. */
export async function publicNameOf(reader: Reader | Tx, participantId: number): Promise<boolean | null> {
  const [row] = await reader
    .select({ isShown: publicNames.isShown })
    .from(publicNames)
    .where(eq(publicNames.participantId, participantId));
  return row?.isShown ?? null;
}
