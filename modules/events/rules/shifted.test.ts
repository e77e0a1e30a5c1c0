import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarDate, fromIso, type Instant, instant, toIso, zonedParts } from '#src/kernel/time.ts';
import { shiftBetween, titleInYear } from './shifted.ts';

const vienna = 'Europe/Vienna';

test.each([
  [
    'a year on, the same clock',
    '2026-05-17T06:30:00Z',
    '2027-05-16T06:30:00Z',
    '2026-01-01T08:00:00Z',
    '2026-12-31T08:00:00Z',
  ],
  [
    'from summer into winter time',
    '2026-09-20T07:00:00Z',
    '2026-11-22T08:00:00Z',
    '2026-09-20T09:00:00Z',
    '2026-11-22T10:00:00Z',
  ],
  ['an hour later', '2026-05-17T06:30:00Z', '2026-05-17T07:30:00Z', '2026-05-17T09:00:00Z', '2026-05-17T10:00:00Z'],
  [
    'nothing moves',
    '2026-05-17T06:30:00Z',
    '2026-05-17T06:30:00Z',
    '2026-03-29T01:30:00.123Z',
    '2026-03-29T01:30:00.123Z',
  ],
])('%s', (_, from, to, before, after) => {
  const shift = shiftBetween(fromIso(from), fromIso(to), vienna);
  expect(toIso(shift.moment(fromIso(before)))).toBe(toIso(fromIso(after)));
  expect(toIso(shift.moment(fromIso(from)))).toBe(toIso(fromIso(to)));
});

test.each([
  ['2026-12-31', '2027-05-16T06:30:00Z', '2027-12-31'],
  ['2028-02-29', '2027-05-16T06:30:00Z', '2029-02-28'],
  ['2026-06-01', '2026-05-24T06:30:00Z', '2026-06-08'],
])('the reference date %s with a start on %s becomes %s', (date, to, after) => {
  const shift = shiftBetween(fromIso('2026-05-17T06:30:00Z'), fromIso(to), vienna);
  expect(shift.date(date as CalendarDate)).toBe(after);
});

test('the clock of every date stays apart from the clock of the start by as much as before', () => {
  const hour = fc.integer({ min: 480_000, max: 500_000 }).map((hours) => instant(hours * 3_600_000));
  fc.assert(
    fc.property(hour, hour, hour, (from, to, at) => {
      const moved = shiftBetween(from, to, vienna).moment(at);
      const clock = (of: number) => zonedParts(instant(of), vienna);
      const wall = (of: number) => {
        const { year, month, day, hour: h, minute } = clock(of);
        return Date.UTC(year, month - 1, day, h, minute);
      };
      const wanted = wall(at) + wall(to) - wall(from);
      // An hour that summer time skips becomes the next one.
      expect([wanted, wanted + 3_600_000]).toContain(wall(moved));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['Donau Marathon 2026', 'Donau Marathon 2027'],
  ['2026: 10 km, das Beste aus 2025', '2027: 10 km, das Beste aus 2025'],
  ['Wintercup 2026/27', 'Wintercup 2027/28'],
  ['Wintercup 2026/2027', 'Wintercup 2027/2028'],
  ['Lauf 12026', 'Lauf 12026'],
  ['Donaulauf', 'Donaulauf'],
])('the title in the next year: %s', (title, expected) => {
  // New Year's Eve in London is already the next year in Vienna.
  const [from, to] = ['2025-12-31T23:30:00Z', '2026-12-31T23:30:00Z'].map(fromIso) as [Instant, Instant];
  expect(titleInYear(title, from, to, vienna)).toBe(expected);
});
