import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { addAudit } from '../add-audit.ts';
import { orderChanged } from '../rules/facts.ts';
import { mayChangeStatus, type OrderStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';
import type { GiveBack } from '../slots.ts';
import { cancelOrder } from './cancel-order.ts';

export type ChangeOrderStatus = {
  orderId: number;
  to: 'shipped' | 'canceled';
  editorId: number;
  /** Of a cancellation. */
  giveBack: GiveBack;
};

/**
 * What an administrator may do with an order's state where no money is asked: ship it, cancel it. It becomes complete
 * and comes back only together with a look at its money, which happens above.
 * @throws Problem CANT_CHANGE_ORDER_STATUS, NOT_FOUND
 */
export async function changeOrderStatus(work: Work, change: ChangeOrderStatus): Promise<void> {
  const { orderId, to, editorId, giveBack } = change;
  const [order] = await work.tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  const { status: from } = order;
  if (!mayChangeStatus(from, to)) return refuse('CANT_CHANGE_ORDER_STATUS', { from, to });
  if (to === 'canceled') {
    await cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack });
    return;
  }
  const changed = await work.tx
    .update(orders)
    .set({ status: 'shipped' satisfies OrderStatus })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'complete')))
    .returning({ id: orders.id });
  assert(changed.length === 1, 'only a complete order may be shipped');
  const changes = [{ field: 'status', before: from, after: to }];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}
