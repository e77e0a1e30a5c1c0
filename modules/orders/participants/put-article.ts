import { catalogOf, reserveVariant } from '#modules/events/index.ts';
import type { Catalog, CatalogArticle } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type PersonOfOrder, personIn } from '../people.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { type HasOfArticle, isOfferedFor } from '../rules/article-lines.ts';
import { item } from '../rules/order-item.ts';
import { refuse } from '../rules/problems.ts';
import { rightOf } from '../rules/withdrawal-right.ts';
import { orderItems, participantArticles } from '../schema.ts';
import { nextPosition } from './move-lines.ts';
import { articleLineName } from './take-out-lines.ts';

/** A size that somebody of an order is to get, and who sees to it. */
export type NamedArticle = {
  orderId: number;
  participantId: number;
  articleId: number;
  variantId: number;
  quantity: number;
  editorId: number;
};
export type ArticleForPerson = {
  order: OrderRecord;
  seat: PersonOfOrder;
  catalog: Catalog;
  article: CatalogArticle;
  variant: CatalogArticle['variants'][number];
};

/**
 * Somebody of an order and a size that is offered where they start.
 * @throws Problem VALIDATION_FAILED (also for an article of other competitions),
 *   CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS for a variant of another article, NOT_FOUND (also for a canceled order)
 */
export async function articleForPerson(tx: Work['tx'], named: NamedArticle): Promise<ArticleForPerson> {
  const { orderId, participantId, articleId, variantId } = named;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const seat = personIn(order, participantId);
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const catalog = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const article =
    catalog.articles.find((each) => each.id === articleId && isOfferedFor(each, seat.person.competitionId)) ??
    refuseFields({ articleId: ['unknown'] });
  const variant = article.variants.find(({ id }) => id === variantId);
  if (!variant) {
    if (catalog.articles.some(({ variants }) => variants.some(({ id }) => id === variantId)))
      return refuse('CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS', { articleId, variantId });
    return refuseFields({ variantId: ['unknown'] });
  }
  return { order, seat, catalog, article, variant };
}

/** What somebody of an order has of an article by now, and all of their team. */
export function hasOfArticle({ person, team, index }: PersonOfOrder, articleId: number): HasOfArticle {
  const piecesOf = (who: typeof person): number =>
    who.orderedArticleVariants.reduce((sum, each) => (each.articleId === articleId ? sum + each.quantity : sum), 0);
  const ofTeam = team.participants.reduce((sum, each) => sum + piecesOf(each), 0);
  return { localId: person.localId, index, teamSize: team.participants.length, own: piecesOf(person), ofTeam };
}

/**
 * Gives a participant a size at this price: from the stock into what they have and into a line of the order. Its total, its
 * history and who hears of it are the caller's. `isOffered`: they waited for it, and it is kept for them.
 * @throws Problem RESERVING_ARTICLES_FAILED
 */
export async function putArticle(
  work: Work,
  { order, seat, catalog, article, variant }: ArticleForPerson,
  { quantity, unitPrice, isOffered }: { quantity: number; unitPrice: Cents; isOffered: boolean },
): Promise<{ participantArticleId: number; name: string }> {
  const { tx } = work;
  await reserveVariant(work, { variantId: variant.id, quantity }, isOffered);
  const of = { name: article.name, variantName: variant.name, quantity, unitPrice };
  const [made] = await tx
    .insert(participantArticles)
    .values({
      ...{ ...of, participantId: seat.person.id, articleId: article.id, variantId: variant.id },
      uniqueLocalId: secretToken(9),
      withdrawalRight: rightOf([article], article.id),
    })
    .returning({ id: participantArticles.id });
  const name = articleLineName(of);
  const line = item('article', name, quantity, unitPrice, article.vat ?? catalog.event.vat);
  await tx.insert(orderItems).values({
    ...{ ...line, orderId: order.id, position: await nextPosition(tx, order.id) },
    // Given for nothing it is sold by nobody.
    soldByPlatform: article.soldByStartblock && unitPrice > 0,
  });
  return { participantArticleId: present(made, 'an inserted article has an id').id, name };
}
