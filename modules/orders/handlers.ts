import { eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { userLoggedIn, userVerified } from '#modules/accounts/rules/facts.ts';
import { type FactHandler, onFact } from '#src/platform/facts.ts';
import { believeOrders } from './order/mailbox-proof.ts';
import { orderPaid } from './rules/facts.ts';
import { orders } from './schema.ts';

/** The buyer's confirmation goes out when the order is paid, however that came about. */
export const orderHandlers: readonly FactHandler[] = [
  onFact(orderPaid, 'orders.confirm-order', async (work, { orderId }) => {
    const [order] = await work.tx
      .select({ userId: orders.userId, language: orders.language })
      .from(orders)
      .where(eq(orders.id, orderId));
    const buyer = order ? await userById(work.tx, order.userId) : null;
    if (!order || !buyer) return;
    await work.post({
      type: 'OrderConfirmation',
      uniqueKey: `OrderConfirmation|${orderId}`,
      recipient: buyer.email,
      locale: order.language,
      params: { orderId },
      orderId,
    });
  }),
  // The mailbox was never proven before, so whatever was ordered with it waits no longer.
  onFact(userVerified, 'orders.believe-person', (work, { userId }) => believeOrders(work, { userId })),
  onFact(userLoggedIn, 'orders.believe-visit', believeOrders),
];
