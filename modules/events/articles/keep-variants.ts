import type { Work } from '#src/platform/work.ts';
import { changeRecord, createRecord, setLeft } from '../records/keep.ts';
import { refuse } from '../rules/problems.ts';
import type { VariantInput } from '../shapes.ts';

/** Makes a variant (a size) of which one piece is to be had unless said otherwise, and answers its id. */
export const createVariant = (work: Work, articleId: number, input: VariantInput): Promise<number> =>
  createRecord(work, 'variant', articleId, (variants) => ({
    articleId,
    name: input.name ?? '',
    total: input.availableAmount ?? 1,
    sortOrder: input.sortOrder ?? variants + 1,
  }));

/**
 * `availableAmount` is what is still to be had, so it is added to what is sold already; with `baselineAvailableAmount` only
 * the difference between the two is.
 * @throws Problem CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW with `details.left` when more is to be taken away than is left by
 *   now, CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS when what was seen comes without what is wanted
 */
export const updateVariant = (work: Work, variantId: number, input: VariantInput): Promise<void> =>
  changeRecord(work, 'variant', variantId, async () => {
    const { availableAmount, baselineAvailableAmount: baselineAmount, ...fields } = input;
    if (availableAmount !== undefined) await setLeft(work, 'variant', variantId, availableAmount, baselineAmount);
    else if (baselineAmount !== undefined) refuse('CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS');
    return fields;
  });
