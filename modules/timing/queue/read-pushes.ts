import { and, asc, eq, lte, max, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { raceResultPushes } from '../schema.ts';

export type Push = typeof raceResultPushes.$inferSelect;

export async function pushOf(reader: Reader | Tx, participantId: number): Promise<Push | null> {
  const [row] = await reader.select().from(raceResultPushes).where(eq(raceResultPushes.participantId, participantId));
  return row ?? null;
}

/** Matches the index. */
const isWaiting = sql`state in ('waiting', 'failed')`;

/** Longest waiting first. */
export async function duePushes(reader: Reader | Tx, eventId: number, now: Instant, most: number): Promise<number[]> {
  const rows = await reader
    .select({ id: raceResultPushes.participantId })
    .from(raceResultPushes)
    .where(and(eq(raceResultPushes.eventId, eventId), isWaiting, lte(raceResultPushes.nextAttemptAt, now)))
    .orderBy(asc(raceResultPushes.nextAttemptAt), asc(raceResultPushes.participantId))
    .limit(most);
  return rows.map(({ id }) => id);
}

export async function dueEvents(reader: Reader | Tx, now: Instant, most: number): Promise<number[]> {
  const rows = await reader
    .selectDistinct({ id: raceResultPushes.eventId })
    .from(raceResultPushes)
    .where(and(isWaiting, lte(raceResultPushes.nextAttemptAt, now)))
    .limit(most);
  return rows.map(({ id }) => id);
}

export async function highestPid(reader: Reader | Tx, eventId: number): Promise<number> {
  const [row] = await reader
    .select({ pid: max(raceResultPushes.pid) })
    .from(raceResultPushes)
    .where(eq(raceResultPushes.eventId, eventId));
  return row?.pid ?? 0;
}
