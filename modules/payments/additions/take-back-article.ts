import { eq } from 'drizzle-orm';
import { type AddedArticle, takeOffArticle } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import { unpaidAdditions } from '../schema.ts';
import { settleTotal } from '../settle-total.ts';

type TakeBack = Pick<AddedArticle, 'orderId' | 'participantArticleId'> & { editorId: number };

/**
 * An article whose buyer goes back on it leaves the order, and what it cost goes back as far as it was paid, in cents. null:
 * the order does not have it any more, or is canceled.
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
