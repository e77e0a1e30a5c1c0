import { eq } from 'drizzle-orm';
import type { Viewer } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { refuse } from '../rules/problems.ts';
import { articles } from '../schema.ts';
import type { ArticleInput } from '../shapes.ts';

/**
 * That the platform itself sells an article is for its super admins to say. Saying what is so anyway changes nothing.
 * @throws Problem NO_PERMISSION
 */
export async function refusePlatformSale(
  work: Work,
  viewer: Pick<Viewer, 'isSuperAdmin'>,
  { soldByStartblock }: ArticleInput,
  articleId?: number,
): Promise<void> {
  if (soldByStartblock === undefined || viewer.isSuperAdmin) return;
  const [before] =
    articleId === undefined
      ? []
      : await work.tx
          .select({ soldByStartblock: articles.soldByStartblock })
          .from(articles)
          .where(eq(articles.id, articleId));
  if (soldByStartblock !== (before?.soldByStartblock ?? false)) refuse('NO_PERMISSION');
}
