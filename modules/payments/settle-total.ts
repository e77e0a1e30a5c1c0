import { completeOrders, noteRestPaid, type OrderRecord, orderOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { isAnnounced } from './bank-transfer.ts';
import { moneyOfOrder, refundsOf, showRefunds } from './money-of-order.ts';
import { withdrawWaitingRefunds } from './open-refund.ts';
import { grantRefund } from './refunds/grant-refund.ts';
import { paymentAttempts } from './schema.ts';

/** Open rest and resulting refund. `order`: as before the payment was noted. */
export type Settled = { open: Cents; goesBack: Cents; order: OrderRecord };

/** Settles the money after a change of the total: opens a rest, or refunds the excess. Sends no mail. */
export async function settleTotal(
  work: Work,
  { orderId, editorId, difference }: { orderId: number; editorId: number | null; difference: Cents },
): Promise<Settled> {
  const { tx } = work;
  // A refund of an earlier move may not have been sent yet.
  if (difference > 0) await withdrawWaitingRefunds(work, orderId, 'moved');
  const order = present(await orderOf(tx, orderId), 'an order that was just changed');
  let { open, excess } = await moneyOfOrder(tx, order);
  if (order.status === 'pending' && open === 0 && order.memberProofUntil === null) {
    const paymentMethod = order.totalPrice === 0 ? 'voucher' : (order.paymentMethod ?? 'bank');
    const completed = await completeOrders(work, { paid: [{ orderId, paymentMethod }], editorId });
    assert(!completed.get(orderId), `order ${orderId} takes over a place, and has nobody yet whose total could change`);
    ({ open, excess } = await moneyOfOrder(tx, { ...order, status: 'complete' }));
  }
  if (excess > 0) {
    const key = `move-${(await refundsOf(tx, orderId)).length + 1}`;
    await grantRefund(work, { orderId, amount: excess, key, reason: 'moved', editorId });
  } else await showRefunds(work, orderId);
  if (isPaidStatus(order.status)) await noteRestPaid(work, [orderId], open === 0);
  await tx.update(paymentAttempts).set({ amount: open }).where(isAnnounced(orderId));
  return { open, goesBack: excess, order };
}
