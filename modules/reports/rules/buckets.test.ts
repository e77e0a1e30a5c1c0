import { expect, test } from 'vitest';
import type { CalendarDate } from '#src/kernel/time.ts';
import { ageClasses, ageClassOf } from '../statistics/people-figures.ts';
import { bucketsOf, cumulated, unitOf } from './buckets.ts';

const span = (from: string, to: string) => ({ from: from as CalendarDate, to: to as CalendarDate });
const row = (date: string, value: number) => ({ date: date as CalendarDate, value });

test('a month is shown by days, a year by weeks, two years by months', () => {
  expect([
    unitOf(span('2026-03-01', '2026-03-30')),
    unitOf(span('2025-03-31', '2026-03-30')),
    unitOf(span('2024-03-31', '2026-03-30')),
  ]).toEqual(['day', 'week', 'month']);
});

test('bars add up to the span’s total and include empty ones', () => {
  const rows = [row('2026-02-28', 9), row('2026-03-02', 1), row('2026-03-08', 2), row('2026-03-09', 4)];
  // 1 March 2026 is a Sunday.
  expect(bucketsOf(span('2026-03-01', '2026-03-17'), 'week', rows.slice(1))).toEqual([
    { from: '2026-03-01', value: 0 },
    { from: '2026-03-02', value: 3 },
    { from: '2026-03-09', value: 4 },
    { from: '2026-03-16', value: 0 },
  ]);
  expect(bucketsOf(span('2026-03-01', '2026-03-03'), 'day', rows)).toEqual([
    { from: '2026-03-01', value: 0 },
    { from: '2026-03-02', value: 1 },
    { from: '2026-03-03', value: 0 },
  ]);
  expect(bucketsOf(span('2026-02-15', '2026-03-31'), 'month', rows)).toEqual([
    { from: '2026-02-15', value: 9 },
    { from: '2026-03-01', value: 7 },
  ]);
});

test('running totals end today', () => {
  const rows = [row('2026-05-30', 4), row('2026-05-01', 1), row('2026-06-08', 8)];
  const today = '2026-06-02' as CalendarDate;
  expect(cumulated(rows, '2026-06-07' as CalendarDate, [40, 10, 8, 5, 0], today)).toEqual([0, 1, 5, 5, null]);
});

test('puts each person into one age class, or none without a birth year', () => {
  expect([ageClassOf('1990', 2026), ageClassOf('2026', 2026), ageClassOf('1920', 2026), ageClassOf('', 2026)]).toEqual([
    { from: 30, to: 39 },
    { from: 0, to: 9 },
    { from: 80, to: null },
    null,
  ]);
  for (const [at, { from }] of ageClasses.entries())
    expect(from).toBe(at === 0 ? 0 : (ageClasses[at - 1]?.to ?? 0) + 1);
});
