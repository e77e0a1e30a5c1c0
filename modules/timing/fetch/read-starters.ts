import { and, eq } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { raceResultPushes } from '../schema.ts';

export type Starter = { id: number; competitionId: number };

/** Whom a row means: by our key, else by their number, else by the start number. A key that is none of ours is nobody. */
export async function startersByName(reader: Reader, eventId: number) {
  const people = await reader
    .select({
      id: participants.id,
      competitionId: participants.competitionId,
      bib: participants.rrBib,
      pid: raceResultPushes.pid,
    })
    .from(participants)
    .leftJoin(raceResultPushes, eq(raceResultPushes.participantId, participants.id))
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true)));
  const by = (keyOf: (one: (typeof people)[number]) => number | string | null) =>
    new Map<string, Starter>(people.flatMap((one) => (keyOf(one) === null ? [] : [[String(keyOf(one)), one]])));
  const [byKey, byPid, byBib] = [by(({ id }) => id), by(({ pid }) => pid), by(({ bib }) => bib)];
  return ({ ForeignKey = '', ID = '', Bib = '' }: Readonly<Record<string, string>>): Starter | null => {
    if (ForeignKey !== '') return byKey.get(ForeignKey) ?? null;
    return byPid.get(ID) ?? byBib.get(Bib) ?? null;
  };
}
