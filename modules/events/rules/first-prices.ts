import { type Instant, instant, minutes } from '#src/kernel/time.ts';

/** Up to three prices, each until the next begins. */
export type PriceSteps = {
  price: number | null;
  firstUntil: Instant | null;
  secondPrice: number | null;
  secondUntil: Instant | null;
  thirdPrice: number | null;
};
/** Null is open. */
type SaleTime = { from: Instant | null; to: Instant | null };
type FirstPrice = { price: number; availableFrom: Instant | null; availableTo: Instant | null };

/** Errors by field, as locale keys. */
export function stepErrors(steps: PriceSteps, sale: SaleTime): Partial<Record<keyof PriceSteps, string>> {
  const { firstUntil, secondPrice, secondUntil, thirdPrice } = steps;
  const isThird = secondUntil !== null || thirdPrice !== null;
  const isSecond = isThird || firstUntil !== null || secondPrice !== null;
  const missing = (name: keyof PriceSteps, isNeeded: boolean) =>
    isNeeded && steps[name] === null ? { [name]: 'ui.form.missing' } : {};
  const follows = (name: keyof PriceSteps, at: Instant | null, before: Instant | null) =>
    at !== null && before !== null && at <= before ? { [name]: 'events.error.stepOrder' } : {};
  const last = secondUntil ?? firstUntil;
  return {
    ...missing('price', isSecond),
    ...missing('firstUntil', isSecond),
    ...missing('secondPrice', isSecond),
    ...missing('secondUntil', isThird),
    ...missing('thirdPrice', isThird),
    ...(last !== null && sale.to !== null && last >= sale.to
      ? { [secondUntil === null ? 'firstUntil' : 'secondUntil']: 'events.error.stepAfterSale' }
      : {}),
    ...follows('firstUntil', firstUntil, sale.from),
    ...follows('secondUntil', secondUntil, firstUntil),
  };
}

/** Consecutive prices without gaps, from begin to end of the sale. */
export function firstPrices(steps: PriceSteps, { from, to }: SaleTime): FirstPrice[] {
  const { price, firstUntil, secondPrice, secondUntil, thirdPrice } = steps;
  if (price === null) return [];
  const after = (end: Instant): Instant => instant(end + minutes(1));
  const all: FirstPrice[] = [{ price, availableFrom: from, availableTo: firstUntil ?? to }];
  if (firstUntil !== null && secondPrice !== null)
    all.push({ price: secondPrice, availableFrom: after(firstUntil), availableTo: secondUntil ?? to });
  if (secondUntil !== null && thirdPrice !== null)
    all.push({ price: thirdPrice, availableFrom: after(secondUntil), availableTo: to });
  return all;
}
