import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { participantArticles, participants } from '../schema.ts';

/** Places that an order's people hold, by competition and price, in the fixed order of the stock ledger. */
export function ticketCounts(
  people: readonly { competitionId: number; priceId: number }[],
): { competitionId: number; priceId: number; count: number }[] {
  const counts = new Map<string, { competitionId: number; priceId: number; count: number }>();
  for (const { competitionId, priceId } of people) {
    const key = `${competitionId}|${priceId}`;
    const entry = counts.get(key) ?? { competitionId, priceId, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  return [...counts.values()].sort((a, b) => a.competitionId - b.competitionId || a.priceId - b.priceId);
}

/** Articles of orders by variant, in the order of the variants. */
export function variantCounts(
  reader: Reader | Tx,
  orderIds: readonly number[],
): Promise<{ variantId: number; quantity: number }[]> {
  return reader
    .select({
      variantId: participantArticles.variantId,
      quantity: sql<number>`sum(${participantArticles.quantity})`.mapWith(Number),
    })
    .from(participantArticles)
    .innerJoin(participants, eq(participants.id, participantArticles.participantId))
    .where(inArray(participants.orderId, [...orderIds]))
    .groupBy(participantArticles.variantId)
    .orderBy(asc(participantArticles.variantId));
}
