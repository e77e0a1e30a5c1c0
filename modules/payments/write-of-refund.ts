import { eq } from 'drizzle-orm';
import { buyerEmail, orders } from '#modules/orders/schema.ts';
import { present } from '#src/kernel/assert.ts';
import type { Work } from '#src/platform/work.ts';

type OfRefund = { id: number; orderId: number };

/** A transfer needs an account that nobody knows: the buyer is asked for it, once for each refund. */
export const askForAccount = (work: Work, refund: OfRefund): Promise<void> => write(work, 'RefundAccount', refund);

/** The money has gone: the buyer is told so, once. */
export const tellOfRefund = (work: Work, refund: OfRefund): Promise<void> => write(work, 'RefundSent', refund);

async function write(work: Work, type: 'RefundAccount' | 'RefundSent', { id, orderId }: OfRefund): Promise<void> {
  const [found] = await work.tx
    .select({ recipient: buyerEmail, locale: orders.language })
    .from(orders)
    .where(eq(orders.id, orderId));
  const to = present(found, 'a refund has an order');
  await work.post({ type, uniqueKey: `${type}|${id}`, ...to, params: { orderId, refundId: id }, orderId });
}
