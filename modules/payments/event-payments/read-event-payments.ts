import { and, asc, count, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import { paidList, paidStatuses } from '#modules/orders/rules/order-state.ts';
import { orderItems, orders } from '#modules/orders/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { type Instant, instant, minutes, toIso } from '#src/kernel/time.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { contains } from '#src/web/list/query.ts';
import { openOfOrder } from '../open-of-order.ts';
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

/** The ledger's entries of one order, as the API shows them. */
export async function paymentsOf(reader: Reader, orderId: number) {
  const rows = await reader
    .select(entryFields)
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId))
    .orderBy(asc(ledgerEntries.id));
  return rows.map(({ orderId: _, createdAt, ...row }) => ({ ...row, createdAt: toIso(createdAt) }));
}

export type EventEntry = {
  id: number;
  orderId: number;
  kind: 'payment' | 'refund';
  method: string;
  amount: Cents;
  reference: string;
  createdAt: Instant;
};

/** The ledger of an event, newest first unless asked otherwise; a text is looked for in order numbers and references. */
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

/** Every zone's day begins at a quarter of an hour, so nothing smaller is needed to tell days apart. */
const quarterMs = minutes(15);

export type EntrySum = { at: Instant; kind: 'payment' | 'refund'; method: string; amount: Cents; count: number };

/** The ledger of an event added up by quarters of an hour, ways and directions, oldest first. */
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

/** What an order has (`moneyOf`): it came in and is not on its way back. */
const kept = sql<number>`(select k.cents from order_kept k where k.order_id = ${orders.id})`;

/** What is still to come: orders that wait, less what came in for them. */
export async function pendingPayment(reader: Reader, eventId: number): Promise<{ sum: Cents; count: number }> {
  const [row] = await reader
    .select({ sum: sumOfCents(sql`max(0, ${orders.totalPrice} - ${kept})`), count: count() })
    .from(orders)
    .where(and(eq(orders.eventId, eventId), eq(orders.status, 'pending')));
  return { sum: row?.sum ?? zeroCents, count: row?.count ?? 0 };
}

export type EventMoney = {
  /** Payments through the provider that somebody is at. */
  underWay: { sum: Cents; count: number };
  /** Refunds that are open or failed. */
  refundsOpen: { sum: Cents; count: number };
  /** What paid orders became dearer by, after a move for example; not what companies have open. */
  rests: { sum: Cents; count: number };
  /** Processing fees within what paid orders have; not what stays of places that were passed on. */
  fees: Cents;
  /** What canceled orders did not get back. */
  keptOfCanceled: Cents;
};

/** What the ledger alone does not tell. */
export async function eventMoney(reader: Reader, eventId: number): Promise<EventMoney> {
  // Who goes back and takes another way to pay leaves the first try behind: what it would bring does not come as well.
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
      fees: sumOfCents(sql`case when ${isPaid} then max(0, min(${kept}, ${fee})) else 0 end`),
      keptOfCanceled: sumOfCents(sql`case when ${orders.status} = 'canceled' then max(0, ${kept}) else 0 end`),
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
