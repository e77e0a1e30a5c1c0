import { eq } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { refuseOtherIds } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { competitions } from '../schema.ts';

/**
 * Numbers the competitions of an event from 1 in the order given.
 * @throws Problem VALIDATION_FAILED unless every competition of the event is named exactly once
 */
export async function sortCompetitions(work: Work, eventId: number, ids: readonly number[]): Promise<void> {
  const known = await work.tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(eq(competitions.eventId, eventId));
  refuseOtherIds('competitionIds', known, ids);
  for (const [at, id] of ids.entries())
    await work.tx
      .update(competitions)
      .set({ sortOrder: at + 1 })
      .where(eq(competitions.id, id));
  await touchEvent(work, eventId);
}
