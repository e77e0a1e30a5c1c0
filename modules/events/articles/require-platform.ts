import { eq } from 'drizzle-orm';
import { requirePermission } from '#src/platform/permissions.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { Work } from '#src/platform/work.ts';
import { articles } from '../schema.ts';
import type { ArticleInput } from '../shapes.ts';

/**
 * That the platform itself sells an article is for the platform to say. Saying what is so anyway changes nothing.
 * @throws Problem NO_PERMISSION
 */
export async function requirePlatform(
  work: Work,
  { viewer }: { viewer: Viewer },
  { soldByStartblock }: ArticleInput,
  articleId?: number,
): Promise<void> {
  if (soldByStartblock === undefined) return;
  const [before] =
    articleId === undefined
      ? []
      : await work.tx
          .select({ soldByStartblock: articles.soldByStartblock })
          .from(articles)
          .where(eq(articles.id, articleId));
  if (soldByStartblock !== (before?.soldByStartblock ?? false)) requirePermission('event.platform', viewer, work.now);
}
