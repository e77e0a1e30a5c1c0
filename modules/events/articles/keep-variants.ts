import { and, count, eq, sql } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import type { Work } from '#src/platform/work.ts';
import { hasAny, inUseRefuses } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuse } from '../rules/problems.ts';
import { articles, articleVariants } from '../schema.ts';
import type { VariantInput } from '../shapes.ts';

/** Makes a variant (a size) of which one piece is to be had unless said otherwise, and answers its id. */
export async function createVariant(work: Work, articleId: number, input: VariantInput): Promise<number> {
  const [article] = await work.tx
    .select({ eventId: articles.eventId, variants: count(articleVariants.id) })
    .from(articles)
    .leftJoin(articleVariants, eq(articleVariants.articleId, articles.id))
    .where(eq(articles.id, articleId))
    .groupBy(articles.id);
  if (!article) return refuse('NOT_FOUND');
  const [made] = await work.tx
    .insert(articleVariants)
    .values({
      articleId,
      name: input.name ?? '',
      total: input.availableAmount ?? 1,
      sortOrder: input.sortOrder ?? article.variants + 1,
    })
    .returning({ id: articleVariants.id });
  await touchEvent(work, article.eventId);
  return present(made, 'an inserted variant has an id').id;
}

/**
 * `availableAmount` is what is still to be had, so it is added to what is sold already; with `seenAvailableAmount` only
 * the difference between the two is.
 * @throws Problem CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW with `details.left` when more is to be taken away than is left by
 *   now, CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS when what was seen comes without what is wanted
 */
export async function updateVariant(work: Work, variantId: number, input: VariantInput): Promise<void> {
  const eventId = await eventOfVariant(work, variantId);
  const { availableAmount, seenAvailableAmount, ...fields } = input;
  if (availableAmount === undefined && seenAvailableAmount !== undefined)
    refuse('CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS');
  if (hasAny(fields)) await work.tx.update(articleVariants).set(fields).where(eq(articleVariants.id, variantId));
  if (availableAmount !== undefined) await setAvailable(work, variantId, availableAmount, seenAvailableAmount);
  await touchEvent(work, eventId);
}

async function setAvailable(work: Work, variantId: number, amount: number, seen = -1): Promise<void> {
  const { id, sold, total } = articleVariants;
  const wanted = seen < 0 ? sql`${sold} + ${amount}` : sql`${total} + ${amount - seen}`;
  const changed = await work.tx
    .update(articleVariants)
    .set({ total: wanted })
    .where(and(eq(id, variantId), sql`${wanted} >= ${sold}`))
    .returning({ id });
  if (changed.length === 1) return;
  const [now] = await work.tx
    .select({ left: sql<number>`${total} - ${sold}` })
    .from(articleVariants)
    .where(eq(id, variantId));
  refuse('CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW', { left: now?.left ?? 0 });
}

/** @throws Problem CANT_DELETE_ARTICLE_VARIANT_HAS_ORDERS when anyone ever ordered it. */
export async function deleteVariant(work: Work, variantId: number): Promise<void> {
  const eventId = await eventOfVariant(work, variantId);
  const gone = await inUseRefuses('CANT_DELETE_ARTICLE_VARIANT_HAS_ORDERS', () =>
    work.tx
      .delete(articleVariants)
      .where(and(eq(articleVariants.id, variantId), eq(articleVariants.sold, 0)))
      .returning({ id: articleVariants.id }),
  );
  if (gone.length === 0) refuse('CANT_DELETE_ARTICLE_VARIANT_HAS_ORDERS');
  await touchEvent(work, eventId);
}

async function eventOfVariant(work: Work, variantId: number): Promise<number> {
  const [found] = await work.tx
    .select({ eventId: articles.eventId })
    .from(articleVariants)
    .innerJoin(articles, eq(articles.id, articleVariants.articleId))
    .where(eq(articleVariants.id, variantId));
  return found ? found.eventId : refuse('NOT_FOUND');
}
