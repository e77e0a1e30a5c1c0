import { expect, test } from 'vitest';
import type { CalendarDate } from '#src/kernel/time.ts';
import { isTargetDay, nextTargetDay } from './target-days.ts';

test.each([
  ['2026-02-02', true],
  ['2026-01-31', false],
  ['2026-02-01', false],
  ['2026-01-01', false],
  ['2026-05-01', false],
  ['2026-12-25', false],
  ['2026-12-26', false],
  // Good Friday and Easter Monday of early, late and usual Easters.
  ['2026-04-03', false],
  ['2026-04-06', false],
  ['2027-03-26', false],
  ['2027-03-29', false],
  ['2038-04-23', false],
  ['2038-04-26', false],
  ['2008-03-21', false],
  ['2008-03-24', false],
  ['2026-04-02', true],
  ['2026-04-07', true],
  // A holiday in Austria only.
  ['2026-10-26', true],
])('%s works: %s', (date, works) => {
  expect(isTargetDay(date as CalendarDate)).toBe(works);
});

test.each([
  ['2026-11-22', '2026-11-23'],
  ['2026-11-20', '2026-11-23'],
  ['2026-12-24', '2026-12-28'],
  ['2026-12-31', '2027-01-04'],
  ['2026-04-02', '2026-04-07'],
])('after %s comes %s', (date, next) => {
  expect(nextTargetDay(date as CalendarDate)).toBe(next);
});
