import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, setLeft } from '../records/save.ts';
import { twinAmong } from '../rules/variant-names.ts';
import { articleVariants } from '../schema.ts';
import type { VariantInput } from '../shapes.ts';

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
