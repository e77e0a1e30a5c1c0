import { and, asc, eq, sql } from 'drizzle-orm';
import { noteRefunds } from '#modules/orders/index.ts';
import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Work } from '#src/platform/work.ts';
import { type Money, moneyOf, refundStatusOf } from './rules/refund-sum.ts';
import { ledgerEntries, refunds } from './schema.ts';

export type RefundRow = typeof refunds.$inferSelect;

export const refundsOf = (reader: Reader | Tx, orderId: number): Promise<RefundRow[]> =>
  reader.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id));

/** Everything that came in for an order, cents. */
async function receivedSumOf(reader: Reader | Tx, orderId: number): Promise<number> {
  const [row] = await reader
    .select({ sum: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'payment')));
  return row?.sum ?? 0;
}

/** Where the money of an order stands; computed each time, never kept. */
export async function moneyOfOrder(
  reader: Reader | Tx,
  { id, totalPrice, status }: { id: number; totalPrice: number; status: OrderStatus },
): Promise<Money> {
  return moneyOf(
    { totalPrice, isPaid: isPaidStatus(status) },
    await receivedSumOf(reader, id),
    await refundsOf(reader, id),
  );
}

/** The order shows what its refunds say; after every change to one of them. */
export async function showRefunds(work: Work, orderId: number): Promise<void> {
  const rows = await refundsOf(work.tx, orderId);
  await noteRefunds(work, {
    orderId,
    refundStatus: refundStatusOf(rows),
    refundedPrice: rows.reduce((sum, { status, amount }) => sum + (status === 'completed' ? amount : 0), 0),
  });
}
