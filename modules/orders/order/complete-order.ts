import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';
import { addAudit } from './add-audit.ts';

export type CompleteOrder = {
  orderId: number;
  paymentMethod: string;
  /** null: the provider or the bank's file said so. */
  editorId: number | null;
  comment?: string;
};

/**
 * The order is paid. Answers false when it was before, so that messages of a payment may come several times.
 * @throws Problem CANT_CHANGE_ORDER_STATUS of a canceled order, NOT_FOUND
 */
export async function completeOrder(work: Work, input: CompleteOrder): Promise<boolean> {
  const { orderId, paymentMethod, editorId, comment } = input;
  const changed = await work.tx
    .update(orders)
    .set({ status: 'complete', paymentMethod, paymentStatus: 'completed', paidAt: work.now, expiresAt: null })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .returning({ id: orders.id });
  if (changed.length === 0) {
    const [order] = await work.tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
    if (!order) return refuse('NOT_FOUND');
    return isPaidStatus(order.status)
      ? false
      : refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'complete' });
  }
  await addAudit(work, { orderId, type: 'OrderPaid', editorId, ...(comment ? { comment } : {}) });
  await work.announce({ name: 'order.paid', orderId });
  return true;
}
