import { expect, test } from 'vitest';
import { periodNames, periodOf } from './periods.ts';

test('periods are the years, quarters and months in which something was booked, newest first', () => {
  expect(periodNames(['2025-12', '2026-02', '2026-11', '2026-10', '2026-11'])).toEqual([
    ...['2026', '2026-Q4', '2026-11', '2026-10', '2026-Q1', '2026-02'],
    ...['2025', '2025-Q4', '2025-12'],
  ]);
  expect(periodNames([])).toEqual([]);
});

test('a period has its first day and its last', () => {
  expect(periodOf('2028-02')).toEqual({ name: '2028-02', from: '2028-02-01', to: '2028-02-29' });
  expect(periodOf('2026-Q2')).toMatchObject({ from: '2026-04-01', to: '2026-06-30' });
  expect(periodOf('2026')).toMatchObject({ from: '2026-01-01', to: '2026-12-31' });
  for (const none of ['', 'days', '2026-Q5', '2026-13', '1926', '2026-1']) expect(periodOf(none), none).toBeNull();
});
