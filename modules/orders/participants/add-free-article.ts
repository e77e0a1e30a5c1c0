import { catalogOf, reserveVariant } from '#modules/events/index.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { addAudit } from '../add-audit.ts';
import { personIn } from '../people.ts';
import { orderOf } from '../read.ts';
import { isOfferedFor } from '../rules/article-lines.ts';
import { orderChanged } from '../rules/facts.ts';
import { item } from '../rules/order-item.ts';
import { refuse } from '../rules/problems.ts';
import { orderItems, participantArticles } from '../schema.ts';
import { nextPosition } from './move-lines.ts';

export type AddFreeArticle = {
  orderId: number;
  participantId: number;
  articleId: number;
  variantId: number;
  quantity: number;
  editorId: number;
};

/**
 * Gives a participant something from the stock for nothing; the order's sum stays.
 * @throws Problem RESERVING_ARTICLES_FAILED, VALIDATION_FAILED (also for an article of other competitions), NOT_FOUND (also for a canceled order)
 */
export async function addFreeArticle(work: Work, input: AddFreeArticle): Promise<void> {
  const { tx } = work;
  const { orderId, participantId, articleId, variantId, quantity, editorId } = input;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const { person } = personIn(order, participantId);
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const catalog = await catalogOf(tx, order.eventId);
  const article =
    catalog?.articles.find((each) => each.id === articleId && isOfferedFor(each, person.competitionId)) ??
    refuseFields({ articleId: ['unknown'] });
  const variant = article.variants.find(({ id }) => id === variantId) ?? refuseFields({ variantId: ['unknown'] });
  await reserveVariant(work, { variantId, quantity });
  await tx.insert(participantArticles).values({
    participantId,
    articleId,
    variantId,
    uniqueLocalId: secretToken(9),
    name: article.name,
    variantName: variant.name,
    quantity,
    unitPrice: zeroCents,
  });
  const name = variant.name ? `${article.name}, ${variant.name}` : article.name;
  const line = item('article', name, quantity, zeroCents, article.vat ?? order.event.vat);
  await tx.insert(orderItems).values({ ...line, orderId, position: await nextPosition(tx, orderId) });
  const changes = [{ participantId, field: 'article', before: null, after: `${quantity} × ${name}` }];
  await addAudit(work, { orderId, type: 'FreeArticleAdded', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}
