import { and, asc, eq, isNotNull, isNull, lte, max, or, sql } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Instant } from '#src/kernel/time.ts';
import { isBibThere } from '../rules/fields.ts';
import { raceResultPushes } from '../schema.ts';

export type Push = typeof raceResultPushes.$inferSelect;

export async function pushOf(reader: Reader | Tx, participantId: number): Promise<Push | null> {
  const [row] = await reader.select().from(raceResultPushes).where(eq(raceResultPushes.participantId, participantId));
  return row ?? null;
}

/** Matches the index. */
const isWaiting = sql`state in ('waiting', 'failed')`;

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

export type Numbered = { participantId: number; bib: string; bibThere: string | null; lastName: string };

const numberedAmong = prepared((reader) =>
  reader
    .select({
      participantId: raceResultPushes.participantId,
      bib: participants.rrBib,
      bibThere: raceResultPushes.bibThere,
      lastName: participants.lastName,
    })
    .from(raceResultPushes)
    .innerJoin(participants, eq(participants.id, raceResultPushes.participantId))
    .where(
      and(
        sql`${raceResultPushes.participantId} in (select value from json_each(${sql.placeholder('ids')}))`,
        isNull(raceResultPushes.askedAt),
        or(isNotNull(participants.rrBib), isNotNull(raceResultPushes.bibThere)),
      ),
    ),
);

/** Participants with a number here or there. Those who wait for their first number are unknown to RACE RESULT. */
export async function numberedOf(reader: Reader, ids: readonly number[]): Promise<Numbered[]> {
  const rows = await numberedAmong(reader).all({ ids: JSON.stringify(ids) });
  return rows.flatMap(({ bib, ...row }) => {
    const known = bib ?? row.bibThere ?? '';
    return isBibThere(known) ? [{ ...row, bib: known }] : [];
  });
}
