import { completeOrders, noteRestPaid, type OrderRecord, orderOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { isAnnounced } from './bank-transfer-of.ts';
import { moneyOfOrder, refundsOf, showRefunds } from './money-of-order.ts';
import { grantRefund } from './refunds/grant-refund.ts';
import { paymentAttempts } from './schema.ts';
import { withdrawWaitingRefunds } from './withdraw-waiting-refunds.ts';

/** What is still to be paid, and what goes back because of it. `order`: as it was before its payment was noted. */
export type Settled = { open: Cents; goesBack: Cents; order: OrderRecord };

/**
 * The total of an order changed by `difference`: somebody starts in another competition, a place was passed on, an article
 * came or went. Whatever its payment is at, its money fits to the new total afterwards: a rest is open, or what is too much
 * is on its way back. Nobody is told.
 */
export async function settleTotal(
  work: Work,
  { orderId, editorId, difference }: { orderId: number; editorId: number | null; difference: Cents },
): Promise<Settled> {
  const { tx } = work;
  // An earlier move may have sent money on its way back that is needed again.
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
  // A transfer that was announced is one of the new sum.
  await tx.update(paymentAttempts).set({ amount: open }).where(isAnnounced(orderId));
  return { open, goesBack: excess, order };
}
