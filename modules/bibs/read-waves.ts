import { and, asc, eq, sql } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { refuse } from './rules/problems.ts';
import { participantWaves, startWaves } from './schema.ts';

export type WaveRecord = typeof startWaves.$inferSelect & { people: number };

/** People who hold a place. After a move to another competition the wave of the former one does not count. */
export const peopleIn = sql<number>`(select count(*) from participant_waves pw join participants p on p.id = pw.participant_id
  where pw.wave_id = start_waves.id and p.live = 1 and p.competition_id = start_waves.competition_id)`;

const readWaves = (reader: Reader | Tx) =>
  reader
    .select({
      id: startWaves.id,
      eventId: startWaves.eventId,
      competitionId: startWaves.competitionId,
      title: startWaves.title,
      startsAt: startWaves.startsAt,
      size: startWaves.size,
      locksAt: startWaves.locksAt,
      allowsChoice: startWaves.allowsChoice,
      people: peopleIn.mapWith(Number),
    })
    .from(startWaves);

/** In the order of their starts. */
export const wavesOf = (reader: Reader | Tx, eventId: number): Promise<WaveRecord[]> =>
  readWaves(reader)
    .where(eq(startWaves.eventId, eventId))
    .orderBy(asc(startWaves.startsAt), asc(startWaves.id))
    .execute();

/** @throws Problem NOT_FOUND also for a wave of another event */
export async function waveOf(reader: Reader | Tx, eventId: number, waveId: number): Promise<WaveRecord> {
  const [wave] = await readWaves(reader).where(and(eq(startWaves.id, waveId), eq(startWaves.eventId, eventId)));
  return wave ?? refuse('NOT_FOUND');
}

export type OwnWave = { id: number; title: string; startsAt: Instant; locksAt: Instant | null; allowsChoice: boolean };

/** The wave of a participant; null: none. */
export async function waveOfPerson(reader: Reader | Tx, participantId: number): Promise<OwnWave | null> {
  const [wave] = await reader
    .select({
      id: startWaves.id,
      title: startWaves.title,
      startsAt: startWaves.startsAt,
      locksAt: startWaves.locksAt,
      allowsChoice: startWaves.allowsChoice,
    })
    .from(participantWaves)
    .innerJoin(participants, eq(participants.id, participantWaves.participantId))
    .innerJoin(
      startWaves,
      and(eq(startWaves.id, participantWaves.waveId), eq(startWaves.competitionId, participants.competitionId)),
    )
    .where(eq(participantWaves.participantId, participantId));
  return wave ?? null;
}

/** A participant who holds a place at the event. */
export async function livePerson(reader: Reader | Tx, eventId: number, participantId: number) {
  const [person] = await reader
    .select({ id: participants.id, orderId: participants.orderId, competitionId: participants.competitionId })
    .from(participants)
    .where(and(eq(participants.id, participantId), eq(participants.eventId, eventId), eq(participants.live, true)));
  return person ?? refuse('NOT_FOUND');
}

/** By bib number, else by participant id. @throws Problem NOT_FOUND */
export async function personNamed(reader: Reader | Tx, eventId: number, text: string): Promise<number> {
  const rows = await reader
    .select({ id: participants.id, bib: participants.rrBib })
    .from(participants)
    .where(
      and(
        eq(participants.eventId, eventId),
        eq(participants.live, true),
        sql`(${participants.rrBib} = ${text} or ${participants.id} = ${/^\d{1,15}$/.test(text) ? Number(text) : 0})`,
      ),
    );
  return (rows.find(({ bib }) => bib === text) ?? rows[0])?.id ?? refuse('NOT_FOUND');
}

export const hasWaves = async (reader: Reader | Tx, eventId: number): Promise<boolean> =>
  (await reader.select({ id: startWaves.id }).from(startWaves).where(eq(startWaves.eventId, eventId)).limit(1)).length >
  0;
