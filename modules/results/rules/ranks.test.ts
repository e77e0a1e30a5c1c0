import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byResult, isFinisher, type Member, type Ranked, ranksOf, teamsOf } from './ranks.ts';

const row = (timeMs: number | null, change: Partial<Ranked> = {}): Ranked => ({
  status: 'finished',
  timeMs,
  gender: 'female',
  ageClass: 'W35',
  ...change,
});

test('the very same time shares a rank, and the next one counts everybody before', () => {
  const sorted = [row(1000), row(2000, { gender: 'male', ageClass: 'M20' }), row(2000), row(3000)].sort(byResult);
  expect(ranksOf(sorted)).toEqual([
    { rank: 1, genderRank: 1, classRank: 1 },
    { rank: 2, genderRank: 1, classRank: 1 },
    { rank: 2, genderRank: 2, classRank: 2 },
    { rank: 4, genderRank: 3, classRank: 3 },
  ]);
});

test('whoever did not finish stands behind everybody and has no rank, whatever time there is', () => {
  const sorted = [row(500, { status: 'dsq' }), row(null, { status: 'dns' }), row(9000), row(null, { status: 'dnf' })];
  const found = sorted.sort(byResult);
  expect(found.map(({ status }) => status)).toEqual(['finished', 'dnf', 'dsq', 'dns']);
  expect(ranksOf(found).map(({ rank }) => rank)).toEqual([1, null, null, null]);
});

test('whoever has no gender or class is ranked overall alone', () => {
  expect(ranksOf([row(1000, { gender: null, ageClass: null })])).toEqual([
    { rank: 1, genderRank: null, classRank: null },
  ]);
});

const anyRow = fc.record({
  status: fc.constantFrom('finished' as const, 'dnf' as const, 'dns' as const, 'dsq' as const),
  timeMs: fc.option(fc.integer({ min: 1, max: 50 }), { nil: null }),
  gender: fc.constantFrom('female', 'male', null),
  ageClass: fc.constantFrom('W35', 'M20', null),
  team: fc.constantFrom({ key: 'a', name: 'A' }, { key: 'b', name: 'B' }, null),
});

test('a rank is one more than how many were faster, overall and in every group', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
      const sorted = [...rows].sort(byResult);
      const ranks = ranksOf(sorted);
      for (const [at, one] of sorted.entries()) {
        const faster = sorted.filter((other) => isFinisher(other) && isFinisher(one) && other.timeMs < one.timeMs);
        const expected = isFinisher(one)
          ? {
              rank: faster.length + 1,
              genderRank: one.gender && faster.filter(({ gender }) => gender === one.gender).length + 1,
              classRank: one.ageClass && faster.filter(({ ageClass }) => ageClass === one.ageClass).length + 1,
            }
          : { rank: null, genderRank: null, classRank: null };
        expect(ranks[at]).toEqual(expected);
      }
    }),
  );
});

test('a team is the sum of its best, ranked by it; too few finishers make none', () => {
  const of = (timeMs: number, team: string): Member => ({ ...row(timeMs), team: { key: team, name: team } });
  const sorted = [of(10, 'A'), of(20, 'B'), of(30, 'B'), of(40, 'A'), of(50, 'A'), of(5, 'C')].sort(byResult);
  expect(teamsOf(sorted, 'club', 2).map(({ name, timeMs, rank }) => [name, timeMs, rank])).toEqual([
    ['A', 50, 1],
    ['B', 50, 1],
  ]);
  expect(teamsOf(sorted, 'none', 2)).toEqual([]);
  expect(teamsOf(sorted, 'club', 0)).toEqual([]);
});

test('no other choice of members would be faster, and nobody who did not finish counts', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (rows, size) => {
      for (const team of teamsOf([...rows].sort(byResult), 'team', size)) {
        const times = rows.flatMap((each) => (each.team?.name === team.name && isFinisher(each) ? [each.timeMs] : []));
        const best = times.sort((a, b) => a - b).slice(0, size);
        expect(team.timeMs).toBe(best.reduce((sum, each) => sum + each, 0));
        expect(team.members.length).toBe(size);
      }
    }),
  );
});
