import { asc, eq, sql } from 'drizzle-orm';
import { paidList } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRow } from '#src/data/hot-statements.ts';
import { refuse } from './rules/problems.ts';
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
