import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { eventOrganizers, events } from '#modules/events/schema.ts';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { ledgerEntries } from '#modules/payments/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import { compareNames } from '#src/kernel/fold.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type CalendarDate, type Instant, zonedInstant } from '#src/kernel/time.ts';
import { nextTurn } from './read-sales.ts';

export type OrderPayments = {
  month: string;
  organizerId: number;
  organizerName: string;
  paymentMethod: string;
  orders: number;
  paid: Cents;
  refunded: Cents;
};

const monthOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;
const firstOf = (year: number, month: number, timeZone: string): Instant =>
  zonedInstant(`${month > 12 ? monthOf(year + 1, 1) : monthOf(year, month)}-01` as CalendarDate, 0, 0, timeZone);

/**
 * Ledger of a year by month (in the event's time zone), main organizer and payment method. Orders canceled later count,
 * because their money moved.
 */
export async function readOrderPayments(reader: Reader, year: number): Promise<OrderPayments[]> {
  const zones = await reader.selectDistinct({ timeZone: events.timeZone }).from(events);
  const sums = new Map<string, OrderPayments>();
  for (const { timeZone } of zones) {
    for (let month = 1; month <= 12; month += 1) {
      const span = { from: firstOf(year, month, timeZone), before: firstOf(year, month + 1, timeZone) };
      for (const row of await ledgerOf(reader, timeZone, span)) add(sums, { month: monthOf(year, month), ...row });
      await nextTurn();
    }
  }
  return [...sums.values()].sort(
    (a, b) =>
      compareNames(a.month, b.month) ||
      compareNames(a.organizerName, b.organizerName) ||
      a.organizerId - b.organizerId ||
      compareNames(a.paymentMethod, b.paymentMethod),
  );
}

const keyOf = ({ month, organizerName, organizerId, paymentMethod }: OrderPayments) =>
  [month, organizerName, String(organizerId).padStart(9, '0'), paymentMethod].join('\n');

/** Organizers may have events in several time zones. */
function add(sums: Map<string, OrderPayments>, row: OrderPayments): void {
  const known = sums.get(keyOf(row));
  sums.set(
    keyOf(row),
    known
      ? {
          ...row,
          orders: known.orders + row.orders,
          paid: cents(known.paid + row.paid),
          refunded: cents(known.refunded + row.refunded),
        }
      : row,
  );
}

async function ledgerOf(reader: Reader, timeZone: string, span: { from: Instant; before: Instant }) {
  const isPayment = sql`${ledgerEntries.kind} = 'payment'`;
  return await reader
    .select({
      organizerId: organizers.id,
      organizerName: organizers.name,
      paymentMethod: ledgerEntries.method,
      orders: sql<number>`count(distinct iif(${isPayment}, ${ledgerEntries.orderId}, null))`.mapWith(Number),
      paid: sumOfCents(sql`iif(${isPayment}, ${ledgerEntries.amount}, 0)`),
      refunded: sumOfCents(sql`iif(${isPayment}, 0, ${ledgerEntries.amount})`),
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .innerJoin(events, eq(events.id, orders.eventId))
    .innerJoin(eventOrganizers, and(eq(eventOrganizers.eventId, events.id), eq(eventOrganizers.isMain, true)))
    .innerJoin(organizers, eq(organizers.id, eventOrganizers.organizerId))
    .where(
      and(
        gte(ledgerEntries.createdAt, span.from),
        lt(ledgerEntries.createdAt, span.before),
        eq(events.timeZone, timeZone),
      ),
    )
    .groupBy(organizers.id, ledgerEntries.method);
}
