import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, basisPoints, cents, netOfGross, percentOf } from './money.ts';

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
