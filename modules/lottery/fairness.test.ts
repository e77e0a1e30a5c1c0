import { expect, test } from 'vitest';
import { drawOrder } from '#modules/waiting-room/index.ts';
import { nextOffers } from '#modules/waitlist/rules/entry-state.ts';

const draws = 2000;
const numbers = Array.from({ length: 20 }, (_, at) => at + 1);
/** The first five are groups of three, the others are alone. */
const placesOf = (number: number): number => (number <= 5 ? 3 : 1);
const orders = Array.from({ length: draws }, (_, at) => drawOrder(`seed ${at}`, numbers));

test('every number has the same chance at every rank, early or late, alone or as a group', () => {
  const ranks = new Map(numbers.map((number) => [number, 0]));
  const firsts = new Map(numbers.map((number) => [number, 0]));
  for (const order of orders) {
    for (const [at, number] of order.entries()) ranks.set(number, (ranks.get(number) ?? 0) + at + 1);
    const [first = 0] = order;
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  // A rank of 1 to 20 has mean 10.5 and deviation 5.77: the mean of 2,000 is within 0.65, five times its own, or something
  // is wrong. Of first ranks there are 100 each, with a deviation of 9.7.
  for (const number of numbers) {
    expect(Math.abs((ranks.get(number) ?? 0) / draws - 10.5)).toBeLessThan(0.65);
    expect(Math.abs((firsts.get(number) ?? 0) - draws / numbers.length)).toBeLessThan(49);
  }
});

test('a group is drawn as a whole: its people have the chance of its one lot, and only the last places pass it by', () => {
  const places = 15;
  const drawn = new Map(numbers.map((number) => [number, 0]));
  for (const order of orders) {
    const offered = nextOffers(
      places,
      order.map((number) => ({ id: number, places: placesOf(number) })),
    );
    const taken = offered.reduce((sum, each) => sum + each.places, 0);
    expect(taken).toBeLessThanOrEqual(places);
    for (const { id } of offered) drawn.set(id, (drawn.get(id) ?? 0) + 1);
    // Whoever was passed by wanted more than was left when it was their turn.
    const isIn = new Set(offered.map(({ id }) => id));
    let left = places;
    for (const number of order) {
      if (isIn.has(number)) left -= placesOf(number);
      else expect(placesOf(number)).toBeGreaterThan(left);
    }
  }
  const share = (of: readonly number[]) =>
    of.reduce((sum, number) => sum + (drawn.get(number) ?? 0), 0) / of.length / draws;
  const [groups, singles] = [share(numbers.slice(0, 5)), share(numbers.slice(5))];
  // What the page says: a group can be passed by at the last places, so singles have a little more.
  expect(groups).toBeGreaterThan(0.4);
  expect(singles).toBeGreaterThanOrEqual(groups);
  expect(singles - groups).toBeLessThan(0.15);
});
