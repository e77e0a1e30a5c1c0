import { requireCardForOrder, takeFromCard } from '#modules/gift-cards/index.ts';
import { shortCardCode } from '#modules/gift-cards/rules/card.ts';
import { orderOf, orderStateOf, refuseOrderAwaitingMember } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { type Cents, cents, minCents } from '#src/kernel/money.ts';
import { giftCardMethod } from '#src/kernel/payment-methods.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { isAnnounced } from './bank-transfer.ts';
import { postTransfer } from './choose-bank-transfer.ts';
import { moneyOfOrder } from './money-of-order.ts';
import { receivePayment } from './receive-payment.ts';
import { refuse } from './rules/problems.ts';
import { paymentAttempts } from './schema.ts';

export type PaidByCard = {
  paid: Cents;
  rest: Cents;
  open: Cents;
};

/**
 * Pays the open amount of an order by gift card, as far as its balance goes. It is a payment, not a discount: prices,
 * total and tax stay. Card, ledger and order change in one write. A buyer who chose a transfer gets a mail with the
 * remaining amount.
 * @throws Problem INVALID_GIFT_CARD_CODE, GIFT_CARD_NOT_USABLE, GIFT_CARD_SPENT, ORDER_ALREADY_PAID,
 * PAYMENT_INIT_FAILED of an order or an event that is canceled, NOT_FOUND
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
  refuseOrderAwaitingMember(order);
  if (open === 0) return refuse('PAYMENT_INIT_FAILED', { reason: 'nothingOpen' });
  const paid = minCents(open, card.rest);
  const { moveId, rest } = await takeFromCard(work, { cardId: card.id, orderId, amount: paid });
  const means = shortCardCode(card.code);
  const outcome = await receivePayment(work, {
    ...{ orderId, method: giftCardMethod, amount: paid, reference: `card|${moveId}`, means, note: means },
    editorId: null,
  });
  // `late`: the place is no longer available, and the card is refunded.
  assert(outcome !== 'known' && outcome !== 'twice', `a card paid what was open and it is ${outcome}`);
  if (outcome === 'completed')
    await work.tx.update(paymentAttempts).set({ status: 'completed', settledAt: work.now }).where(isAnnounced(orderId));
  const left = cents(open - paid);
  // The earlier mail names the whole amount.
  if (outcome === 'partly' && order.status === 'pending' && order.paymentMethod === 'bank') {
    await work.tx.update(paymentAttempts).set({ amount: left }).where(isAnnounced(orderId));
    const whole = present(await orderOf(work.tx, orderId), 'an order that was just paid in part');
    await postTransfer(work, whole, `PaymentInAdvance|${orderId}|${moveId}`);
  }
  return { paid, rest, open: left };
}
