import { describe, expect, test } from 'vitest';
import { type CalendarDate, fromIso } from '#src/kernel/time.ts';
import {
  type AgeCheckMode,
  ageOn,
  countedAge,
  type EntryProblem,
  type EntryRules,
  entryProblems,
  isRightTeamSize,
  needsBirthDate,
} from './eligibility.ts';

const vienna = 'Europe/Vienna';
const now = fromIso('2026-01-10T10:00:00Z');
const date = (text: string) => text as CalendarDate;
const rules = (change: Partial<EntryRules> = {}): EntryRules => ({
  type: 'single',
  gender: 'both',
  minAge: 0,
  maxAge: 0,
  ageCheckMode: 'dayOfCompetition',
  ageCheckDate: null,
  disableAgeCheck: false,
  minTeamSize: 1,
  maxTeamSize: 10,
  // 19 April in Vienna, still the 18th in UTC.
  timestamp: fromIso('2026-04-18T22:30:00Z'),
  ...change,
});

test.each([
  ['2008-04-20', '2026-04-19', 17],
  ['2008-04-19', '2026-04-19', 18],
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
  ['2010-12-31', '2026-01-01', 15],
  ['2026-04-20', '2026-04-19', -1],
])('born %s, on %s: %i', (birth, day, age) => expect(ageOn(date(birth), date(day))).toBe(age));

describe('the counted age', () => {
  test.each<[string, string, AgeCheckMode, string | null, number]>([
    ['2008-04-20', '2026-04-18T22:30:00Z', 'dayOfCompetition', null, 17],
    ['2008-04-19', '2026-04-18T22:30:00Z', 'dayOfCompetition', null, 18],
    ['2008-04-20', '2026-04-18T22:30:00Z', 'yearEndBefore', null, 17],
    ['2008-04-20', '2026-04-18T22:30:00Z', 'yearEndAfter', null, 18],
    ['2008-04-20', '2026-04-18T22:30:00Z', 'ageGroup', null, 18],
    ['2008-04-20', '2026-04-18T22:30:00Z', 'givenDate', '2026-04-20', 18],
    ['2008-04-20', '2026-04-18T22:30:00Z', 'givenDate', '2026-01-01', 17],
    ['2008-04-19', '2026-04-18T22:30:00Z', 'givenDate', null, 18],
    ['2010-12-31', '2026-01-01T09:00:00Z', 'dayOfCompetition', null, 15],
    ['2010-12-31', '2026-01-01T09:00:00Z', 'yearEndBefore', null, 15],
    ['2010-12-31', '2026-01-01T09:00:00Z', 'yearEndAfter', null, 16],
    // New Year in Vienna has begun while UTC is still in the old year.
    ['2010-06-01', '2025-12-31T23:30:00Z', 'ageGroup', null, 16],
  ])('born %s, %s, %s %s: %i', (birth, timestamp, ageCheckMode, ageCheckDate, age) =>
    expect(countedAge(rules({ timestamp: fromIso(timestamp), ageCheckMode, ageCheckDate }), vienna, date(birth))).toBe(
      age,
    ),
  );
});

describe('findings', () => {
  test.each<[string, Partial<EntryRules>, string | null, EntryProblem[]]>([
    ['no limits, no birth date', {}, null, []],
    ['no limits', {}, '2020-01-01', []],
    ['too young', { minAge: 18 }, '2008-04-20', ['age']],
    ['just old enough', { minAge: 18 }, '2008-04-19', []],
    ['just young enough', { maxAge: 17 }, '2008-04-20', []],
    ['too old', { maxAge: 17 }, '2008-04-19', ['age']],
    ['within both', { minAge: 18, maxAge: 18 }, '2008-04-19', []],
    ['the check is off', { minAge: 18, disableAgeCheck: true }, '2020-01-01', []],
    ['the check is off, no birth date', { minAge: 18, disableAgeCheck: true }, null, []],
    ['missing', { minAge: 18 }, null, ['birthDateMissing']],
    ['blank', { maxAge: 18 }, ' ', ['birthDateMissing']],
    ['no date', {}, '2008-02-30', ['birthDateInvalid']],
    ['not ISO', { minAge: 18 }, '19.4.2008', ['birthDateInvalid']],
    ['tomorrow', {}, '2026-01-11', ['birthDateInvalid']],
    ['today', {}, '2026-01-10', []],
    ['120 years ago', {}, '1906-01-10', []],
    ['longer ago', {}, '1906-01-09', ['birthDateInvalid']],
  ])('%s', (_, change, birthDate, problems) =>
    expect(entryProblems(rules(change), vienna, { birthDate, gender: 'female' }, now)).toEqual(problems),
  );

  test.each([
    ['both', 'female', true],
    ['both', 'male', true],
    ['both', 'diverse', true],
    ['both', null, true],
    ['female', 'female', true],
    ['female', 'male', false],
    ['female', 'diverse', false],
    ['male', 'male', true],
    ['male', 'female', false],
    ['male', null, false],
  ] as const)('gender %s takes %s: %s', (gender, given, welcome) =>
    expect(entryProblems(rules({ gender }), vienna, { birthDate: null, gender: given }, now)).toEqual(
      welcome ? [] : ['gender'],
    ),
  );

  test('reports age and gender together', () =>
    expect(
      entryProblems(rules({ gender: 'male', minAge: 18 }), vienna, { birthDate: '2015-01-01', gender: 'female' }, now),
    ).toEqual(['age', 'gender']));
});

test.each([
  [{ minAge: 0, maxAge: 0, disableAgeCheck: false }, false],
  [{ minAge: 1, maxAge: 0, disableAgeCheck: false }, true],
  [{ minAge: 0, maxAge: 9, disableAgeCheck: false }, true],
  [{ minAge: 1, maxAge: 9, disableAgeCheck: true }, false],
])('%j needs a birth date: %s', (limits, needed) => expect(needsBirthDate(limits)).toBe(needed));

test.each([
  ['single', 1, 10, 1, true],
  ['single', 1, 10, 2, false],
  ['team', 2, 4, 1, false],
  ['team', 2, 4, 2, true],
  ['team', 2, 4, 4, true],
  ['team', 2, 4, 5, false],
  ['team', 0, 0, 0, false],
  ['team', 0, 0, 50, true],
] as const)('%s %i to %i takes %i members: %s', (type, minTeamSize, maxTeamSize, count, right) =>
  expect(isRightTeamSize({ type, minTeamSize, maxTeamSize }, count)).toBe(right),
);
