import { eq } from 'drizzle-orm';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { withCents, zeroCents } from '#src/kernel/money.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, refuseErrors, setLeft } from '../records/save.ts';
import { articles, articleVariants } from '../schema.ts';
import type { ArticleInput, VariantInput } from '../shapes.ts';

type Named = { id: number; name: string };

const folded = (name: string): string => name.trim().toLowerCase();
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

/** The first of the `changed` variants whose name another one has; old duplicates may stay. */
export const findDuplicate = (variants: readonly Named[], changed: (variant: Named) => boolean): Named | undefined =>
  variants.find(
    (variant) =>
      changed(variant) && variants.some(({ id, name }) => id !== variant.id && isSameName(name, variant.name)),
  );

const priced = ['price', 'type', 'minPrice', 'maxPrice', 'recommendedPrice', 'vat'] as const;

/**
 * Only the platform sets `soldByStartblock`, and prices and VAT of articles that it sells. Unchanged values are
 * accepted.
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
  withoutUndefined(withCents(rest, ['price', 'minPrice', 'maxPrice', 'recommendedPrice']));

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
      const after = { ...before, ...withoutUndefined(input) };
      refuseContradictions(after, input);
      const fields = columnsOf(input);
      const isFree = after.type === 'free' && Object.keys(fields).length > 0;
      return { ...fields, ...(isFree ? { price: zeroCents } : {}) };
    },
    input.competitionIds,
  );

const maxPerPerson = 100;

/** `input`: the fields of this change; `article`: the article after it. 0 and null mean no limit. */
function refuseContradictions(article: ArticleInput, input: ArticleInput): void {
  const fields: FieldErrors = {};
  const maxOf = (limit: number | null | undefined) => limit || Number.POSITIVE_INFINITY;
  const perPerson = { min: article.minAmountPerParticipant ?? 0, max: maxOf(article.maxAmountPerParticipant) };
  const perTeam = { min: article.minAmountPerTeam ?? 0, max: maxOf(article.maxAmountPerTeam) };
  if (perPerson.max < perPerson.min) fields.maxAmountPerParticipant = ['events.error.maxBelowMin'];
  if (perTeam.max < perTeam.min) fields.maxAmountPerTeam = ['events.error.maxBelowMin'];
  else if (perTeam.max < perPerson.min) fields.maxAmountPerTeam = ['events.error.teamMaxBelowPersonMin'];
  // A team article is ordered by the first member only, whose own limit applies.
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
 * Creates a variant (a size), one piece by default.
 * @throws Problem VALIDATION_FAILED when the article has one of that name
 */
export const createVariant = (work: Work, articleId: number, input: VariantInput): Promise<number> =>
  createRecord(work, 'variant', articleId, async (variants) => {
    const name = input.name ?? '';
    if (variants > 0) await refuseDuplicate(work, articleId, { id: 0, name });
    return {
      articleId,
      name,
      total: input.availableAmount ?? 1,
      sortOrder: input.sortOrder ?? variants + 1,
    };
  });

async function refuseDuplicate(work: Work, articleId: number, variant: { id: number; name: string }): Promise<void> {
  const { id, name } = articleVariants;
  const all = await work.tx.select({ id, name }).from(articleVariants).where(eq(articleVariants.articleId, articleId));
  const named = [...all.filter((each) => each.id !== variant.id), variant];
  if (findDuplicate(named, (each) => each.id === variant.id)) refuseFields({ name: ['events.variants.sameName'] });
}

/**
 * `availableAmount` is what is left, so the amount sold is added to it. With `baselineAvailableAmount` only the
 * difference counts.
 * @throws Problem CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW with `details.left`; VALIDATION_FAILED for a baseline without an
 * amount, or a duplicate name
 */
export const updateVariant = (work: Work, variantId: number, input: VariantInput): Promise<void> =>
  changeRecord(work, 'variant', variantId, async ({ articleId, name: before }) => {
    const { name = before } = input;
    if (name !== before) await refuseDuplicate(work, articleId, { id: variantId, name });
    return changeOf(work, variantId, input);
  });

/** Like `updateVariant`, for callers that checked the names of all variants already. */
export const updateCheckedVariant = (work: Work, variantId: number, input: VariantInput): Promise<void> =>
  changeRecord(work, 'variant', variantId, () => changeOf(work, variantId, input));

async function changeOf(work: Work, variantId: number, input: VariantInput) {
  const { availableAmount, baselineAvailableAmount: baselineAmount, ...fields } = input;
  if (availableAmount !== undefined) await setLeft(work, 'variant', variantId, availableAmount, baselineAmount);
  else if (baselineAmount !== undefined) refuseFields({ availableAmount: ['required'] });
  return fields;
}
