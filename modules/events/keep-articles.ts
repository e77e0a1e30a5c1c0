import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { touchEvent } from './change-event.ts';
import { given, hasAny, inUseRefuses } from './keep-competitions.ts';
import { refuse } from './rules/problems.ts';
import { articleCompetitions, articles, articleVariants, competitions, events } from './schema.ts';
import type { ArticleInput, VariantInput } from './shapes.ts';

/** Makes an article without variants, and answers its id. It can be bought once it has one. */
export async function createArticle(
  work: Work,
  eventId: number,
  input: ArticleInput & { name: string },
): Promise<number> {
  const [event] = await work.tx
    .select({ articles: count(articles.id) })
    .from(events)
    .leftJoin(articles, eq(articles.eventId, events.id))
    .where(eq(events.id, eventId))
    .groupBy(events.id);
  if (!event) return refuse('NOT_FOUND');
  refuseContradictions(input);
  const { competitionIds, currency: _, ...fields } = input;
  const [made] = await work.tx
    .insert(articles)
    .values({ sortOrder: event.articles + 1, ...given(fields), name: input.name, eventId })
    .returning({ id: articles.id });
  const { id } = present(made, 'an inserted article has an id');
  await offerFor(work, eventId, id, competitionIds);
  await touchEvent(work, eventId);
  return id;
}

export async function updateArticle(work: Work, articleId: number, input: ArticleInput): Promise<void> {
  const [before] = await work.tx.select().from(articles).where(eq(articles.id, articleId));
  if (!before) return refuse('NOT_FOUND');
  refuseContradictions({ ...before, ...given(input) });
  const { competitionIds, currency: _, ...fields } = input;
  if (hasAny(fields)) await work.tx.update(articles).set(fields).where(eq(articles.id, articleId));
  await offerFor(work, before.eventId, articleId, competitionIds);
  await touchEvent(work, before.eventId);
}

/** @throws Problem CANT_DELETE_ARTICLE_HAS_ORDERS when anyone ever ordered it. */
export async function deleteArticle(work: Work, articleId: number): Promise<void> {
  const [before] = await work.tx.select({ eventId: articles.eventId }).from(articles).where(eq(articles.id, articleId));
  if (!before) return refuse('NOT_FOUND');
  const sold = await work.tx
    .select({ id: articleVariants.id })
    .from(articleVariants)
    .where(and(eq(articleVariants.articleId, articleId), gt(articleVariants.sold, 0)))
    .limit(1);
  if (sold.length > 0) refuse('CANT_DELETE_ARTICLE_HAS_ORDERS');
  await inUseRefuses('CANT_DELETE_ARTICLE_HAS_ORDERS', () =>
    work.tx.delete(articles).where(eq(articles.id, articleId)),
  );
  await touchEvent(work, before.eventId);
}

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

/** `availableAmount` is what is still to be had, so it is added to what is sold already. */
export async function updateVariant(work: Work, variantId: number, input: VariantInput): Promise<void> {
  const eventId = await eventOfVariant(work, variantId);
  const { availableAmount, ...fields } = input;
  const set = {
    ...fields,
    ...(availableAmount === undefined ? {} : { total: sql`${articleVariants.sold} + ${availableAmount}` }),
  };
  if (hasAny(set)) await work.tx.update(articleVariants).set(set).where(eq(articleVariants.id, variantId));
  await touchEvent(work, eventId);
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

/** @throws Problem VALIDATION_FAILED for a competition that is not of this event. */
export async function refuseForeignCompetitions(work: Work, eventId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await work.tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(and(eq(competitions.eventId, eventId), inArray(competitions.id, [...ids])));
  if (known.length < ids.length) refuseFields({ competitionIds: ['events.error.foreignCompetition'] });
}

async function offerFor(
  work: Work,
  eventId: number,
  articleId: number,
  competitionIds: number[] | undefined,
): Promise<void> {
  if (competitionIds === undefined) return;
  const ids = [...new Set(competitionIds)];
  await refuseForeignCompetitions(work, eventId, ids);
  await work.tx.delete(articleCompetitions).where(eq(articleCompetitions.articleId, articleId));
  if (ids.length > 0)
    await work.tx.insert(articleCompetitions).values(ids.map((competitionId) => ({ articleId, competitionId })));
}

function refuseContradictions(article: ArticleInput): void {
  const fields: Record<string, string[]> = {};
  const below = (most: number | null | undefined, least: number | null | undefined) =>
    (most || 0) > 0 && (most || 0) < (least || 0);
  if (below(article.maxAmountPerParticipant, article.minAmountPerParticipant))
    fields.maxAmountPerParticipant = ['events.error.maxBelowMin'];
  if (below(article.maxAmountPerTeam, article.minAmountPerTeam)) fields.maxAmountPerTeam = ['events.error.maxBelowMin'];
  if (below(article.maxPrice, article.minPrice)) fields.maxPrice = ['events.error.maxBelowMin'];
  if (Object.keys(fields).length > 0) refuseFields(fields);
}
