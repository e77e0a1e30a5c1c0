import { asc, inArray } from 'drizzle-orm';
import { orderIdsOfBuyer } from '#modules/orders/index.ts';
import { toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { participantIdsOf } from './read-person.ts';
import { raceResultDifferences, raceResultPushes } from './schema.ts';

/** Erases comparisons; the queue contains numbers and times only. The organizer erases what was sent to RACE RESULT. */
export const timingData: PersonalData = {
  async collect(reader, userId) {
    const people = await participantIdsOf(reader, await orderIdsOfBuyer(reader, userId));
    const rows = await reader
      .select()
      .from(raceResultPushes)
      .where(inArray(raceResultPushes.participantId, people))
      .orderBy(asc(raceResultPushes.participantId));
    return {
      timing: rows.map(({ participantId, bibThere, lastSynchroAt }) => ({
        participantId,
        bib: bibThere,
        sentAt: toIsoOrNull(lastSynchroAt),
      })),
    };
  },
  async erase({ tx }, userId) {
    const people = await participantIdsOf(tx, await orderIdsOfBuyer(tx, userId));
    await tx.delete(raceResultDifferences).where(inArray(raceResultDifferences.participantId, people));
    // The error text may contain a name.
    await tx.update(raceResultPushes).set({ lastError: null }).where(inArray(raceResultPushes.participantId, people));
  },
};
