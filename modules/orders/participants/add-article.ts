import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { addAudit } from '../add-audit.ts';
import { requireMayHaveMore } from '../rules/article-lines.ts';
import { orderChanged } from '../rules/facts.ts';
import { orders } from '../schema.ts';
import { articleForPerson, hasOfArticle, type NamedArticle, putArticle } from './put-article.ts';

/** `difference`: cents that the order's total grew by. */
export type AddedArticle = {
  orderId: number;
  participantId: number;
  participantArticleId: number;
  name: string;
  quantity: number;
  difference: Cents;
};

/**
 * Sells a participant a size that they waited for, on their order and at the price of now. The money is the caller's.
 * @throws Problem RESERVING_ARTICLES_FAILED, ORDERED_TOO_MANY_ARTICLES, ORDERED_NOT_ENOUGH_ARTICLES, VALIDATION_FAILED,
 *   NOT_FOUND (also for a canceled order)
 */
export async function addArticle(work: Work, input: NamedArticle): Promise<AddedArticle> {
  const { orderId, participantId, quantity, editorId } = input;
  const place = await articleForPerson(work.tx, input);
  const { article, order, seat } = place;
  requireMayHaveMore(article, hasOfArticle(seat, article.id), quantity);
  const unitPrice = article.type === 'free' ? zeroCents : article.price;
  const { participantArticleId, name } = await putArticle(work, place, { quantity, unitPrice, isOffered: true });
  const difference = cents(unitPrice * quantity);
  const totalPrice = cents(order.totalPrice + difference);
  if (difference > 0) await work.tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const changes = [
    { participantId, field: 'article', before: null, after: `${quantity} × ${name}` },
    { field: 'totalPrice', before: String(order.totalPrice), after: String(totalPrice) },
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'article.fromList', changes });
  await work.announce(orderChanged({ orderId }));
  return { orderId, participantId, participantArticleId, name, quantity, difference };
}
