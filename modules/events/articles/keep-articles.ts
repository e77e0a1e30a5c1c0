import { and, count, eq, gt } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { withCents, zeroCents } from '#src/kernel/money.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { given, hasAny, inUseRefuses, refuseForeignCompetitions } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuseForeignPicture } from '../pictures/refuse-foreign-picture.ts';
import { refuse } from '../rules/problems.ts';
import { articleCompetitions, articles, articleVariants, events } from '../schema.ts';
import type { ArticleInput } from '../shapes.ts';

const sums = ['price', 'minPrice', 'maxPrice', 'recommendedPrice'] as const;

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
  refuseContradictions(input, input);
  await refuseForeignPicture(work, eventId, input.picture, 'picture');
  const { competitionIds, currency: _, ...rest } = input;
  const fields = withCents(rest, sums);
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
  const after = { ...before, ...given(input) };
  refuseContradictions(after, input);
  await refuseForeignPicture(work, before.eventId, input.picture, 'picture');
  const { competitionIds, currency: _, ...rest } = input;
  const fields = withCents(rest, sums);
  const free = after.type === 'free' ? { price: zeroCents } : {};
  if (hasAny(fields))
    await work.tx
      .update(articles)
      .set({ ...fields, ...free })
      .where(eq(articles.id, articleId));
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

/** Nobody orders more than this of one article. */
const mostPerPerson = 100;

/** `input`: what is asked for now, beside what the article is after it. 0 and null are no limit. */
function refuseContradictions(article: ArticleInput, input: ArticleInput): void {
  const fields: FieldErrors = {};
  const most = (limit: number | null | undefined) => limit || Number.POSITIVE_INFINITY;
  const perPerson = { min: article.minAmountPerParticipant ?? 0, max: most(article.maxAmountPerParticipant) };
  const perTeam = { min: article.minAmountPerTeam ?? 0, max: most(article.maxAmountPerTeam) };
  if (perPerson.max < perPerson.min) fields.maxAmountPerParticipant = ['events.error.maxBelowMin'];
  if (perTeam.max < perTeam.min) fields.maxAmountPerTeam = ['events.error.maxBelowMin'];
  else if (perTeam.max < perPerson.min) fields.maxAmountPerTeam = ['events.error.teamMaxBelowPersonMin'];
  // A team's article is for its first member alone, who orders no more than anybody.
  if (article.teamArticle && perTeam.min > Math.min(perPerson.max, mostPerPerson))
    fields.minAmountPerTeam = ['events.error.teamMinAbovePersonMax'];
  if (article.type === 'free' && (input.price ?? 0) > 0) fields.price = ['events.error.freeHasPrice'];
  if (article.type === 'donation') {
    const { minPrice, maxPrice, recommendedPrice } = article;
    if ((maxPrice ?? Number.POSITIVE_INFINITY) < (minPrice ?? 0)) fields.maxPrice = ['events.error.maxBelowMin'];
    else if (
      recommendedPrice != null &&
      (recommendedPrice < (minPrice ?? 0) || recommendedPrice > (maxPrice ?? recommendedPrice))
    )
      fields.recommendedPrice = ['events.error.recommendedOutside'];
  }
  if (Object.keys(fields).length > 0) refuseFields(fields);
}
