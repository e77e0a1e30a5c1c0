import { expect, test } from 'vitest';
import { wishIn, wishKey } from './wish.ts';

test.each([
  [{ competitionId: 7, priceId: null }, '7'],
  [{ competitionId: 7, priceId: 12 }, '7-12'],
])('%o is one field, and comes back', (wish, field) => {
  expect(wishKey(wish)).toBe(field);
  expect(wishIn(` ${field} `)).toEqual(wish);
});

test.each(['', '-', '7-', '-7', '7-x', '7-12-3', '1e3', '99999999999999999999'])('“%s” names nothing', (text) => {
  expect(wishIn(text)).toEqual({ competitionId: 0, priceId: null });
});
