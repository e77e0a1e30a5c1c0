import { eq } from 'drizzle-orm';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { withCents, zeroCents } from '#src/kernel/money.ts';
import { given } from '#src/kernel/pick.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, refuseErrors, setLeft } from '../records/save.ts';
import { articles, articleVariants } from '../schema.ts';
import type { ArticleInput, VariantInput } from '../shapes.ts';

type Named = { id: number; name: string };

const folded = (name: string): string => name.trim().toLowerCase();
/** Buyers could not tell these apart; two without a name neither. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

/**
 * The first of the variants of an article that would be called as another one. Those that were so before may stay:
 * only `changed` ones are looked at.
 */
export const twinAmong = (variants: readonly Named[], changed: (variant: Named) => boolean): Named | undefined =>
  variants.find(
    (variant) =>
      changed(variant) && variants.some(({ id, name }) => id !== variant.id && isSameName(name, variant.name)),
  );

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

const columnsOf = ({ competitionIds: _, currency: __, ...rest }: ArticleInput) =>
  given(withCents(rest, ['price', 'minPrice', 'maxPrice', 'recommendedPrice']));

/** Makes an article without variants, and answers its id. It can be bought once it has one. */
export const createArticle = (work: Work, eventId: number, input: ArticleInput & { name: string }): Promise<number> =>
  createRecord(
    work,
    'article',
    eventId,
    (articles) => {
      refuseContradictions(input, input);
      return { sortOrder: articles + 1, ...columnsOf(input), name: input.name, eventId };
    },
    input.competitionIds,
  );

export const updateArticle = (work: Work, articleId: number, input: ArticleInput): Promise<void> =>
  changeRecord(
    work,
    'article',
    articleId,
    async (before) => {
      const after = { ...before, ...given(input) };
      refuseContradictions(after, input);
      const fields = columnsOf(input);
      const isFree = after.type === 'free' && Object.keys(fields).length > 0;
      return { ...fields, ...(isFree ? { price: zeroCents } : {}) };
    },
    input.competitionIds,
  );

/** Nobody orders more than this of one article. */
const maxPerPerson = 100;

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
  if (article.teamArticle && perTeam.min > Math.min(perPerson.max, maxPerPerson))
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
  refuseErrors(fields);
}

/**
 * Makes a variant (a size) of which one piece is to be had unless said otherwise, and answers its id.
 * @throws Problem VALIDATION_FAILED when the article has one of that name
 */
export const createVariant = (work: Work, articleId: number, input: VariantInput): Promise<number> =>
  createRecord(work, 'variant', articleId, async (variants) => {
    const name = input.name ?? '';
    if (variants > 0) await refuseTwin(work, articleId, { id: 0, name });
    return {
      articleId,
      name,
      total: input.availableAmount ?? 1,
      sortOrder: input.sortOrder ?? variants + 1,
    };
  });

async function refuseTwin(work: Work, articleId: number, variant: { id: number; name: string }): Promise<void> {
  const { id, name } = articleVariants;
  const all = await work.tx.select({ id, name }).from(articleVariants).where(eq(articleVariants.articleId, articleId));
  const named = [...all.filter((each) => each.id !== variant.id), variant];
  if (twinAmong(named, (each) => each.id === variant.id)) refuseFields({ name: ['events.variants.sameName'] });
}

/**
 * `availableAmount` is what is still to be had, so it is added to what is sold already; with `baselineAvailableAmount` only
 * the difference between the two is.
 * @throws Problem CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW with `details.left` when more is to be taken away than is left by
 *   now, VALIDATION_FAILED when what was seen comes without what is wanted or another one of the article has the new name
 */
export const updateVariant = (work: Work, variantId: number, input: VariantInput): Promise<void> =>
  changeRecord(work, 'variant', variantId, async ({ articleId, name: before }) => {
    const { name = before } = input;
    if (name !== before) await refuseTwin(work, articleId, { id: variantId, name });
    return changeOf(work, variantId, input);
  });

/** The same for whoever changes several of an article at once and looked at all their names. */
export const updateCheckedVariant = (work: Work, variantId: number, input: VariantInput): Promise<void> =>
  changeRecord(work, 'variant', variantId, () => changeOf(work, variantId, input));

async function changeOf(work: Work, variantId: number, input: VariantInput) {
  const { availableAmount, baselineAvailableAmount: baselineAmount, ...fields } = input;
  if (availableAmount !== undefined) await setLeft(work, 'variant', variantId, availableAmount, baselineAmount);
  else if (baselineAmount !== undefined) refuseFields({ availableAmount: ['required'] });
  return fields;
}
