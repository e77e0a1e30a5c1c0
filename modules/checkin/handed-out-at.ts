import { and, eq, inArray } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { handOuts } from './schema.ts';

/** Participants without a hand-out are left out. */
export async function handedOutAt(
  reader: Reader | Tx,
  participantIds: readonly number[],
): Promise<ReadonlyMap<number, Instant>> {
  const found = await reader
    .select({ id: handOuts.participantId, at: handOuts.handedOutAt })
    .from(handOuts)
    .where(and(inArray(handOuts.participantId, [...participantIds]), eq(handOuts.counts, true)));
  return new Map(found.map(({ id, at }) => [id, at]));
}
