import { and, eq } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { raceResultPushes } from '../schema.ts';

export type Starter = { id: number; competitionId: number };

/** Finds the participant by our key, else their PID, else the start number. An unknown key matches no participant. */
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
