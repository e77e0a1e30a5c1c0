import { and, desc, eq, like } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { orderOf, resendMail } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { present } from '#src/kernel/assert.ts';
import { refuse } from '#src/kernel/problem.ts';
import { mails } from '#src/platform/schema.ts';
import type { Work } from '#src/platform/work.ts';

/**
 * Sends the buyer once more what the state of the order calls for.
 * @throws Problem NOT_FOUND, MAIL_ALREADY_SENT
 */
export async function resendOrderMail(work: Work, orderId: number): Promise<void> {
  const order = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  const mail =
    order.status === 'canceled'
      ? await cancellationOf(work, orderId)
      : isPaidStatus(order.status)
        ? { type: 'OrderConfirmation', params: { orderId } }
        : {
            type: order.paymentMethod === 'bank' ? 'PaymentInAdvance' : 'PendingOrderReminder',
            params: { orderId },
          };
  await resendMail(work, { ...mail, recipient: buyer.email, locale: order.language, orderId }, String(orderId));
}

/** Who canceled and what comes back is said in the mail that went out. */
async function cancellationOf(work: Work, orderId: number): Promise<{ type: string; params: Record<string, unknown> }> {
  const [sent] = await work.tx
    .select({ type: mails.type, params: mails.params })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), like(mails.type, 'OrderCancellation%')))
    .orderBy(desc(mails.id))
    .limit(1);
  return sent ?? refuse('NOT_FOUND');
}
