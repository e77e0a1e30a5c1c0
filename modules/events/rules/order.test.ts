import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isArrangementOf, movedBy } from './order.ts';

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 });

test.each([
  [2, -1, [2, 1, 3]],
  [2, 1, [1, 3, 2]],
  [1, -1, [1, 2, 3]],
  [3, 1, [1, 2, 3]],
  [9, 1, [1, 2, 3]],
] as const)('%i by %i', (id, places, expected) => {
  expect(movedBy([1, 2, 3], id, places)).toEqual(expected);
});

test('a move is an arrangement of the same ids, and the opposite move takes it back unless it was at the edge', () => {
  fc.assert(
    fc.property(someIds, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (ids, at, places) => {
      const id = ids[at % ids.length] as number;
      const moved = movedBy(ids, id, places);
      expect(isArrangementOf(ids, moved)).toBe(true);
      if (moved.indexOf(id) !== ids.indexOf(id)) expect(movedBy(moved, id, places === 1 ? -1 : 1)).toEqual(ids);
    }),
  );
});

test.each([[[1, 2]], [[1, 2, 2]], [[1, 2, 3, 4]], [[1, 2, 4]], [[]]])('%j is no arrangement of 1, 2, 3', (ids) => {
  expect(isArrangementOf([1, 2, 3], ids)).toBe(false);
});
