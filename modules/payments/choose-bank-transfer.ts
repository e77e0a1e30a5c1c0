import { userById } from '#modules/accounts/index.ts';
import {
  notePaymentChoice,
  type OrderRecord,
  orderOf,
  refuseOrderAwaitingMember,
  refuseTooManyTransfers,
  transferEnd,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { BankConfig } from '#src/config/config.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { firstDueOf } from './additions/read-due.ts';
import { moneyOfOrder } from './money-of-order.ts';
import { makeReference } from './rules/payment-reference.ts';
import { refuse } from './rules/problems.ts';
import { paymentAttempts } from './schema.ts';

export type BankAttempt = {
  reference: string;
  amount: Cents;
  dueAt: Instant | null;
  /** Whether this call sent the mail with the bank details. */
  isMailed: boolean;
};

/**
 * The buyer chooses to transfer. The order is held until the event's payment deadline, and the bank details are mailed.
 * Idempotent: a repeated choice extends no deadline and sends no mail.
 * @throws Problem ORDER_ALREADY_PAID, PAYMENT_INIT_FAILED (canceled, free, or no transfer possible), NOT_FOUND,
 * TOO_MANY_REQUESTS for a guest
 */
export async function chooseBankTransfer(
  work: Work,
  { orderId, bank }: { orderId: number; bank: BankConfig | null },
): Promise<BankAttempt> {
  const { tx, now } = work;
  const order = (await orderOf(tx, orderId)) ?? refuseGenerally('NOT_FOUND');
  const { open } = await moneyOfOrder(tx, order);
  const isPaid = isPaidStatus(order.status);
  if (isPaid && open === 0) return refuse('ORDER_ALREADY_PAID', { orderId });
  if (order.status === 'canceled') return refuse('PAYMENT_INIT_FAILED', { reason: 'orderCanceled' });
  refuseOrderAwaitingMember(order);
  const { event } = order;
  if (bank === null || !event.paymentInAdvancePossible || event.canceled || open === 0) {
    return refuse('PAYMENT_INIT_FAILED', { reason: 'methodNotPossible', paymentMethod: 'bank' });
  }
  const reference = makeReference(bank.referencePrefix, orderId);
  // The mail about the added article had the bank details.
  if (isPaid) return { reference, amount: open, dueAt: await firstDueOf(tx, orderId), isMailed: false };
  if (order.paymentMethod !== 'bank') await refuseTooManyTransfers(work, order);
  await tx
    .insert(paymentAttempts)
    .values({ orderId, method: 'bank', reference, amount: open, status: 'pending', createdAt: now })
    .onConflictDoNothing({ target: [paymentAttempts.method, paymentAttempts.reference] });
  // Keeps the deadline of the first choice or of a reactivation.
  const dueAt = order.paymentMethod === 'bank' ? order.expiresAt : transferEnd(order, event, now);
  await notePaymentChoice(work, { orderId, paymentMethod: 'bank', paymentStatus: 'pending', expiresAt: dueAt });
  const isMailed = await postTransfer(work, order, `PaymentInAdvance|${orderId}`);
  return { reference, amount: open, dueAt, isMailed };
}

export async function postTransfer(
  work: Work,
  { id: orderId, userId, language }: Pick<OrderRecord, 'id' | 'userId' | 'language'>,
  uniqueKey: string,
): Promise<boolean> {
  const buyer = present(await userById(work.tx, userId), 'an order has a buyer');
  return work.post({
    ...{ type: 'PaymentInAdvance', uniqueKey, recipient: buyer.email, locale: language, params: { orderId }, orderId },
  });
}
