import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type LivePrice, live, type PricedBasket, quoteBasket, withoutCodes } from '#modules/orders/rules/pricing.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/**
 * What became of a code that was typed. `refused` names why: a code of the catalogue, or `noGain` when everything costs the
 * same without it (or less). `waiting`: something else in the basket must be mended before one can say.
 */
export type CodeOutcome =
  | { code: string; name: string; state: 'applied'; discount: Cents }
  | { code: string; name: string; state: 'refused'; why: string }
  | { code: string; name: string; state: 'waiting' };
/** What a draft costs. `codes`: in the order typed. `basket`: with the codes that work, what is to be booked. */
export type DraftPrice<B extends PricedBasket> = LivePrice & { codes: CodeOutcome[]; basket: B };

/**
 * The price of what somebody entered so far who has no code, at an event without discounts: `draftPrice` of an empty list,
 * without all that codes and discounts need.
 */
export function priceWithoutCodes<B extends PricedBasket>(catalog: Catalog, entered: B, now: Instant): DraftPrice<B> {
  const basket = { ...entered, appliedVouchers: [] };
  return { ...live(() => quoteBasket(catalog, basket, now, withoutCodes)), codes: [], basket };
}
