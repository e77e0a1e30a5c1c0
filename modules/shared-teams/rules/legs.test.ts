import { expect, test } from 'vitest';
import { legsOf, movedPlace } from './team-state.ts';

test('legs are written in one line, with commas', () => {
  expect(legsOf(' Swim, Bike ,,Run,')).toEqual(['Swim', 'Bike', 'Run']);
  expect(legsOf('')).toEqual([]);
});

test('a place changes with the one before or after it, and nothing happens at an end', () => {
  const places = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const ids = (moved: { id: number }[]) => moved.map(({ id }) => id);
  expect(ids(movedPlace(places, 2, -1))).toEqual([2, 1, 3]);
  expect(ids(movedPlace(places, 2, 1))).toEqual([1, 3, 2]);
  expect(ids(movedPlace(places, 1, -1))).toEqual([1, 2, 3]);
  expect(ids(movedPlace(places, 3, 1))).toEqual([1, 2, 3]);
  expect(ids(movedPlace(places, 9, 1))).toEqual([1, 2, 3]);
});
