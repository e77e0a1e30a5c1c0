import { userById } from '#modules/accounts/index.ts';
import { completeOrders, noteRestPaid, type OrderRecord, orderOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Work } from '#src/platform/work.ts';
import { isAnnounced } from '../bank-transfer-of.ts';
import { moneyOfOrder, refundsOf, showRefunds } from '../money-of-order.ts';
import { grantRefund } from '../refunds/grant-refund.ts';
import { paymentAttempts } from '../schema.ts';
import { withdrawWaitingRefunds } from '../withdraw-waiting-refunds.ts';

/** What is still to be paid, and what goes back because of this move. */
export type NewTotal = { difference: Cents; open: Cents; goesBack: Cents };

type Settle = {
  orderId: number;
  editorId: number;
  participantId: number;
  /** Titles of the competitions. */
  from: string;
  to: string;
  /** What the total grew by. */
  difference: Cents;
};

/**
 * The total of an order changed because somebody starts in another competition. Whatever its payment is at, its money fits
 * to the new total afterwards: a rest is open, or what is too much is on its way back.
 */
export async function settleNewTotal(work: Work, input: Settle): Promise<NewTotal> {
  const { orderId, participantId, difference } = input;
  const { open, goesBack, order } = await settleTotal(work, input);
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ParticipantMoved',
    uniqueKey: `ParticipantMoved|${participantId}|${work.now}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, from: input.from, to: input.to, difference, goesBack },
    orderId,
  });
  return { difference, open, goesBack };
}

/** The same, and nobody is told. */
export async function settleTotal(
  work: Work,
  { orderId, editorId, difference }: Pick<Settle, 'orderId' | 'difference'> & { editorId: number | null },
): Promise<Pick<NewTotal, 'open' | 'goesBack'> & { order: OrderRecord }> {
  const { tx } = work;
  // An earlier move may have sent money on its way back that is needed again.
  if (difference > 0) await withdrawWaitingRefunds(work, orderId, 'moved');
  const order = present(await orderOf(tx, orderId), 'an order that was just changed');
  let { open, excess } = await moneyOfOrder(tx, order);
  if (order.status === 'pending' && open === 0) {
    const paymentMethod = order.totalPrice === 0 ? 'voucher' : (order.paymentMethod ?? 'bank');
    await completeOrders(work, { paid: [{ orderId, paymentMethod }], editorId });
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
