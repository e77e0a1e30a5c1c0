import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { paidStatuses } from '../rules/order-state.ts';
import { orders } from '../schema.ts';
import { confirmOrder } from './confirm-order.ts';

/**
 * Whether everything of these paid orders is paid: one that became dearer has something open until its rest came. Other
 * states are left as they are.
 */
export async function noteRestPaid({ tx, now }: Work, orderIds: readonly number[], isPaid: boolean): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .update(orders)
    .set({
      paymentStatus: isPaid ? 'completed' : 'pending',
      // What was ordered on account is paid with this.
      ...(isPaid ? { paidAt: sql`coalesce(${orders.paidAt}, ${now})` } : {}),
    })
    .where(and(inArray(orders.id, [...orderIds]), inArray(orders.status, paidStatuses)));
}

/**
 * The buyers of these orders are sent their confirmation as it is now, before it is noted (`noteRestPaid`) that a rest came:
 * the last that they were written was what is still to pay. What a company paid is no rest of theirs.
 */
export async function confirmRest(work: Work, orderIds: readonly number[], occasion: string): Promise<void> {
  if (orderIds.length === 0) return;
  const { id, status, paymentStatus, paidAt } = orders;
  const paid = await work.tx
    .select({ id })
    .from(orders)
    .where(
      and(inArray(id, [...orderIds]), inArray(status, paidStatuses), eq(paymentStatus, 'pending'), isNotNull(paidAt)),
    );
  for (const order of paid) await confirmOrder(work, order.id, `|rest|${occasion}`);
}
