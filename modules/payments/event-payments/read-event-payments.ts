import { and, asc, count, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import { paidList, paidStatuses } from '#modules/orders/rules/order-state.ts';
import { orderItems, orders } from '#modules/orders/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { type CalendarDate, dateIn, type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { contains } from '#src/web/list/query.ts';
import { openOfOrder } from '../money-of-order.ts';
import { ledgerEntries, paymentAttempts, refunds } from '../schema.ts';

const entryFields = {
  id: ledgerEntries.id,
  orderId: ledgerEntries.orderId,
  kind: ledgerEntries.kind,
  method: ledgerEntries.method,
  amount: ledgerEntries.amount,
  reference: ledgerEntries.reference,
  createdAt: ledgerEntries.createdAt,
};

export const paymentsOf = (reader: Reader, orderId: number): PromiseLike<EventEntry[]> =>
  reader
    .select(entryFields)
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .orderBy(asc(ledgerEntries.id));

export type EventEntry = {
  id: number;
  orderId: number;
  kind: 'payment' | 'refund';
  method: string;
  amount: Cents;
  reference: string;
  createdAt: Instant;
};

/** Ledger of an event, newest first by default; searches order numbers and references. */
export const eventEntrySource = (eventId: number): ListSource => ({
  id: ledgerEntries.id,
  fields: {
    id: { column: ledgerEntries.id, kind: 'number' },
    orderId: { column: ledgerEntries.orderId, kind: 'number' },
    kind: { column: ledgerEntries.kind, kind: 'text' },
    method: { column: ledgerEntries.method, kind: 'text' },
    amount: { column: ledgerEntries.amount, kind: 'number' },
    createdAt: { column: ledgerEntries.createdAt, kind: 'instant' },
  },
  scope: sql`${ledgerEntries.orderId} in (select ${orders.id} from ${orders} where ${orders.eventId} = ${eventId})`,
  search: (q) =>
    or(/^\d{1,12}$/.test(q) ? eq(ledgerEntries.orderId, Number(q)) : undefined, contains(ledgerEntries.reference, q)),
  order: [desc(ledgerEntries.id)],
});

export const readEntries = (reader: Reader, where: SQL): PromiseLike<EventEntry[]> =>
  reader.select(entryFields).from(ledgerEntries).where(where);

/** Days of all time zones begin at a quarter of an hour. */
const quarterMs = minutes(15);

type EntrySum = { at: Instant; kind: 'payment' | 'refund'; method: string; amount: Cents; count: number };

/** Ledger of an event summed up by quarter of an hour, method and direction, oldest first. */
export async function entrySums(reader: Reader, eventId: number): Promise<EntrySum[]> {
  const quarter = sql<number>`${ledgerEntries.createdAt} / ${sql.raw(String(quarterMs))}`.mapWith(Number);
  const rows = await reader
    .select({
      quarter,
      kind: ledgerEntries.kind,
      method: ledgerEntries.method,
      amount: sumOfCents(ledgerEntries.amount),
      count: count(),
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(eq(orders.eventId, eventId))
    .groupBy(sql`1`, ledgerEntries.kind, ledgerEntries.method)
    .orderBy(sql`1`);
  return rows.map(({ quarter: at, ...row }) => ({ ...row, at: instant(Math.floor(at) * quarterMs) }));
}

/** Money of an order (`moneyOf`): received minus refunded or waiting refunds. */
const moneyHeld = sql<number>`(select k.cents from order_kept k where k.order_id = ${orders.id})`;

/** Outstanding money of pending orders, less partial payments. */
export async function pendingPayment(reader: Reader, eventId: number): Promise<{ sum: Cents; count: number }> {
  const [row] = await reader
    .select({ sum: sumOfCents(sql`max(0, ${orders.totalPrice} - ${moneyHeld})`), count: count() })
    .from(orders)
    .where(and(eq(orders.eventId, eventId), eq(orders.status, 'pending')));
  return { sum: row?.sum ?? zeroCents, count: row?.count ?? 0 };
}

export type EventMoney = {
  underWay: { sum: Cents; count: number };
  refundsOpen: { sum: Cents; count: number };
  /** Unpaid price increases of paid orders, for example after a move; without company accounts. */
  rests: { sum: Cents; count: number };
  /** Processing fees in the money of paid orders, without those of passed-on places. */
  fees: Cents;
  /** Money of canceled orders that was not refunded. */
  keptOfCanceled: Cents;
};

/** Figures that the ledger does not contain. */
export async function eventMoney(reader: Reader, eventId: number): Promise<EventMoney> {
  // A pending attempt is ignored if a newer one exists, because only one of them will pay.
  const isLeft = sql`(${paymentAttempts.status} = 'pending' and exists (
    select 1 from ${paymentAttempts} as later
    where later.order_id = ${paymentAttempts.orderId} and later.id > ${paymentAttempts.id} and later.secret is not null
  ))`;
  const [underWay] = await reader
    .select({ sum: sumOfCents(sql`${paymentAttempts.amount}`), count: count() })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(orders.eventId, eventId),
        isNotNull(paymentAttempts.secret),
        inArray(paymentAttempts.status, ['pending', 'authorized']),
        not(isLeft),
      ),
    );
  const [refundsOpen] = await reader
    .select({ sum: sumOfCents(sql`${refunds.amount}`), count: count() })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(orders.eventId, eventId), inArray(refunds.status, ['pending', 'failed'])));
  const [rests] = await reader.all<{ sum: Cents; count: number }>(sql`
    select coalesce(sum(${openOfOrder}), 0) sum, count(*) count from orders o where o.event_id = ${eventId}
    and o.status in ${sql.raw(paidList)} and o.payment_status = 'pending' and o.payment_method <> 'account'`);
  const fee = sql<number>`(
    select coalesce(sum(${orderItems.priceTotal}), 0) from ${orderItems}
    where ${orderItems.orderId} = ${orders.id} and ${orderItems.kind} = 'of' and ${orderItems.code} is null
  )`;
  const isPaid = inArray(orders.status, [...paidStatuses]);
  const [keeps] = await reader
    .select({
      fees: sumOfCents(sql`case when ${isPaid} then max(0, min(${moneyHeld}, ${fee})) else 0 end`),
      keptOfCanceled: sumOfCents(sql`case when ${orders.status} = 'canceled' then max(0, ${moneyHeld}) else 0 end`),
    })
    .from(orders)
    .where(eq(orders.eventId, eventId));
  const none = { sum: zeroCents, count: 0 };
  return {
    underWay: underWay ?? none,
    refundsOpen: refundsOpen ?? none,
    rests: rests ?? none,
    fees: keeps?.fees ?? zeroCents,
    keptOfCanceled: keeps?.keptOfCanceled ?? zeroCents,
  };
}

export type Period = 'day' | 'month';
export type Figures = { payments: number; received: Cents; refunds: number; refunded: Cents };
export const balanceOf = ({ received, refunded }: Figures): Cents => cents(received - refunded);
export type PeriodSums = {
  all: Figures;
  byMethod: { method: string; figures: Figures }[];
  /** `2026-05` or `2026-05-17`, newest first. */
  byTime: { time: string; figures: Figures }[];
};

const nothing: Figures = { payments: 0, received: zeroCents, refunds: 0, refunded: zeroCents };
const plus = (sum: Figures, { kind, amount, count }: EntrySum): Figures =>
  kind === 'payment'
    ? { ...sum, payments: sum.payments + count, received: cents(sum.received + amount) }
    : { ...sum, refunds: sum.refunds + count, refunded: cents(sum.refunded + amount) };

/** Ledger sums by method and by day or month in the event's time zone; each table sums up to `all`. */
export function sumEntries(entries: readonly EntrySum[], period: Period, timeZone: string): PeriodSums {
  const byMethod = new Map<string, Figures>();
  const byTime = new Map<string, Figures>();
  let all = nothing;
  for (const entry of entries) {
    const date: CalendarDate = dateIn(entry.at, timeZone);
    const time = period === 'day' ? date : date.slice(0, 7);
    all = plus(all, entry);
    byMethod.set(entry.method, plus(byMethod.get(entry.method) ?? nothing, entry));
    byTime.set(time, plus(byTime.get(time) ?? nothing, entry));
  }
  return {
    all,
    byMethod: [...byMethod].map(([method, figures]) => ({ method, figures })).sort(byReceived),
    byTime: [...byTime].map(([time, figures]) => ({ time, figures })).sort((a, b) => (a.time < b.time ? 1 : -1)),
  };
}

const byReceived = (a: { figures: Figures }, b: { figures: Figures }): number =>
  b.figures.received - a.figures.received;
