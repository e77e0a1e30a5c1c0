import { and, desc, eq, gte, like, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { orderOf, resendMail } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { mails } from '#src/data/schema.ts';
import type { MailToSend, StoredFact, Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { type AnyMail, storedMail } from '#src/mail/kinds.ts';

/** Sends the buyer the mail that fits the state of the order again. @throws Problem NOT_FOUND, MAIL_ALREADY_SENT */
export async function resendOrderMail(work: Work, orderId: number): Promise<void> {
  await resendMail(work, await mailOfOrder(work, orderId), String(orderId));
}

/** Sends the new buyer the mail that fits the state of the order, unless it is queued. */
export async function mailNewBuyer(
  work: Work,
  { orderId }: { orderId: number },
  { id, createdAt }: StoredFact,
): Promise<void> {
  const mail = await mailOfOrder(work, orderId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (!mail) return;
  const [posted] = await work.tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.orderId, orderId),
        eq(mails.type, mail.type),
        eq(mails.recipient, mail.recipient),
        or(eq(mails.status, 'queued'), gte(mails.sentAt, createdAt)),
      ),
    );
  if (!posted) await work.post({ ...mail, uniqueKey: `${mail.type}|${orderId}|buyer|${id}` });
}

async function mailOfOrder(work: Work, orderId: number): Promise<MailToSend> {
  const order = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  const mail: AnyMail =
    order.status === 'canceled'
      ? await cancellationOf(work, orderId)
      : isPaidStatus(order.status)
        ? { type: 'OrderConfirmation', params: { orderId } }
        : {
            type: order.paymentMethod === 'bank' ? 'PaymentInAdvance' : 'PendingOrderReminder',
            params: { orderId },
          };
  return { ...mail, recipient: buyer.email, locale: order.language, orderId };
}

/** Reason and refund come from the mail that was sent. */
async function cancellationOf(work: Work, orderId: number): Promise<AnyMail> {
  const [sent] = await work.tx
    .select({ type: mails.type, params: mails.params })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), like(mails.type, 'OrderCancellation%')))
    .orderBy(desc(mails.id))
    .limit(1);
  return sent ? storedMail(sent) : refuse('NOT_FOUND');
}
