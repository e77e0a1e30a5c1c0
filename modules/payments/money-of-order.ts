import { and, asc, eq } from 'drizzle-orm';
import { noteRefunds } from '#modules/orders/index.ts';
import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { sumOfCents } from '#src/platform/columns.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Work } from '#src/platform/work.ts';
import { type Money, moneyOf, refundedOf, refundStatusOf } from './rules/refund-sum.ts';
import { ledgerEntries, refunds } from './schema.ts';

export type RefundRow = typeof refunds.$inferSelect;

export const refundsOf = (reader: Reader | Tx, orderId: number): Promise<RefundRow[]> =>
  reader.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id));

/** Everything that came in for an order. */
async function receivedSumOf(reader: Reader | Tx, orderId: number): Promise<Cents> {
  const [row] = await reader
    .select({ sum: sumOfCents(ledgerEntries.amount) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'payment')));
  return row?.sum ?? zeroCents;
}

/** Where the money of an order stands; computed each time, never kept. */
export async function moneyOfOrder(
  reader: Reader | Tx,
  { id, totalPrice, status }: { id: number; totalPrice: Cents; status: OrderStatus },
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
    refundedPrice: refundedOf(rows),
  });
}
