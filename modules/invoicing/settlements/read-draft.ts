import { and, desc, eq, sql } from 'drizzle-orm';
import { eventOrganizers, events } from '#modules/events/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { basisPoints, basisPointsOf, cents, zeroCents } from '#src/kernel/money.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { platformTaxOf } from '../rules/platform-tax.ts';
import { type EntryPlace, type EntrySum, type SettlementFigures, type ShareSum, settle } from '../rules/settlement.ts';
import { settlements } from '../schema.ts';
import { entryPlace, isUnsettled, shareChanges, ticketChanges } from './changes.ts';

export type Draft = {
  eventId: number;
  organizerId: number | null;
  /** Follows the previous settlement. */
  number: number;
  from: Instant;
  until: Instant;
  figures: SettlementFigures;
};

async function entrySums(reader: Reader | Tx, eventId: number): Promise<EntrySum[]> {
  type Row = { place: EntryPlace; kind: 'payment' | 'refund'; method: string; count: number; amount: number };
  const rows = await reader.all<Row>(sql`
    select ${entryPlace} place, l.kind kind, l.method method, count(*) count, sum(l.amount_cents) amount
    from orders o cross join ledger_entries l on l.order_id = o.id
    where o.event_id = ${eventId} and ${isUnsettled} group by 1, 2, 3`);
  return rows.map((row) => ({ ...row, count: Number(row.count), amount: cents(Number(row.amount)) }));
}

async function shareSums(reader: Reader | Tx, eventId: number): Promise<ShareSum[]> {
  type Row = { kind: ShareSum['kind']; rate: number; amount: number };
  const rows = await reader.all<Row>(sql`
    select kind, rate, sum(amount) amount from (${shareChanges(eventId)}) group by 1, 2 order by 1 desc, 2 desc`);
  return rows.map(({ kind, rate, amount }) => ({
    kind,
    rate: basisPointsOf(Number(rate)),
    amount: cents(Number(amount)),
  }));
}

/** The next settlement as if closed now. null: no such event. */
export async function draftOf(reader: Reader | Tx, eventId: number, now: Instant): Promise<Draft | null> {
  const [event] = await reader
    .select({
      createdAt: events.createdAt,
      organizerId: organizers.id,
      disagio: organizers.disagioBasisPoints,
      address: organizers.address,
    })
    .from(events)
    .leftJoin(eventOrganizers, and(eq(eventOrganizers.eventId, events.id), eq(eventOrganizers.isMain, true)))
    .leftJoin(organizers, eq(organizers.id, eventOrganizers.organizerId))
    .where(eq(events.id, eventId));
  if (!event) return null;
  const [before] = await reader
    .select({ number: settlements.number, until: settlements.until, carriedOut: settlements.carriedOut })
    .from(settlements)
    .where(eq(settlements.eventId, eventId))
    .orderBy(desc(settlements.number))
    .limit(1);
  const [tickets] = await reader.all<{ tickets: number; fee: number }>(
    sql`select coalesce(sum(tickets), 0) tickets, coalesce(sum(fee), 0) fee from (${ticketChanges(eventId)})`,
  );
  const [waiting] = await reader.all<{ sum: number }>(sql`
    select coalesce(sum(r.amount_cents), 0) sum from refunds r cross join orders o on o.id = r.order_id
    where r.status in ('pending', 'failed') and r.way not in ('cash', 'giftcard') and o.event_id = ${eventId}`);
  const figures = settle({
    entries: await entrySums(reader, eventId),
    tickets: Number(tickets?.tickets ?? 0),
    ticketFees: cents(Number(tickets?.fee ?? 0)),
    shares: await shareSums(reader, eventId),
    waiting: cents(Number(waiting?.sum ?? 0)),
    carriedIn: before?.carriedOut ?? zeroCents,
    disagio: event.disagio ?? basisPoints(0),
    tax: platformTaxOf(event.address, dateIn(now, defaultTimeZone)),
  });
  return {
    eventId,
    organizerId: event.organizerId,
    number: (before?.number ?? 0) + 1,
    from: before?.until ?? event.createdAt,
    until: now,
    figures,
  };
}
