import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BasisPoints, cents, sumCents } from '#src/kernel/money.ts';
import { positionsOf } from './billing.ts';
import { spreadEntries } from './spread.ts';
import { billWords, orderLine, taxOf } from './testing.ts';

const order = [
  orderLine('ticket', '10 km', 2, 3000),
  orderLine('article', 'Laufbuch', 1, 2000, 1000),
  orderLine('of', 'Bearbeitung', 1, 500),
];
const total = 8500;
const entry = (kind: 'payment' | 'refund', amount: number) => ({ kind, amount: cents(amount) });
const spread = (entries: readonly ReturnType<typeof entry>[]) =>
  spreadEntries(order, entries).map((shares) => Object.fromEntries(shares));

test.each([
  ['paid at once', [entry('payment', total)], [{ 2000: 6500, 1000: 2000 }]],
  [
    'paid in two parts',
    [entry('payment', 850), entry('payment', 7650)],
    [
      { 2000: 650, 1000: 200 },
      { 2000: 5850, 1000: 1800 },
    ],
  ],
  [
    'all but the fee goes back',
    [entry('payment', total), entry('refund', 8000)],
    [
      { 2000: 6500, 1000: 2000 },
      { 2000: 6000, 1000: 2000 },
    ],
  ],
  [
    'paid twice, and once too often goes back',
    [entry('payment', total), entry('payment', total), entry('refund', total)],
    [
      { 2000: 6500, 1000: 2000 },
      { 2000: 6500, 1000: 2000 },
      { 2000: 6500, 1000: 2000 },
    ],
  ],
  [
    'paid in part, and run out',
    [entry('payment', 850), entry('refund', 850)],
    [
      { 2000: 650, 1000: 200 },
      { 2000: 650, 1000: 200 },
    ],
  ],
] as const)('%s', (_, entries, expected) => {
  expect(spread(entries)).toEqual(expected);
});

test('an order of 0 has no rates', () => {
  expect(spreadEntries([orderLine('ticket', '10 km', 1, 0)], [entry('payment', 100)])).toEqual([new Map()]);
});

test('what is left of an order after any refunds is, rate by rate, what its papers say; each sum is spread whole', () => {
  const kinds = fc.constantFrom('ticket', 'article', 'cp', 'of', 'sc');
  const line = fc.record({
    kind: kinds,
    price: fc.integer({ min: 1, max: 9999 }),
    rate: fc.constantFrom(0, 1000, 1300, 2000),
  });
  const refunds = fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), refunds, (drawn, sums) => {
      const lines = drawn.map(({ kind, price, rate }, at) => orderLine(kind as 'ticket', `${at}`, 1, price, rate));
      const cost = sumCents(lines.map(({ priceTotal }) => priceTotal));
      let left: number = cost;
      const back = sums.flatMap((sum) => {
        const gone = Math.min(sum, left);
        left -= gone;
        return gone > 0 ? [gone] : [];
      });
      const entries = [entry('payment', cost), ...back.map((sum) => entry('refund', sum))];
      const shares = spreadEntries(lines, entries);
      const kept = new Map<BasisPoints, number>();
      for (const [at, share] of shares.entries()) {
        expect([...share.values()].reduce((sum, part) => sum + part, 0)).toBe(entries[at]?.amount);
        const sign = entries[at]?.kind === 'payment' ? 1 : -1;
        for (const [rate, part] of share) kept.set(rate, (kept.get(rate) ?? 0) + sign * part);
      }
      for (const { rate, gross } of positionsOf(lines, cents(left), taxOf, billWords))
        kept.set(rate, (kept.get(rate) ?? 0) - gross);
      expect([...kept.values()].every((rest) => rest === 0)).toBe(true);
    }),
  );
});
