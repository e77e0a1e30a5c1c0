import type { Work } from '#src/data/work.ts';
import { withCents } from '#src/kernel/money.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, setLeft } from '../records/save.ts';
import type { PriceInput } from '../shapes.ts';

export const createPrice = (work: Work, competitionId: number, input: PriceInput): Promise<number> =>
  createRecord(work, 'price', competitionId, () => {
    refuseWindow(input.availableFrom ?? null, input.availableTo ?? null);
    const { quantity = 0, baselineQuantity: _seen, currency: _, ...fields } = input;
    return { ...withCents(fields, ['price']), competitionId, quantityTotal: quantity };
  });

/**
 * `quantity` is what is left, so the amount sold is added. With `baselineQuantity` only the difference counts.
 * @throws Problem CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE with `details.left`
 */
export const updatePrice = (work: Work, priceId: number, input: PriceInput): Promise<void> =>
  changeRecord(work, 'price', priceId, async (before) => {
    const { quantity, baselineQuantity, currency: _, ...fields } = input;
    const after = { ...before, ...withoutUndefined(fields) };
    refuseWindow(after.availableFrom, after.availableTo);
    if (quantity !== undefined) await setLeft(work, 'price', priceId, quantity, baselineQuantity);
    return withCents(fields, ['price']);
  });

function refuseWindow(from: number | null, to: number | null): void {
  if (from !== null && to !== null && to < from) refuseFields({ availableTo: ['events.error.endBeforeStart'] });
}
