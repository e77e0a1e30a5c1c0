import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applied, isSameContent, type ResultContent } from './result.ts';

const before: ResultContent = {
  competitionId: 1,
  participantId: 7,
  key: 'p7',
  bib: '101',
  name: null,
  birthYear: null,
  gender: null,
  club: null,
  nation: null,
  timeMs: 60_000,
  status: 'finished',
  splits: [{ name: '5 km', timeMs: 30_000 }],
};

test('an empty value never overwrites', () => {
  const after = applied(before, { competitionId: 1, participantId: 7, bib: null, timeMs: null, splits: [] });
  expect(after && isSameContent(before, after)).toBe(true);
});

test('a time makes a finisher of whoever had none, and no one of whoever was taken out', () => {
  const row = { competitionId: 1, participantId: 7, timeMs: 50_000 };
  expect(applied(null, row)).toMatchObject({ status: 'finished', timeMs: 50_000 });
  expect(applied({ ...before, status: 'dns', timeMs: null }, row)).toMatchObject({ status: 'finished' });
  expect(applied({ ...before, status: 'dsq' }, row)).toMatchObject({ status: 'dsq', timeMs: 50_000 });
  expect(applied(before, { competitionId: 1, participantId: 7, status: 'dsq' })).toMatchObject({
    status: 'dsq',
    timeMs: 60_000,
  });
});

test('neither time nor state is no result, and finished without a time is none', () => {
  expect(applied(null, { competitionId: 1, participantId: 7 })).toBeNull();
  expect(applied(null, { competitionId: 1, participantId: 7, status: 'finished' })).toBeNull();
});

test('splits are known by their names and stand in the sequence of their times', () => {
  const after = applied(before, {
    competitionId: 1,
    participantId: 7,
    splits: [
      { name: '8 km', timeMs: 48_000 },
      { name: '5 km', timeMs: 29_000 },
    ],
  });
  expect(after?.splits).toEqual([
    { name: '5 km', timeMs: 29_000 },
    { name: '8 km', timeMs: 48_000 },
  ]);
});

test('the same said twice changes nothing the second time', () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const anyRow = fc.record({
    competitionId: fc.constant(1),
    participantId: fc.constant(7),
    bib: maybe(fc.constantFrom('1', '2')),
    timeMs: maybe(fc.integer({ min: 1, max: 9 })),
    status: fc.constantFrom(undefined, 'finished' as const, 'dnf' as const),
    splits: fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b'), timeMs: fc.integer({ min: 1, max: 9 }) }), {
      selector: ({ name }) => name,
    }),
  });
  fc.assert(
    fc.property(fc.constantFrom(null, before), anyRow, (was, row) => {
      const once = applied(was, row);
      expect(isSameContent(once, applied(once, row))).toBe(true);
    }),
  );
});
