import fc from 'fast-check';
import { expect, test } from 'vitest';
import { basisPoints, basisPointsOf, cents, sumCents } from '#src/kernel/money.ts';
import { draftLine } from '../testing.ts';
import { figuresOf, takenBack, taxIn } from './paper.ts';

test.each([
  [4590, 20, 765],
  [4500, 20, 750],
  [2500, 20, 417],
  [2000, 10, 182],
  [9999, 10, 909],
  [1000, 19, 160],
  [12345, 19, 1971],
  [999, 7, 65],
  [1000, 13, 115],
  [1000, 8.1, 75],
  [1, 20, 0],
  [3, 20, 1],
  [0, 20, 0],
  [-4590, 20, -765],
])('the tax in %i cents at %d %% is %i', (gross, rate, tax) => {
  expect(taxIn(cents(gross), basisPoints(rate))).toBe(tax);
});

test('three lines of 25.00 at 20 % are 20.84, 20.83 and 20.83: the cent that is left goes to the first of equals', () => {
  const { lines, totals } = figuresOf(
    [1, 2, 3].map(() => draftLine({ gross: 2500 })),
    'all',
  );
  expect(lines.map(({ net }) => net)).toEqual([2084, 2083, 2083]);
  expect(totals).toEqual({ net: 6250, tax: 1250, gross: 7500, prepaid: 7500, due: 0 });
});

test('a discount lowers the base of its rate; several exemptions become one entry with all reasons', () => {
  const none = { rate: basisPointsOf(0), category: 'E' as const };
  const { taxes } = figuresOf(
    [
      draftLine({ gross: 4500 }),
      draftLine({ gross: -500, key: 'voucher' }),
      draftLine({ gross: 2000, ...none, reason: 'Spende' }),
      draftLine({ gross: 1000, ...none, reason: 'Steuerfrei' }),
      draftLine({ gross: 1000, rate: basisPointsOf(1000) }),
    ],
    'all',
  );
  expect(taxes.map(({ category, rate, net, tax, gross, reason }) => [category, rate, net, tax, gross, reason])).toEqual(
    [
      ['S', 2000, 3333, 667, 4000, null],
      ['S', 1000, 909, 91, 1000, null],
      ['E', 0, 3000, 0, 3000, 'Spende; Steuerfrei'],
    ],
  );
});

const someLine = fc
  .record({
    gross: fc.integer({ min: -50_000, max: 200_000 }),
    quantity: fc.integer({ min: 1, max: 100 }),
    rate: fc.constantFrom(0, 260, 700, 810, 1000, 1300, 1900, 2000),
  })
  .map(({ rate, ...line }) =>
    draftLine({ ...line, rate: basisPointsOf(rate), ...(rate === 0 ? { category: 'E', reason: 'frei' } : {}) }),
  );

test('papers add up, and a reversal has the same figures with the opposite sign', () => {
  fc.assert(
    fc.property(fc.array(someLine, { minLength: 1, maxLength: 40 }), (drafts) => {
      const { lines, taxes, totals } = figuresOf(drafts, 'all');
      expect(totals.gross).toBe(sumCents(drafts.map(({ gross }) => gross)));
      expect(totals.net + totals.tax).toBe(totals.gross);
      for (const tax of taxes) {
        const own = lines.filter(({ rate, category }) => rate === tax.rate && category === tax.category);
        expect(sumCents(own.map(({ net }) => net))).toBe(tax.net);
        expect(tax.tax).toBe(taxIn(tax.gross, tax.rate));
        expect(Math.abs(tax.net * tax.rate - tax.tax * 10_000)).toBeLessThanOrEqual(10_000);
      }
      for (const { net, gross, rate } of lines) {
        expect(Math.abs(net - (gross * 10_000) / (10_000 + rate))).toBeLessThanOrEqual(1);
      }
      const back = figuresOf(takenBack(drafts), 'all');
      expect(back.lines.map(({ net }) => -net || 0)).toEqual(lines.map(({ net }) => net));
      expect(back.totals.tax + totals.tax).toBe(0);
    }),
  );
});
