import { and, asc, eq, inArray } from 'drizzle-orm';
import { noteRefunds } from '#modules/orders/index.ts';
import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { sumOfCents } from '#src/platform/columns.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Work } from '#src/platform/work.ts';
import { type Money, moneyOf, refundedOf, refundStatusOf } from './rules/refund-sum.ts';
import { ledgerEntries, refunds } from './schema.ts';

export type RefundRow = typeof refunds.$inferSelect;

export const refundsOf = (reader: Reader | Tx, orderId: number): Promise<RefundRow[]> =>
  reader.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id));

type Owing = { id: number; totalPrice: Cents; status: OrderStatus };

/** Where the money of orders stands, by their ids; computed each time, never kept. */
export async function moneyOfOrders(
  reader: Reader | Tx,
  orders: readonly Owing[],
): Promise<ReadonlyMap<number, Money>> {
  const ids = orders.map(({ id }) => id);
  const { orderId } = ledgerEntries;
  const entries = await reader
    .select({ orderId, sum: sumOfCents(ledgerEntries.amount) })
    .from(ledgerEntries)
    .where(and(inArray(orderId, ids), eq(ledgerEntries.kind, 'payment')))
    .groupBy(orderId);
  const received = new Map(entries.map(({ orderId: id, sum }) => [id, sum]));
  const rows = await reader.select().from(refunds).where(inArray(refunds.orderId, ids));
  const refunded = Map.groupBy(rows, ({ orderId: id }) => id);
  return new Map(
    orders.map(({ id, totalPrice, status }) => [
      id,
      moneyOf({ totalPrice, isPaid: isPaidStatus(status) }, received.get(id) ?? zeroCents, refunded.get(id) ?? []),
    ]),
  );
}

/** The same of one. */
export const moneyOfOrder = async (reader: Reader | Tx, order: Owing): Promise<Money> =>
  present((await moneyOfOrders(reader, [order])).get(order.id), 'the money of the order that was asked for');

/** The order shows what its refunds say; after every change to one of them. */
export async function showRefunds(work: Work, orderId: number): Promise<void> {
  const rows = await refundsOf(work.tx, orderId);
  await noteRefunds(work, {
    orderId,
    refundStatus: refundStatusOf(rows),
    refundedPrice: refundedOf(rows),
  });
}
