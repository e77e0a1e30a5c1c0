import { and, asc, count, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { type OrderRecord, ordersOf } from '#modules/orders/index.ts';
import type { OrderStatus } from '#modules/orders/rules/order-state.ts';
import { orders } from '#modules/orders/schema.ts';
import { ledgerEntries } from '#modules/payments/schema.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { sumOfCents } from '#src/platform/columns.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { InstantSpan } from '../rules/span.ts';

/** Orders of an event, of some states, that were placed within a span. */
export type AskedOrders = { eventId: number; span: InstantSpan; statuses: readonly OrderStatus[] };

export type ExportedOrder = OrderRecord & {
  email: string;
  /** What came in, and what went back. */
  paid: Cents;
  refunded: Cents;
};

/** As many at once as hold up others for a few milliseconds only. */
const pageSize = 200;

const asked = ({ eventId, span, statuses }: AskedOrders): SQL | undefined =>
  and(
    eq(orders.eventId, eventId),
    span.from === null ? undefined : gte(orders.orderDate, span.from),
    span.to === null ? undefined : lt(orders.orderDate, span.to),
    inArray(orders.status, [...statuses]),
  );

export async function countAskedOrders(reader: Reader | Tx, about: AskedOrders): Promise<number> {
  const [row] = await reader.select({ n: count() }).from(orders).where(asked(about));
  return row?.n ?? 0;
}

/**
 * The orders, the oldest first, page by page. Each page begins after the last order of the one before, so that orders
 * which are placed or paid meanwhile neither double nor hide one.
 */
export async function* orderPages(reader: Reader, about: AskedOrders): AsyncGenerator<ExportedOrder[]> {
  let last: { id: number; orderDate: number } | null = null;
  for (;;) {
    const after: SQL | undefined = last
      ? sql`(${orders.orderDate}, ${orders.id}) > (${last.orderDate}, ${last.id})`
      : undefined;
    const found: { id: number; orderDate: number }[] = await reader
      .select({ id: orders.id, orderDate: orders.orderDate })
      .from(orders)
      .where(and(asked(about), after))
      .orderBy(asc(orders.orderDate), asc(orders.id))
      .limit(pageSize);
    if (found.length > 0)
      yield await exported(
        reader,
        found.map(({ id }) => id),
      );
    last = found.at(-1) ?? null;
    if (!last || found.length < pageSize) return;
  }
}

async function exported(reader: Reader, ids: readonly number[]): Promise<ExportedOrder[]> {
  const records = await ordersOf(reader, ids);
  const buyers = await reader
    .select({ id: orders.id, email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, [...ids]));
  const sums = await reader
    .select({ id: ledgerEntries.orderId, kind: ledgerEntries.kind, sum: sumOfCents(ledgerEntries.amount) })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.orderId, [...ids]))
    .groupBy(ledgerEntries.orderId, ledgerEntries.kind);
  const emailOf = new Map(buyers.map(({ id, email }) => [id, email]));
  const sumOf = new Map(sums.map(({ id, kind, sum }) => [`${id}|${kind}`, sum]));
  return records.map((order) => ({
    ...order,
    email: emailOf.get(order.id) ?? '',
    paid: sumOf.get(`${order.id}|payment`) ?? zeroCents,
    refunded: sumOf.get(`${order.id}|refund`) ?? zeroCents,
  }));
}
