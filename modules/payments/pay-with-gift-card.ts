import { requireCardForOrder, takeFromCard } from '#modules/gift-cards/index.ts';
import { shortCardCode } from '#modules/gift-cards/rules/card.ts';
import { orderOf, orderStateOf, requireNoMemberProof } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { type Cents, cents, minCents } from '#src/kernel/money.ts';
import { giftCardMethod } from '#src/kernel/payment-methods.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { isAnnounced } from './bank-transfer-of.ts';
import { postTransfer } from './choose-bank-transfer.ts';
import { moneyOfOrder } from './money-of-order.ts';
import { receivePayment } from './receive-payment.ts';
import { refuse } from './rules/problems.ts';
import { paymentAttempts } from './schema.ts';

export type PaidByCard = {
  /** What the card paid, and what is left on it. */
  paid: Cents;
  rest: Cents;
  /** What is still to be paid otherwise. */
  open: Cents;
};

/**
 * A gift card pays what is open of an order, or as much of it as is on the card; the rest stays to be paid by other ways.
 * It is a payment and no discount: prices, total and tax stay what they are. Card, ledger and order change in one write.
 * Who had chosen to transfer all of it is told by mail what is left of that.
 * @throws Problem INVALID_GIFT_CARD_CODE, GIFT_CARD_NOT_USABLE, GIFT_CARD_SPENT, ORDER_ALREADY_PAID, PAYMENT_INIT_FAILED of
 *   an order or an event that is canceled, NOT_FOUND
 */
export async function payWithGiftCard(
  work: Work,
  { orderId, eventId, typed }: { orderId: number; eventId: number; typed: string },
): Promise<PaidByCard> {
  const order = (await orderStateOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
  const card = await requireCardForOrder(work, { eventId, typed });
  const { open } = await moneyOfOrder(work.tx, order);
  if (isPaidStatus(order.status) && open === 0) return refuse('ORDER_ALREADY_PAID', { orderId });
  if (order.status === 'canceled') return refuse('PAYMENT_INIT_FAILED', { reason: 'orderCanceled' });
  requireNoMemberProof(order);
  if (open === 0) return refuse('PAYMENT_INIT_FAILED', { reason: 'nothingOpen' });
  const paid = minCents(open, card.rest);
  const { moveId, rest } = await takeFromCard(work, { cardId: card.id, orderId, amount: paid });
  const means = shortCardCode(card.code);
  const outcome = await receivePayment(work, {
    ...{ orderId, method: giftCardMethod, amount: paid, reference: `card|${moveId}`, means, note: means },
    editorId: null,
  });
  // `late`: the place was not to be had any more, and all is on the card again.
  assert(outcome !== 'known' && outcome !== 'twice', `a card paid what was open and it is ${outcome}`);
  if (outcome === 'completed')
    await work.tx.update(paymentAttempts).set({ status: 'completed', settledAt: work.now }).where(isAnnounced(orderId));
  const left = cents(open - paid);
  // Whoever wanted to transfer all of it has a mail that says so.
  if (outcome === 'partly' && order.status === 'pending' && order.paymentMethod === 'bank') {
    await work.tx.update(paymentAttempts).set({ amount: left }).where(isAnnounced(orderId));
    const whole = present(await orderOf(work.tx, orderId), 'an order that was just paid in part');
    await postTransfer(work, whole, `PaymentInAdvance|${orderId}|${moveId}`);
  }
  return { paid, rest, open: left };
}
