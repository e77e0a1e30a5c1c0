import { userById } from '#modules/accounts/index.ts';
import { type AddedArticle, additionEnd } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { accountMethod } from '#src/kernel/payment-methods.ts';
import { unpaidAdditions } from '../schema.ts';
import { settleTotal } from '../settle-total.ts';

/** Settles the order's money after an article was added: sets the payment deadline and tells the buyer how to pay. */
export async function settleAddition(work: Work, added: AddedArticle & { editorId: number }): Promise<void> {
  const { orderId, participantId, participantArticleId, name, quantity, difference } = added;
  const { open, goesBack, order } = await settleTotal(work, added);
  const hasEnd = difference > 0 && open > 0 && isPaidStatus(order.status) && order.paymentMethod !== accountMethod;
  if (hasEnd)
    await work.tx
      .insert(unpaidAdditions)
      .values({ participantArticleId, orderId, dueAt: additionEnd(order.event, work.now) });
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ArticleAdded',
    uniqueKey: `ArticleAdded|${participantArticleId}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, participantArticleId, name, quantity, difference, goesBack },
    orderId,
  });
}
