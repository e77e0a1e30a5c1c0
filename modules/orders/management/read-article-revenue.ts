import { and, eq, sql } from 'drizzle-orm';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import { participantArticles, participants } from '../schema.ts';

/** Revenue per variant from live orders, minus vouchers. */
export async function articleRevenue(reader: Reader, eventId: number): Promise<Map<number, Cents>> {
  const rows = await reader
    .select({
      variantId: participantArticles.variantId,
      cents: sumOfCents(
        sql`${participantArticles.quantity} * ${participantArticles.unitPrice} - ${participantArticles.discount}`,
      ),
    })
    .from(participantArticles)
    .innerJoin(participants, eq(participants.id, participantArticles.participantId))
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true)))
    .groupBy(participantArticles.variantId);
  return new Map(rows.map(({ variantId, cents }) => [variantId, cents]));
}
