import { asc, eq, sql } from 'drizzle-orm';
import { numberOfBib } from '#modules/orders/rules/bib.ts';
import { paidList } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRow } from '#src/data/hot-statements.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { refuse } from './rules/problems.ts';
import { type BibRange, numbersIn } from './rules/ranges.ts';
import { bibRanges, bibSettings } from './schema.ts';

export type RangeRecord = typeof bibRanges.$inferSelect;
export type BibSettings = typeof bibSettings.$inferSelect;

export const rangesOf = (reader: Reader | Tx, eventId: number): Promise<RangeRecord[]> =>
  reader.select().from(bibRanges).where(eq(bibRanges.eventId, eventId)).orderBy(asc(bibRanges.first)).execute();

export async function hasRanges(reader: Reader | Tx, eventId: number): Promise<boolean> {
  const [range] = await reader
    .select({ id: bibRanges.id })
    .from(bibRanges)
    .where(eq(bibRanges.eventId, eventId))
    .limit(1);
  return range !== undefined;
}

/** @throws Problem NOT_FOUND also for a range of another event */
export async function rangeOf(reader: Reader | Tx, eventId: number, rangeId: number): Promise<RangeRecord> {
  const [range] = await reader.select().from(bibRanges).where(eq(bibRanges.id, rangeId));
  return range?.eventId === eventId ? range : refuse('NOT_FOUND');
}

export async function settingsOf(reader: Reader | Tx, eventId: number): Promise<BibSettings> {
  const row = await selectRow(reader, bibSettings, 'where event_id = ?', [eventId]);
  return row ?? { eventId, assignOnCompletion: false, layout: null };
}

export type BibCount = { competitionId: number; people: number; numbered: number };

/** Participants of paid orders per competition, and how many have a number. */
export async function bibCounts(reader: Reader, eventId: number): Promise<BibCount[]> {
  const rows = await reader.all<{ id: number; people: number; numbered: number }>(
    sql`select p.competition_id id, count(*) people, count(p.rr_bib) numbered from participants p
      join orders o on o.id = p.order_id
      where p.event_id = ${eventId} and p.live = 1 and o.status in ${sql.raw(paidList)} group by 1`,
  );
  return rows.map(({ id, people, numbered }) => ({
    competitionId: Number(id),
    people: Number(people),
    numbered: Number(numbered),
  }));
}

/**
 * The first number that is neither held, nor known to a timing system by a canceled participant (`heldByTiming`),
 * nor about to be assigned by a run in progress.
 */
async function firstFree(
  reader: Reader | Tx,
  eventId: number,
  numbers: readonly number[],
  heldByTiming: ReadonlyMap<string, number>,
): Promise<number | null> {
  const open = numbers.filter((number) => !heldByTiming.has(String(number)));
  if (open.length === 0) return null;
  const [row] = await reader.all<{ n: number }>(sql`
    select value n from json_each(${JSON.stringify(open)})
    where not exists (select 1 from participants p where p.event_id = ${eventId} and p.live = 1 and p.rr_bib = cast(value as text))
      and not exists (select 1 from bib_runs r join bib_run_items i on i.run_id = r.id
        where r.event_id = ${eventId} and r.status = 'applying' and i.state in ('waiting', 'parked') and i.after = cast(value as text))
    limit 1`);
  return row ? Number(row.n) : null;
}

/** Numbers per query. */
const atOnce = 500;

/** The first free number of these ranges; `heldByTiming` as above. */
export async function nextFree(
  reader: Reader | Tx,
  eventId: number,
  ranges: readonly BibRange[],
  heldByTiming: ReadonlyMap<string, number>,
): Promise<number | null> {
  for (const range of ranges) {
    let batch: number[] = [];
    for (const number of numbersIn(range)) {
      batch.push(number);
      if (batch.length < atOnce) continue;
      const free = await firstFree(reader, eventId, batch, heldByTiming);
      if (free !== null) return free;
      batch = [];
    }
    const free = await firstFree(reader, eventId, batch, heldByTiming);
    if (free !== null) return free;
  }
  return null;
}

/** Implements `Deps.nextFreeBib`. */
export async function nextFreeBib(
  { bibsHeldElsewhere }: Pick<Deps, 'bibsHeldElsewhere'>,
  reader: Reader | Tx,
  { eventId, competitionId, current }: { eventId: number; competitionId: number; current?: string },
): Promise<{ bib: string } | { none: 'noRange' | 'full' }> {
  const ranges = (await rangesOf(reader, eventId)).filter((range) => range.competitionId === competitionId);
  if (ranges.length === 0) return { none: 'noRange' };
  const number = numberOfBib(current ?? null);
  if (number !== null && ranges.some(({ first, last }) => first <= number && number <= last))
    return { bib: String(number) };
  const free = await nextFree(reader, eventId, ranges, await bibsHeldElsewhere(reader, eventId));
  return free === null ? { none: 'full' } : { bib: String(free) };
}

export type OutsideBib = {
  participantId: number;
  orderId: number;
  firstName: string;
  lastName: string;
  competitionId: number;
  bib: string;
};

/** A number with letters is in no range. Reserved numbers and gaps count as inside. */
const isIn = sql.raw(
  `p.rr_bib not glob '*[^0-9]*' and length(p.rr_bib) < 10 and cast(p.rr_bib as integer) between r.first and r.last`,
);

/**
 * Participants with a number outside of their competition's ranges, by number. A competition without ranges counts only
 * if the number is in another competition's range.
 */
export async function outsideBibs(
  reader: Reader,
  eventId: number,
  limit: number,
): Promise<{ count: number; rows: OutsideBib[] }> {
  const rows = await reader.all<OutsideBib & { count: number }>(sql`
    select p.id participantId, p.order_id orderId, p.first_name firstName, p.last_name lastName,
      p.competition_id competitionId, p.rr_bib bib, count(*) over () count
    from participants p
    where p.event_id = ${eventId} and p.live = 1 and p.rr_bib is not null
      and not exists (select 1 from bib_ranges r where r.competition_id = p.competition_id and ${isIn})
      and (exists (select 1 from bib_ranges r where r.competition_id = p.competition_id)
        or exists (select 1 from bib_ranges r where r.event_id = p.event_id and ${isIn}))
    order by length(p.rr_bib), p.rr_bib, p.id limit ${limit}`);
  return {
    count: Number(rows[0]?.count ?? 0),
    rows: rows.map(({ count: _, ...row }) => ({
      ...row,
      participantId: Number(row.participantId),
      orderId: Number(row.orderId),
      competitionId: Number(row.competitionId),
    })),
  };
}
