import { sql } from 'drizzle-orm';
import { toIso } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { eventIdsOfBuyer, participantIdsOfBuyer } from './read-starters.ts';
import { publicNames, resultChanges, results } from './schema.ts';
import { touchResults } from './touch-results.ts';

const within = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** Erasing removes results from public lists; ranks close up. */
export const resultData: PersonalData = {
  async collect(reader, userId) {
    const ids = await participantIdsOfBuyer(reader, userId);
    const found = await reader
      .select()
      .from(results)
      .where(sql`${results.participantId} in ${within(ids)}`);
    const choices = await reader
      .select()
      .from(publicNames)
      .where(sql`${publicNames.participantId} in ${within(ids)}`);
    return {
      results: found.map(({ participantId, competitionId, bib, timeMs, status, splits }) => ({
        participantId,
        competitionId,
        bib,
        timeMs,
        status,
        splits,
      })),
      publicNames: choices.map(({ participantId, isShown, saidBy, saidAt }) => ({
        participantId,
        isShown,
        saidBy,
        saidAt: toIso(saidAt),
      })),
    };
  },
  async erase(work, userId) {
    const { tx } = work;
    const ids = await participantIdsOfBuyer(tx, userId);
    const found = await tx
      .select({ id: results.id })
      .from(results)
      .where(sql`${results.participantId} in ${within(ids)}`);
    const resultIds = found.map(({ id }) => id);
    await tx.delete(resultChanges).where(sql`${resultChanges.resultId} in ${within(resultIds)}`);
    await tx.delete(results).where(sql`${results.id} in ${within(resultIds)}`);
    await tx.delete(publicNames).where(sql`${publicNames.participantId} in ${within(ids)}`);
    for (const eventId of await eventIdsOfBuyer(tx, userId)) await touchResults(work, eventId);
  },
};
