import { and, eq, ne } from 'drizzle-orm';
import { releaseVariant } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { cents } from '#src/kernel/money.ts';
import { addAudit } from '../add-audit.ts';
import { orderChanged } from '../rules/facts.ts';
import { feeOfNothing } from '../rules/move-price.ts';
import { orderItems, orders, participantArticles, participants } from '../schema.ts';
import type { AddedArticle } from './add-article.ts';
import { dropFee } from './move-lines.ts';
import { articleLineName, chargedForArticles, takeOutArticles } from './take-out-lines.ts';

type TakeOff = Pick<AddedArticle, 'orderId' | 'participantArticleId'> & {
  /** `notPaid` in time, which nobody decided; or `withdrawn` by its buyer, whom this editor answered. */
  why: { comment: 'article.notPaid'; editorId: null } | { comment: 'article.withdrawn'; editorId: number };
};

/**
 * Takes an article off an order again and gives it back to the stock; where nothing else costs anything, the processing fee
 * goes with it. `difference` is below 0. null: the order does not have it any more, or is canceled.
 */
export async function takeOffArticle(
  work: Work,
  { orderId, participantArticleId, why }: TakeOff,
): Promise<AddedArticle | null> {
  const { tx } = work;
  const [found] = await tx
    .select({ article: participantArticles, totalPrice: orders.totalPrice })
    .from(participantArticles)
    .innerJoin(participants, eq(participants.id, participantArticles.participantId))
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(
      and(eq(participantArticles.id, participantArticleId), eq(orders.id, orderId), ne(orders.status, 'canceled')),
    );
  if (!found) return null;
  const { article } = found;
  const { participantId, variantId, quantity } = article;
  const charged = cents(-chargedForArticles([article]));
  const lines = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const fee = feeOfNothing(lines, charged);
  await takeOutArticles(tx, orderId, [article]);
  if (fee > 0) await dropFee(tx, orderId);
  await tx.delete(participantArticles).where(eq(participantArticles.id, participantArticleId));
  await releaseVariant(work, { variantId, quantity });
  const difference = cents(charged - fee);
  const totalPrice = cents(found.totalPrice + difference);
  await tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const name = articleLineName(article);
  const changes = [
    { participantId, field: 'article', before: `${quantity} × ${name}`, after: null },
    { field: 'totalPrice', before: String(found.totalPrice), after: String(totalPrice) },
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', ...why, changes });
  await work.announce(orderChanged({ orderId }));
  return { orderId, participantId, participantArticleId, name, quantity, difference };
}
