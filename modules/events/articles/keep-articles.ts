import { and, count, eq, gt } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { given, hasAny, inUseRefuses, refuseForeignCompetitions } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuseForeignPicture } from '../pictures/refuse-foreign-picture.ts';
import { refuse } from '../rules/problems.ts';
import { articleCompetitions, articles, articleVariants, events } from '../schema.ts';
import type { ArticleInput } from '../shapes.ts';

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
  await refuseForeignPicture(work, eventId, input.picture, 'picture');
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
  await refuseForeignPicture(work, before.eventId, input.picture, 'picture');
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
