import { eq, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Work } from '#src/data/work.ts';
import { orders } from '../schema.ts';

const buyerOf = prepared((reader) =>
  reader
    .select({ userId: orders.userId, language: orders.language })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId'))),
);

/** The buyer's confirmation; `occasion` tells a second one from the first. */
export async function confirmOrder(work: Work, orderId: number, occasion = ''): Promise<void> {
  const [order] = await buyerOf(work.tx).all({ orderId });
  const buyer = order && (await userById(work.tx, order.userId));
  if (!order || !buyer) return;
  await work.post({
    type: 'OrderConfirmation',
    uniqueKey: `OrderConfirmation|${orderId}${occasion}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId },
    orderId,
  });
}
