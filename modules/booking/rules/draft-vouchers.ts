import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { LivePrice, PricedBasket } from '#modules/orders/rules/pricing.ts';
import { livePrice } from '#modules/orders/rules/quote.ts';
import { isVoucherProblem } from '#modules/vouchers/rules/problems.ts';
import { foldCode, type Voucher } from '#modules/vouchers/rules/voucher.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { CodeOutcome, DraftPrice } from './draft-price.ts';

/** An invalid code does not affect the others; no code raises the price. Conflicting codes: the cheapest price wins. */
export function draftPrice<B extends PricedBasket>(
  catalog: Catalog,
  entered: B,
  codes: readonly string[],
  vouchers: readonly Voucher[],
  now: Instant,
): DraftPrice<B> {
  const withCodes = (list: readonly string[]): B => ({ ...entered, appliedVouchers: list.map((code) => ({ code })) });
  const input = [...new Map([...codes].reverse().map((code) => [foldCode(code), code])).values()].reverse();
  const { kept: used, price, refused } = bestCodes(input, (list) => livePrice(catalog, withCodes(list), vouchers, now));
  const known = new Map(vouchers.map((voucher) => [foldCode(voucher.code), voucher]));
  return {
    ...price,
    basket: withCodes(used),
    codes: input.map((text): CodeOutcome => {
      const folded = foldCode(text);
      const { code, name } = known.get(folded) ?? { code: text.trim(), name: '' };
      const why = refused.get(text);
      if (why !== undefined) return { code, name, state: 'refused', why };
      const given = price.quote?.vouchers.find((each) => foldCode(each.code) === folded);
      return given
        ? { code, name, state: 'applied', discount: given.discountAmount }
        : { code, name, state: 'waiting' };
    }),
  };
}

type Best = {
  kept: string[];
  price: LivePrice;
  refused: Map<string, string>;
};

/** Tries each code beside or instead of the previous ones, so that no further code raises the price. */
function bestCodes(input: readonly string[], priceOf: (codes: readonly string[]) => LivePrice): Best {
  const best: Best = { kept: [], price: priceOf([]), refused: new Map() };
  for (const [index, code] of input.entries()) {
    if (!consider(best, code, priceOf)) continue;
    // The replaced code may have blocked an earlier one.
    while (input.slice(0, index).some((earlier) => consider(best, earlier, priceOf)));
    while (leaveOutIdle(best, priceOf));
  }
  return best;
}

/** Keeps the code if it helps; answers whether it does. */
function consider(best: Best, code: string, priceOf: (codes: readonly string[]) => LivePrice): boolean {
  if (best.kept.includes(code)) return false;
  const beside = priceOf([...best.kept, code]);
  const why = reasonAgainst(code, best.price, beside);
  if (why === null) {
    best.refused.delete(code);
    best.kept = [...best.kept, code];
    best.price = beside;
    return true;
  }
  best.refused.set(code, why);
  if (why !== 'noGain' && why !== 'INVALID_VOUCHER_UNIT') return false;
  let swap: { out: string; price: LivePrice } | null = null;
  for (const out of best.kept) {
    const price = priceOf([...best.kept.filter((each) => each !== out), code]);
    if (price.quote && isCheaper(price, swap?.price ?? best.price)) swap = { out, price };
  }
  if (!swap) return false;
  const { out, price } = swap;
  best.refused.delete(code);
  best.refused.set(out, 'INVALID_VOUCHER_UNIT');
  best.kept = [...best.kept.filter((each) => each !== out), code];
  best.price = price;
  return true;
}

/** Drops codes that give nothing beside better ones. Answers whether there was one. */
function leaveOutIdle(best: Best, priceOf: (codes: readonly string[]) => LivePrice): boolean {
  if (!best.price.quote) return false;
  for (const code of best.kept) {
    const others = best.kept.filter((each) => each !== code);
    const without = priceOf(others);
    if (!without.quote || isCheaper(best.price, without)) continue;
    best.kept = others;
    best.price = without;
    best.refused.set(code, 'noGain');
    return true;
  }
  return false;
}

const isCheaper = (price: LivePrice, than: LivePrice): boolean =>
  (price.quote?.totalPrice ?? Number.POSITIVE_INFINITY) < (than.quote?.totalPrice ?? Number.POSITIVE_INFINITY);

/** Null: it helps, or cannot be judged yet. */
function reasonAgainst(code: string, without: LivePrice, withIt: LivePrice): string | null {
  if (withIt.quote || without.quote) {
    if (isCheaper(withIt, without)) return null;
    return withIt.problem && isAbout(code, withIt.problem) ? withIt.problem.code : 'noGain';
  }
  if (!isVoucherProblem(withIt.problem.code)) return null;
  return isAbout(code, withIt.problem) ? withIt.problem.code : 'noGain';
}

const isAbout = (code: string, { code: why, details }: Problem): boolean =>
  isVoucherProblem(why) && foldCode(String(details.code ?? '')) === foldCode(code);
