import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { isBibThere } from './rules/fields.ts';
import { raceResultPushes } from './schema.ts';

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Finds the participant by our key, else their PID, else the start number. An unknown key matches no participant. */
export async function resolveParticipant(
  reader: Reader | Tx,
  eventId: number,
  { ForeignKey = '', ID = '', Bib = '' }: Readonly<Record<string, string>>,
): Promise<number | null> {
  const one = async (where: SQL | undefined): Promise<number | null> => {
    const rows = await reader
      .select({ id: participants.id })
      .from(participants)
      .leftJoin(raceResultPushes, eq(raceResultPushes.participantId, participants.id))
      .where(and(eq(participants.eventId, eventId), where))
      .limit(2);
    return rows.length === 1 ? (rows[0]?.id ?? null) : null;
  };
  if (isNumber(ForeignKey)) return one(eq(participants.id, Number(ForeignKey)));
  const byPid = isNumber(ID) ? await one(eq(raceResultPushes.pid, Number(ID))) : null;
  if (byPid !== null || !isBibThere(Bib)) return byPid;
  return one(and(eq(participants.rrBib, Bib), isNotNull(participants.rrBib), eq(participants.live, true)));
}

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
