import { and, asc, count, eq, not, or, type SQL, sql } from 'drizzle-orm';
import { competitions } from '#modules/events/schema.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { contains } from '#src/web/list/query.ts';
import { starts } from '../read-person.ts';
import { errorOf, type PushError, type PushState } from '../rules/push.ts';
import { raceResultPushes } from '../schema.ts';

export type ListedPush = {
  id: number;
  participantId: number;
  orderId: number;
  firstName: string;
  lastName: string;
  competition: string;
  state: PushState;
  error: PushError | null;
  /** Error text of RACE RESULT. */
  message: string;
  rrBib: string | null;
  bibThere: string | null;
  attempts: number;
  nextAttemptAt: Instant;
  lastSynchroAt: Instant | null;
  hasSaveValue: boolean;
};

const urgency = sql`case ${raceResultPushes.state} when 'dead' then 0 when 'failed' then 1 when 'skipped' then 2 when 'waiting' then 3 else 4 end`;

export const pushSource = (eventId: number): ListSource => ({
  id: raceResultPushes.participantId,
  fields: {
    id: { column: raceResultPushes.participantId, kind: 'number' },
    participantId: { column: raceResultPushes.participantId, kind: 'number' },
    state: { column: raceResultPushes.state, kind: 'text' },
    nextAttemptAt: { column: raceResultPushes.nextAttemptAt, kind: 'instant' },
    lastSynchroTime: { column: raceResultPushes.lastSynchroAt, kind: 'instant' },
  },
  scope: eq(raceResultPushes.eventId, eventId),
  search: (q) =>
    sql`exists (select 1 from participants p where p.id = ${raceResultPushes.participantId} and ${named(q)})`,
  order: [asc(urgency), asc(raceResultPushes.participantId)],
});

const named = (q: string): SQL | undefined =>
  or(
    contains(sql`p.last_name`, q),
    contains(sql`p.first_name`, q),
    sql`p.rr_bib = ${q}`,
    sql`cast(p.order_id as text) = ${q}`,
  );

const listed = (reader: Reader, where: SQL | undefined) =>
  reader
    .select({
      id: raceResultPushes.participantId,
      participantId: raceResultPushes.participantId,
      orderId: participants.orderId,
      firstName: participants.firstName,
      lastName: participants.lastName,
      competition: competitions.title,
      state: raceResultPushes.state,
      lastError: raceResultPushes.lastError,
      rrBib: participants.rrBib,
      bibThere: raceResultPushes.bibThere,
      attempts: raceResultPushes.attempts,
      nextAttemptAt: raceResultPushes.nextAttemptAt,
      lastSynchroAt: raceResultPushes.lastSynchroAt,
      hasSaveValue: raceResultPushes.hasSaveValue,
    })
    .from(raceResultPushes)
    .innerJoin(participants, eq(participants.id, raceResultPushes.participantId))
    .innerJoin(competitions, eq(competitions.id, participants.competitionId))
    .where(where);

const row = ({ lastError, ...rest }: Awaited<ReturnType<typeof listed>>[number]): ListedPush => {
  const error = lastError === null ? null : errorOf(lastError);
  return { ...rest, error: error?.code ?? null, message: error?.message ?? '' };
};

export const readPushes = async (reader: Reader, isOnPage: SQL): Promise<ListedPush[]> =>
  (await listed(reader, isOnPage)).map(row);

export const pushesOfOrder = async (
  reader: Reader,
  { orderId, participantId }: { orderId: number; participantId?: number | undefined },
): Promise<ListedPush[]> =>
  (
    await listed(
      reader,
      and(
        eq(participants.orderId, orderId),
        participantId === undefined ? undefined : eq(participants.id, participantId),
      ),
    )
      .orderBy(asc(urgency), asc(raceResultPushes.participantId))
      .limit(maxPerOrder)
  ).map(row);

/** Rows on the order page; the list shows all. */
const maxPerOrder = 20;

/** Participants per state, and starters who were never enqueued. */
export async function queueCounts(
  reader: Reader,
  eventId: number,
): Promise<{ states: Readonly<Record<PushState, number>>; unseen: number; lastSynchroAt: Instant | null }> {
  const rows = await reader
    .select({
      state: raceResultPushes.state,
      n: sql<number>`count(*)`,
      last: sql<Instant | null>`max(${raceResultPushes.lastSynchroAt})`,
    })
    .from(raceResultPushes)
    .where(eq(raceResultPushes.eventId, eventId))
    .groupBy(raceResultPushes.state);
  const countOf = (state: PushState) => Number(rows.find((one) => one.state === state)?.n ?? 0);
  const isPushed = sql`exists (select 1 from race_result_pushes q where q.participant_id = ${participants.id})`;
  const [unseen] = await reader
    .select({ n: count() })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(and(eq(participants.eventId, eventId), starts, not(isPushed)));
  const last = rows.flatMap((one) => one.last ?? []);
  return {
    states: {
      waiting: countOf('waiting'),
      sent: countOf('sent'),
      failed: countOf('failed'),
      dead: countOf('dead'),
      skipped: countOf('skipped'),
    },
    unseen: unseen?.n ?? 0,
    lastSynchroAt: last.length > 0 ? (Math.max(...last) as Instant) : null,
  };
}
