import { eq } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { eventOfCompetition, refuseOtherIds } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { competitionPrices } from '../schema.ts';

/**
 * Numbers the prices of a competition from 1 in the order given; the first one on sale is the current price.
 * @throws Problem VALIDATION_FAILED unless every price of the competition is named exactly once
 */
export async function sortPrices(work: Work, competitionId: number, ids: readonly number[]): Promise<void> {
  const eventId = await eventOfCompetition(work, competitionId);
  const known = await work.tx
    .select({ id: competitionPrices.id })
    .from(competitionPrices)
    .where(eq(competitionPrices.competitionId, competitionId));
  refuseOtherIds('competitionPriceIds', known, ids);
  for (const [at, id] of ids.entries())
    await work.tx
      .update(competitionPrices)
      .set({ priceOrder: at + 1 })
      .where(eq(competitionPrices.id, id));
  await touchEvent(work, eventId);
}
