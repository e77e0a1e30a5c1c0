import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { handOuts, scans } from './schema.ts';

/** Times of admission. Participants who were not admitted are left out. */
export async function admittedAt(
  reader: Reader,
  participantIds: readonly number[],
): Promise<ReadonlyMap<number, Instant>> {
  const found = await reader
    .select({ id: scans.participantId, at: scans.scannedAt })
    .from(scans)
    .where(and(inArray(scans.participantId, [...participantIds]), eq(scans.admitted, true)));
  return new Map(found.map(({ id, at }) => [id, at]));
}

export const isAdmitted = (participantId: SQL, is: boolean): SQL => {
  const found = sql`exists (select 1 from scans where scans.participant_id = ${participantId} and scans.admitted = 1)`;
  return is ? found : sql`not ${found}`;
};

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
