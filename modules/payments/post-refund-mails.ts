import { userById } from '#modules/accounts/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';

type OfRefund = { id: number; orderId: number };

/** Asks the buyer for an account, once per refund. */
export const askForAccount = (work: Work, refund: OfRefund): Promise<void> => write(work, 'RefundAccount', refund);

/** Tells the buyer that the money was sent, once. */
export const tellOfRefund = (work: Work, refund: OfRefund): Promise<void> => write(work, 'RefundSent', refund);

async function write(work: Work, type: 'RefundAccount' | 'RefundSent', { id, orderId }: OfRefund): Promise<void> {
  const { userId, language: locale } = present(await orderOf(work.tx, orderId), 'a refund has an order');
  const { email: recipient } = present(await userById(work.tx, userId), 'an order has a buyer');
  const params = { orderId, refundId: id };
  await work.post({ type, uniqueKey: `${type}|${id}`, recipient, locale, params, orderId });
}
