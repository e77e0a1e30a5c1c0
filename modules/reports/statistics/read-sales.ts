import { and, eq, exists, gte, lt, type SQL, sql } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { type Clocks, clocksOf, dateOfNumber, quartersOf, type Span } from '../rules/days.ts';
import { soldOrders, soldTickets } from '../schema.ts';
import type { Measure } from './choices.ts';

/** Days are counted in the event's time zone. */
export type CountedEvent = { id: number; timeZone: string };

/** Additional dimension beside day and event. */
export type SalesGrouping = 'nothing' | 'paymentMethod' | 'competition';
export type Sale = { date: CalendarDate; eventId: number; paymentMethod: string; competitionId: number; value: number };

/** Yields to other requests between two queries. */
export const nextTurn = (): Promise<void> => new Promise((resume) => setImmediate(resume));

/** Day number of a quarter in local time. The offset changes within the span, so it is a CASE. */
function dayOf(clocks: Clocks): SQL<number> {
  const [last, ...earlier] = [...clocks].reverse();
  const cases = earlier.reverse().map(({ before, ahead }) => `when quarter < ${before} then ${ahead}`);
  const ahead = cases.length > 0 ? `case ${cases.join(' ')} else ${last?.ahead ?? 0} end` : `${last?.ahead ?? 0}`;
  return sql<number>`${sql.raw(`(quarter + ${ahead}) / 96`)}`.mapWith(Number);
}

/**
 * Complete and shipped orders per day in each event's time zone: count, participants, or totals in cents. Days without
 * sales are left out. By date, then event.
 */
export async function readSales(
  reader: Reader,
  counted: readonly CountedEvent[],
  spanOf: (timeZone: string) => Span,
  { measure, apart = 'nothing' }: { measure: Measure; apart?: SalesGrouping },
): Promise<Sale[]> {
  const found: Sale[] = [];
  for (const [timeZone, ofZone] of Map.groupBy(counted, (event) => event.timeZone)) {
    const range = quartersOf(spanOf(timeZone), timeZone);
    const day = dayOf(clocksOf(range, timeZone));
    const ids = ofZone.length > 1 ? await soldWithin(reader, range) : new Set(ofZone.map(({ id }) => id));
    for (const { id } of ofZone) {
      if (!ids.has(id)) continue;
      for (const { day: number, ...row } of await summed(reader, id, range, day, measure, apart)) {
        if (row.value !== 0) found.push({ ...row, date: dateOfNumber(Math.floor(number)) });
      }
      await nextTurn();
    }
  }
  return found.sort(
    (a, b) =>
      (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) ||
      a.eventId - b.eventId ||
      a.competitionId - b.competitionId ||
      (a.paymentMethod < b.paymentMethod ? -1 : 1),
  );
}

/** Events with sales in the range; most have none. */
async function soldWithin(reader: Reader, { from, before }: { from: number; before: number }): Promise<Set<number>> {
  const within = reader
    .select({ one: sql`1` })
    .from(soldOrders)
    .where(and(eq(soldOrders.eventId, events.id), gte(soldOrders.quarter, from), lt(soldOrders.quarter, before)));
  const rows = await reader.select({ id: events.id }).from(events).where(exists(within));
  return new Set(rows.map(({ id }) => id));
}

async function summed(
  reader: Reader,
  eventId: number,
  { from, before }: { from: number; before: number },
  day: SQL<number>,
  measure: Measure,
  apart: SalesGrouping,
) {
  if (measure === 'participants' || apart === 'competition') {
    return await reader
      .select({
        day,
        eventId: soldTickets.eventId,
        paymentMethod: apart === 'paymentMethod' ? soldTickets.paymentMethod : sql<string>`''`,
        competitionId: apart === 'competition' ? soldTickets.competitionId : sql<number>`0`.mapWith(Number),
        value: sql<number>`sum(${soldTickets.tickets})`.mapWith(Number),
      })
      .from(soldTickets)
      .where(and(eq(soldTickets.eventId, eventId), gte(soldTickets.quarter, from), lt(soldTickets.quarter, before)))
      .groupBy(sql`1`, sql`2`, sql`3`, sql`4`);
  }
  const value = measure === 'orders' ? soldOrders.orders : soldOrders.revenue;
  return await reader
    .select({
      day,
      eventId: soldOrders.eventId,
      paymentMethod: apart === 'paymentMethod' ? soldOrders.paymentMethod : sql<string>`''`,
      competitionId: sql<number>`0`.mapWith(Number),
      value: sql<number>`sum(${value})`.mapWith(Number),
    })
    .from(soldOrders)
    .where(and(eq(soldOrders.eventId, eventId), gte(soldOrders.quarter, from), lt(soldOrders.quarter, before)))
    .groupBy(sql`1`, sql`2`, sql`3`, sql`4`);
}
