import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isVoucherProblem } from '#modules/vouchers/rules/problems.ts';
import { foldCode, type Voucher } from '#modules/vouchers/rules/voucher.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type LivePrice, livePrice } from './live-price.ts';
import type { PricedBasket } from './pricing.ts';

/**
 * What became of a code that was typed. `refused` names why: a code of the catalogue, or `noGain` when everything costs the
 * same without it (or less). `waiting`: something else in the basket must be mended before one can say.
 */
export type CodeOutcome =
  | { code: string; name: string; state: 'applied'; discount: number }
  | { code: string; name: string; state: 'refused'; why: string }
  | { code: string; name: string; state: 'waiting' };
export type DraftPrice = LivePrice & {
  /** In the order typed. */
  codes: CodeOutcome[];
  /** The basket with the codes that work: what is to be booked. */
  basket: PricedBasket;
};

/**
 * The price of what somebody entered so far. A code that does not fit takes nothing away from the rest, and none is used up
 * or makes anything dearer: where two are in each other's way, the better one for the buyer holds.
 */
export function draftPrice<B extends PricedBasket>(
  catalog: Catalog,
  entered: B,
  codes: readonly string[],
  vouchers: readonly Voucher[],
  now: Instant,
): LivePrice & { codes: CodeOutcome[]; basket: B } {
  const withCodes = (list: readonly string[]): B => ({ ...entered, appliedVouchers: list.map((code) => ({ code })) });
  const priceOf = (list: readonly string[]) => livePrice(catalog, withCodes(list), vouchers, now);
  const refused = new Map<string, string>();
  let kept: string[] = [];
  let price = priceOf(kept);
  for (const code of codes) {
    const next = priceOf([...kept, code]);
    const why = reasonAgainst(code, price, next);
    if (why === null) {
      kept = [...kept, code];
      price = next;
      continue;
    }
    const inTheWay = otherCode(code, next.problem);
    const instead = inTheWay === null ? null : kept.filter((each) => foldCode(each) !== inTheWay);
    const swapped = instead && priceOf([...instead, code]);
    if (instead && inTheWay && swapped && reasonAgainst(code, price, swapped) === null) {
      refused.set(inTheWay, 'INVALID_VOUCHER_UNIT');
      kept = [...instead, code];
      price = swapped;
    } else refused.set(foldCode(code), why);
  }
  const known = new Map(vouchers.map((voucher) => [foldCode(voucher.code), voucher]));
  return {
    ...price,
    basket: withCodes(kept),
    codes: codes.map((typed): CodeOutcome => {
      const folded = foldCode(typed);
      const { code, name } = known.get(folded) ?? { code: typed.trim(), name: '' };
      const why = refused.get(folded);
      if (why !== undefined) return { code, name, state: 'refused', why };
      const given = price.quote?.vouchers.find((each) => foldCode(each.code) === folded);
      return given
        ? { code, name, state: 'applied', discount: given.discountAmount }
        : { code, name, state: 'waiting' };
    }),
  };
}

/** Why a code is better left out; null when it helps, or when nobody can say yet. */
function reasonAgainst(code: string, without: LivePrice, withIt: LivePrice): string | null {
  if (withIt.quote) {
    return without.quote && withIt.quote.totalPrice >= without.quote.totalPrice ? 'noGain' : null;
  }
  if (!isVoucherProblem(withIt.problem.code)) return null;
  return otherCode(code, withIt.problem) === null ? withIt.problem.code : 'noGain';
}

/** Another code that this problem is about, folded. */
function otherCode(code: string, problem: Problem | null): string | null {
  if (!problem || !isVoucherProblem(problem.code)) return null;
  const named = foldCode(String(problem.details.code ?? ''));
  return named === foldCode(code) ? null : named;
}
