import { eq } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { refuseOtherIds } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuse } from '../rules/problems.ts';
import { articles, articleVariants } from '../schema.ts';

/**
 * Numbers the variants of an article from 1 in the order given.
 * @throws Problem VALIDATION_FAILED unless every variant of the article is named exactly once, NOT_FOUND
 */
export async function sortVariants(work: Work, articleId: number, ids: readonly number[]): Promise<void> {
  const [article] = await work.tx
    .select({ eventId: articles.eventId })
    .from(articles)
    .where(eq(articles.id, articleId));
  if (!article) return refuse('NOT_FOUND');
  const known = await work.tx
    .select({ id: articleVariants.id })
    .from(articleVariants)
    .where(eq(articleVariants.articleId, articleId));
  refuseOtherIds('articleVariantIds', known, ids);
  for (const [at, id] of ids.entries())
    await work.tx
      .update(articleVariants)
      .set({ sortOrder: at + 1 })
      .where(eq(articleVariants.id, id));
  await touchEvent(work, article.eventId);
}
