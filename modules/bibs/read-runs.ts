import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { refuse } from './rules/problems.ts';
import type { ItemOutcome } from './rules/run.ts';
import { bibRunItems, bibRuns } from './schema.ts';

export type Run = typeof bibRuns.$inferSelect & { editorEmail: string };
export type RunItem = typeof bibRunItems.$inferSelect & {
  firstName: string | null;
  lastName: string | null;
  competitionId: number | null;
};

const editorEmail = sql<string>`(select email from users where users.id = ${bibRuns.editorId})`;

/** @throws Problem NOT_FOUND also for a run of another event */
export async function runOf(reader: Reader | Tx, eventId: number, runId: number): Promise<Run> {
  const [run] = await readRuns(reader, eq(bibRuns.id, runId));
  return run?.eventId === eventId ? run : refuse('NOT_FOUND');
}

const readRuns = (reader: Reader | Tx, where: SQL | undefined): PromiseLike<Run[]> =>
  reader
    .select({ ...getTableColumns(bibRuns), editorEmail })
    .from(bibRuns)
    .where(where);

/** The latest run that is applied or in progress. */
export async function lastRunOf(reader: Reader | Tx, eventId: number): Promise<Run | null> {
  const [run] = await reader
    .select({ ...getTableColumns(bibRuns), editorEmail })
    .from(bibRuns)
    .where(and(eq(bibRuns.eventId, eventId), inArray(bibRuns.status, ['applying', 'done'])))
    .orderBy(desc(bibRuns.id))
    .limit(1);
  return run ?? null;
}

/** People without a number first, then by new number. */
export const itemSource = (runId: number): ListSource => ({
  id: bibRunItems.id,
  fields: {
    id: { column: bibRunItems.id, kind: 'number' },
    outcome: { column: bibRunItems.outcome, kind: 'text' },
    state: { column: bibRunItems.state, kind: 'text' },
    line: { column: bibRunItems.line, kind: 'number' },
  },
  scope: eq(bibRunItems.runId, runId),
  order: [
    sql`${bibRunItems.outcome} = 'set'`,
    sql`${bibRunItems.outcome} = 'same'`,
    sql`cast(${bibRunItems.after} as integer)`,
    sql`${bibRunItems.position}`,
  ],
});

export const readItems = (reader: Reader, where: SQL): PromiseLike<RunItem[]> =>
  reader
    .select({
      ...getTableColumns(bibRunItems),
      firstName: participants.firstName,
      lastName: participants.lastName,
      competitionId: participants.competitionId,
    })
    .from(bibRunItems)
    .leftJoin(participants, eq(participants.id, bibRunItems.participantId))
    .where(where);

export type RunTally = {
  fresh: number;
  changed: number;
  cleared: number;
  chips: number;
  outcomes: Partial<Record<ItemOutcome, number>>;
  open: number;
  done: number;
  skipped: number;
};

export async function tallyOfRun(reader: Reader | Tx, runId: number): Promise<RunTally> {
  const rows = await reader
    .select({
      outcome: bibRunItems.outcome,
      state: bibRunItems.state,
      had: sql<number>`${bibRunItems.before} is not null`.mapWith(Number),
      gets: sql<number>`${bibRunItems.after} is not null`.mapWith(Number),
      chips: sql<number>`count(${bibRunItems.chip})`.mapWith(Number),
      n: sql<number>`count(*)`.mapWith(Number),
    })
    .from(bibRunItems)
    .where(eq(bibRunItems.runId, runId))
    .groupBy(bibRunItems.outcome, bibRunItems.state, sql`3`, sql`4`);
  const tally: RunTally = { fresh: 0, changed: 0, cleared: 0, chips: 0, outcomes: {}, open: 0, done: 0, skipped: 0 };
  for (const { outcome, state, had, gets, chips, n } of rows) {
    tally.chips += chips;
    if (state !== 'told' && outcome !== 'chip') tally[gets === 0 ? 'cleared' : had === 1 ? 'changed' : 'fresh'] += n;
    tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + n;
    if (state === 'waiting' || state === 'parked') tally.open += n;
    if (state === 'done') tally.done += n;
    if (state === 'changed' || state === 'taken') tally.skipped += n;
  }
  return tally;
}

/**
 * Counts people who changed since the preview: another number, no place any more, or a new number held by a person
 * outside of the run.
 */
export async function changedSince(reader: Reader | Tx, eventId: number, runId: number): Promise<number> {
  const [row] = await reader.all<{ n: number }>(sql`
    select count(*) n from bib_run_items i join participants p on p.id = i.participant_id
    where i.run_id = ${runId} and i.state = 'waiting' and (p.live = 0 or p.event_id <> ${eventId} or p.rr_bib is not i.before
      or exists (select 1 from participants q where q.event_id = ${eventId} and q.live = 1 and q.rr_bib = i.after and q.id <> p.id
        and not exists (select 1 from bib_run_items j where j.run_id = i.run_id and j.participant_id = q.id and j.state = 'waiting')))`);
  return Number(row?.n ?? 0);
}

export type OpenItem = Pick<RunItem, 'id' | 'before' | 'after' | 'state' | 'chip'> & {
  participantId: number;
  /** Current values of the participant. */
  bib: string | null;
  live: boolean;
};

const openItemRows = (reader: Reader | Tx, where: SQL | undefined) =>
  reader
    .select({
      id: bibRunItems.id,
      before: bibRunItems.before,
      after: bibRunItems.after,
      state: bibRunItems.state,
      chip: bibRunItems.chip,
      participantId: participants.id,
      bib: participants.rrBib,
      live: participants.live,
    })
    .from(bibRunItems)
    .innerJoin(participants, eq(participants.id, bibRunItems.participantId))
    .where(where);

export const openItems = (reader: Reader | Tx, runId: number, max: number): PromiseLike<OpenItem[]> =>
  openItemRows(reader, and(eq(bibRunItems.runId, runId), sql`${bibRunItems.state} in ('waiting', 'parked')`))
    .orderBy(bibRunItems.position)
    .limit(max);

export async function openItem(reader: Reader | Tx, id: number): Promise<OpenItem> {
  const [item] = await openItemRows(reader, eq(bibRunItems.id, id));
  return present(item, 'an item of a participant exists');
}

export async function waitingItemOf(
  reader: Reader | Tx,
  runId: number,
  participantId: number,
): Promise<{ id: number; before: string | null } | null> {
  const [row] = await reader
    .select({ id: bibRunItems.id, before: bibRunItems.before })
    .from(bibRunItems)
    .where(
      and(eq(bibRunItems.participantId, participantId), eq(bibRunItems.runId, runId), eq(bibRunItems.state, 'waiting')),
    );
  return row ?? null;
}

export const appliedItems = (reader: Reader | Tx, runId: number): PromiseLike<OpenItem[]> =>
  openItemRows(reader, and(eq(bibRunItems.runId, runId), eq(bibRunItems.state, 'done'))).orderBy(bibRunItems.position);
