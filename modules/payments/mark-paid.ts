import { orderStateOf, requireNoMemberProof } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { isAnnounced } from './bank-transfer-of.ts';
import { completePaid } from './complete-paid.ts';
import { paymentCountOf } from './ledger.ts';
import { moneyOfOrder } from './money-of-order.ts';
import { type Received, receivePayment } from './receive-payment.ts';
import { refuse } from './rules/problems.ts';
import { paymentAttempts } from './schema.ts';

// Who pays by hand may have chosen a card before: what was seen is no money of the provider.
const byHand = 'bank';

export type MarkPaid = {
  orderId: number;
  editorId: number;
  /** Cents that came in; without it what is open. */
  amount?: Cents;
  comment?: string;
};

/**
 * An administrator saw the money, of the order or of the rest of one that became dearer: it enters the ledger and the order is complete, in one write. Of several who say so
 * at the same time one is right, the others learn that it is paid. A payment through the provider that is under way goes
 * on; should it come to money, that goes back.
 * @throws Problem ORDER_ALREADY_PAID, NOT_MATCHING_ORDER_TOTAL, CANT_CHANGE_ORDER_STATUS (canceled), NOT_FOUND
 */
export async function markPaid(work: Work, { orderId, editorId, amount, comment }: MarkPaid): Promise<void> {
  const order = (await orderStateOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
  const { open } = await moneyOfOrder(work.tx, order);
  if (isPaidStatus(order.status) && open === 0) return refuse('ORDER_ALREADY_PAID', { orderId });
  if (order.status === 'canceled') return refuseOrder('CANT_CHANGE_ORDER_STATUS', { from: 'canceled', to: 'complete' });
  requireNoMemberProof(order);
  if (amount !== undefined && amount !== open) {
    return refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice: open, amount });
  }
  if (open === 0) {
    const paymentMethod = order.totalPrice === 0 ? 'voucher' : (order.paymentMethod ?? byHand);
    await completePaid(work, { orderId, paymentMethod, editorId, ...(comment ? { comment } : {}) });
    return;
  }
  const outcome = await enterByHand(work, { orderId, amount: open, editorId, note: comment ?? '' });
  // `late`: it was for a place that is not to be had any more, so its money goes back.
  assert(outcome === 'completed' || outcome === 'late', `an order that was pending a moment ago is ${outcome} now`);
  await work.tx.update(paymentAttempts).set({ status: 'completed', settledAt: work.now }).where(isAnnounced(orderId));
}

/** Money that somebody saw and the house did not. */
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
