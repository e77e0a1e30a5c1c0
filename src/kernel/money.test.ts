import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from './allocate.ts';
import { basisPoints, basisPointsOf, cents } from './money.ts';
import { netOfGross, percentOf, percentRoundedUp, priceBeforePercentage } from './rounding.ts';

test.each([
  [4990, 8.1, 404],
  [2995, 10, 300],
  [333, 10, 33],
  [-4990, 8.1, -404],
  [5, 10, 1],
  [-5, 10, -1],
])('percentOf %i × %d %% = %i', (amount, percent, expected) => {
  expect(percentOf(cents(amount), basisPoints(percent))).toBe(expected);
});

test.each([
  [12000, 20, 10000],
  [3900, 20, 3250],
  [3000, 19, 2521],
  [100, 0, 100],
  [1, 20, 1],
  [-3000, 19, -2521],
])('net of %i gross at %d %% = %i', (gross, percent, expected) => {
  expect(netOfGross(cents(gross), basisPoints(percent))).toBe(expected);
});

test('allocated parts add up and lie within one cent of their share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 }),
      (total, weights) => {
        const parts = allocate(cents(total), weights);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        const whole = weights.reduce((sum, weight) => sum + weight, 0);
        if (whole > 0) {
          for (const [i, part] of parts.entries()) {
            expect(Math.abs(part - (total * (weights[i] as number)) / whole)).toBeLessThan(1);
          }
        }
      },
    ),
  );
});

test('the earlier part has the cent when remainders are equal', () => {
  expect(allocate(cents(100), [1, 1, 1])).toEqual([34, 33, 33]);
});

test('a fraction of a cent is a mistake', () => {
  expect(() => cents(0.1 + 0.2)).toThrow(RangeError);
});

test.each([
  [2995, 10, 300],
  [333, 10, 34],
  [330, 10, 33],
  [1, 0.01, 1],
  [0, 50, 0],
  [999, 100, 999],
  [999, 0, 0],
])('%i lowered by %d %% loses %i: a part of a cent is a cent', (amount, percent, expected) => {
  expect(percentRoundedUp(cents(amount), basisPoints(percent))).toBe(expected);
});

test('what is rounded up lies within a cent above its share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
      const off = BigInt(percentRoundedUp(cents(amount), basisPoints(points / 100)));
      const exact = BigInt(amount) * BigInt(points);
      expect(off * 10_000n >= exact && off * 10_000n < exact + 10_000n).toBe(true);
    }),
  );
});

test.each([
  [2700, 10, 3000],
  [2695, 10, 2994],
  [667, 33.33, 1000],
  [1, 99.99, 10_000],
  [1, 33.34, 2],
  [1, 33.33, 1],
  [1, 0, 1],
])('%i after %d %% was %i before', (reduced, percent, before) => {
  expect(priceBeforePercentage(cents(reduced), basisPoints(percent))).toBe(before);
});

test.each([
  [0, 10],
  [-1, 10],
  [1, 100],
  [1, 150],
])('nothing leads to %i after %d %%', (reduced, percent) => {
  expect(() => priceBeforePercentage(cents(reduced), basisPoints(percent))).toThrow(RangeError);
});

test('a price before a percentage leads back within two cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 9_900 }), (reduced, points) => {
      const rate = basisPoints(points / 100);
      const before = priceBeforePercentage(cents(reduced), rate);
      expect(Math.abs(before - percentRoundedUp(before, rate) - reduced)).toBeLessThan(2);
    }),
  );
});

test('a basket of the largest donations is computed to the cent', () => {
  const whole = cents(5_200_389_890_000);
  expect(percentRoundedUp(whole, basisPointsOf(3333))).toBe(1_733_289_950_337);
  expect(percentRoundedUp(whole, basisPointsOf(10_000))).toBe(whole);
  expect(percentOf(whole, basisPointsOf(1))).toBe(520_038_989);
  expect(netOfGross(cents(whole - 1), basisPointsOf(700))).toBe(4_860_177_467_289);
  expect(priceBeforePercentage(cents(1_000_000_000_001), basisPointsOf(1000))).toBe(1_111_111_111_112);
});

test('a share is rounded half away from zero, as with whole numbers of any size', () => {
  const exact = (amount: number, rate: number): number => {
    const [twice, divisor] = [2n * BigInt(Math.abs(amount)) * BigInt(rate), 20_000n];
    const rounded = Number((twice + 10_000n) / divisor);
    return amount < 0 && rounded > 0 ? -rounded : rounded;
  };
  for (let amount = -20_011; amount < 20_011; amount += 7)
    for (const rate of [1, 50, 333, 1000, 1250, 2000, 9999, 10_000])
      expect([amount, rate, percentOf(cents(amount), rate as never)]).toEqual([amount, rate, exact(amount, rate)]);
});
