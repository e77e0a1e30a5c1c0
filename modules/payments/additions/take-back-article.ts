import { eq } from 'drizzle-orm';
import { type AddedArticle, takeOffArticle } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import { unpaidAdditions } from '../schema.ts';
import { settleTotal } from '../settle-total.ts';

type TakeBack = Pick<AddedArticle, 'orderId' | 'participantArticleId'> & { editorId: number };

/**
 * Removes an article that the buyer withdraws from and refunds its price as far as it was paid. Returns the cents; null
 * when the order no longer has it or is canceled.
 */
export async function takeBackArticle(
  work: Work,
  { orderId, participantArticleId, editorId }: TakeBack,
): Promise<{ goesBack: Cents } | null> {
  await work.tx.delete(unpaidAdditions).where(eq(unpaidAdditions.participantArticleId, participantArticleId));
  const why = { comment: 'article.withdrawn', editorId } as const;
  const gone = await takeOffArticle(work, { orderId, participantArticleId, why });
  if (!gone) return null;
  const { goesBack } = await settleTotal(work, { orderId, difference: gone.difference, editorId });
  return { goesBack };
}
