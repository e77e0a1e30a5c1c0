import { and, eq, sql } from 'drizzle-orm';
import type { Reader } from '#src/platform/database.ts';
import { participantArticles, participants } from '../schema.ts';

/** What live orders pay for each variant of an event, in cents, less what vouchers take off. */
export async function articleRevenue(reader: Reader, eventId: number): Promise<Map<number, number>> {
  const rows = await reader
    .select({
      variantId: participantArticles.variantId,
      cents: sql<number>`sum(${participantArticles.quantity} * ${participantArticles.unitPrice} - ${participantArticles.discount})`,
    })
    .from(participantArticles)
    .innerJoin(participants, eq(participants.id, participantArticles.participantId))
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true)))
    .groupBy(participantArticles.variantId);
  return new Map(rows.map(({ variantId, cents }) => [variantId, cents]));
}
