import type { OrderItem } from '#modules/orders/rules/order-item.ts';
import { allocate } from '#src/kernel/allocate.ts';
import { type BasisPoints, type Cents, cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { positionsOf } from './billing.ts';

export type SpreadLine = Pick<OrderItem, 'kind' | 'vat' | 'priceTotal'>;
type Entry = { kind: 'payment' | 'refund'; amount: Cents };
type ByRate = ReadonlyMap<BasisPoints, number>;

const unnamed = { name: '', code: null, amount: 1, price: zeroCents, priceBeforeTax: zeroCents };
const taxOf = ({ vat }: SpreadLine) => ({ category: vat > 0 ? ('S' as const) : ('E' as const), reason: null });
const words = { nameOf: () => '', detailOf: () => null, givenBack: '', rest: '', already: '', undone: '' };

function costByRate(lines: readonly SpreadLine[], cost: Cents): Map<BasisPoints, number> {
  const items = lines.map((line) => ({ ...unnamed, ...line }));
  const sums = new Map<BasisPoints, number>();
  for (const { rate, gross } of positionsOf(items, cost, taxOf, words)) sums.set(rate, (sums.get(rate) ?? 0) + gross);
  return sums;
}

/**
 * Spreads each entry of an order over tax rates: payments in proportion to the lines, refunds so that the rest matches
 * the order's papers (a refund without the fee leaves the fee's rate alone). Orders with a total of 0 have no rates.
 */
export function spreadEntries(lines: readonly SpreadLine[], entries: readonly Entry[]): ByRate[] {
  const total = sumCents(lines.map(({ priceTotal }) => priceTotal));
  if (total <= 0) return entries.map(() => new Map());
  const whole = costByRate(lines, total);
  const inProportion = (sum: Cents) => {
    const parts = allocate(sum, [...whole.values()]);
    return new Map([...whole.keys()].map((rate, at) => [rate, parts[at] ?? 0]));
  };
  const spreadOf = (paid: number, back: number): Map<BasisPoints, number> => {
    const remaining = cents(paid - back);
    if (remaining < total) return back === 0 || remaining <= 0 ? inProportion(remaining) : costByRate(lines, remaining);
    const more = inProportion(cents(remaining - total));
    return new Map([...whole].map(([rate, sum]) => [rate, sum + (more.get(rate) ?? 0)]));
  };
  let [paid, back] = [0, 0];
  let before: ByRate = new Map();
  return entries.map(({ kind, amount }) => {
    if (kind === 'payment') paid += amount;
    else back += amount;
    const after = spreadOf(paid, back);
    const sign = kind === 'payment' ? 1 : -1;
    const moved = [...whole.keys()].map((rate) => [rate, sign * ((after.get(rate) ?? 0) - (before.get(rate) ?? 0))]);
    before = after;
    return new Map(moved as [BasisPoints, number][]);
  });
}
