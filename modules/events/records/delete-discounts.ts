import { inArray } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { existingCatalog } from '../read-catalog.ts';
import { discountsGoingAlong } from '../rules/discount.ts';
import { discounts } from '../schema-discounts.ts';

/** Those that are for a competition that is about to be deleted, and nothing else. */
export async function deleteDiscountsOf({ tx }: Work, eventId: number, competitionId: number): Promise<void> {
  const catalog = await existingCatalog(tx, eventId);
  const ids = discountsGoingAlong(catalog.discounts, competitionId).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(discounts).where(inArray(discounts.id, ids));
}
