import { eq } from 'drizzle-orm';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { articles } from '../schema.ts';
import type { ArticleInput } from '../shapes.ts';

/** What an article costs, and what of that is tax. */
const priced = ['price', 'type', 'minPrice', 'maxPrice', 'recommendedPrice', 'vat'] as const;

/**
 * That the platform itself sells an article is for the platform to say, and so is what it takes for one. Saying what is so
 * anyway changes nothing.
 * @throws Problem NO_PERMISSION
 */
export async function requirePlatform(
  work: Work,
  { viewer }: { viewer: Viewer },
  input: ArticleInput,
  articleId?: number,
): Promise<void> {
  const [before] =
    articleId === undefined ? [] : await work.tx.select().from(articles).where(eq(articles.id, articleId));
  const isOurs = before?.soldByStartblock ?? false;
  const isOther = (field: (typeof priced)[number]) => input[field] !== undefined && input[field] !== before?.[field];
  if ((input.soldByStartblock ?? isOurs) !== isOurs || (isOurs && priced.some(isOther)))
    requirePermission('event.platform', viewer, work.now);
}
