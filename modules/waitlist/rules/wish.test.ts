import { expect, test } from 'vitest';
import { isSameWish, parseWish, wishForPlaces, wishForSize, wishKey } from './entry-state.ts';

test.each([
  [wishForPlaces(7), '7'],
  [wishForPlaces(7, 12), '7-12'],
  [wishForSize(12), 'v12'],
])('%o is one field, and comes back', (wish, field) => {
  expect(wishKey(wish)).toBe(field);
  expect(parseWish(` ${field} `)).toEqual(wish);
});

test.each(['', '-', '7-', '-7', '7-x', '7-12-3', '1e3', 'v', 'v-1', 'v7-12', '99999999999999999999'])(
  '“%s” names nothing',
  (text) => expect(parseWish(text)).toEqual(wishForPlaces(0)),
);

test('a size is the same whatever its people start in, and no price of the same number', () => {
  expect(isSameWish({ ...wishForSize(12), competitionId: 7 }, { ...wishForSize(12), competitionId: null })).toBe(true);
  expect(isSameWish(wishForSize(12), wishForPlaces(0, 12))).toBe(false);
  expect(isSameWish(wishForPlaces(7), wishForPlaces(7, 12))).toBe(false);
});
