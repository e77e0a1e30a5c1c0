import { orderStateOf, refuseOrderAwaitingMember } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { isAnnounced } from './bank-transfer.ts';
import { paymentCountOf } from './ledger.ts';
import { moneyOfOrder } from './money-of-order.ts';
import { completePaid, type Received, receivePayment } from './receive-payment.ts';
import { refuse } from './rules/problems.ts';
import { paymentAttempts } from './schema.ts';

// Manual payments count as transfers: the provider did not receive them, even if a card was chosen before.
const byHand = 'bank';

export type MarkPaid = {
  orderId: number;
  editorId: number;
  /** Cents received; default: the open amount. */
  amount?: Cents;
  comment?: string;
};

/**
 * An administrator confirms a payment, or the rest of an order whose price rose. One write enters the money and
 * completes the order; concurrent calls get ORDER_ALREADY_PAID. A running payment through the provider continues and is
 * refunded if it succeeds.
 * @throws Problem ORDER_ALREADY_PAID, NOT_MATCHING_ORDER_TOTAL, CANT_CHANGE_ORDER_STATUS (canceled), NOT_FOUND
 */
export async function markPaid(work: Work, { orderId, editorId, amount, comment }: MarkPaid): Promise<void> {
  const order = (await orderStateOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
  const { open } = await moneyOfOrder(work.tx, order);
  if (isPaidStatus(order.status) && open === 0) return refuse('ORDER_ALREADY_PAID', { orderId });
  if (order.status === 'canceled') return refuseOrder('CANT_CHANGE_ORDER_STATUS', { from: 'canceled', to: 'complete' });
  refuseOrderAwaitingMember(order);
  if (amount !== undefined && amount !== open) {
    return refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice: open, amount });
  }
  if (open === 0) {
    const paymentMethod = order.totalPrice === 0 ? 'voucher' : (order.paymentMethod ?? byHand);
    await completePaid(work, { orderId, paymentMethod, editorId, ...(comment ? { comment } : {}) });
    return;
  }
  const outcome = await enterByHand(work, { orderId, amount: open, editorId, note: comment ?? '' });
  assert(outcome === 'completed' || outcome === 'late', `an order that was pending a moment ago is ${outcome} now`);
  await work.tx.update(paymentAttempts).set({ status: 'completed', settledAt: work.now }).where(isAnnounced(orderId));
}

export const enterByHand = async (
  work: Work,
  { note, ...money }: { orderId: number; amount: Cents; editorId: number; note: string },
): Promise<Received> =>
  receivePayment(work, {
    ...money,
    method: byHand,
    reference: `manual|${money.orderId}|${(await paymentCountOf(work.tx, money.orderId)) + 1}`,
    ...(note ? { note } : {}),
  });
