import { and, eq } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { handOuts } from '../schema.ts';

/** Participants of an order who got their items. */
export async function handedOutOf(reader: Reader, orderId: number): Promise<ReadonlySet<number>> {
  const rows = await reader
    .select({ id: participants.id })
    .from(participants)
    .innerJoin(handOuts, and(eq(handOuts.participantId, participants.id), eq(handOuts.counts, true)))
    .where(eq(participants.orderId, orderId));
  return new Set(rows.map(({ id }) => id));
}
