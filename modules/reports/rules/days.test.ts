import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarDate, dateIn, fromIso, instant } from '#src/kernel/time.ts';
import { addDays, calendarYear, clocksOf, dateOfNumber, dayNumber, lastDays, quarterMs, quartersOf } from './days.ts';

const zones = [
  'Europe/Vienna',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'UTC',
];

test('the last days end today, by the clocks of the zone', () => {
  const now = fromIso('2026-03-02T23:30:00Z');
  expect(lastDays(1, now, 'Europe/Vienna')).toEqual({ from: '2026-03-03', to: '2026-03-03' });
  expect(lastDays(3, now, 'America/New_York')).toEqual({ from: '2026-02-28', to: '2026-03-02' });
  expect(calendarYear(2026)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect([addDays('2024-02-28' as CalendarDate, 1), dateOfNumber(dayNumber('1969-12-31' as CalendarDate))]).toEqual([
    '2024-02-29',
    '1969-12-31',
  ]);
});

test('computes the local date of every quarter of an hour', () => {
  const when = fc.integer({ min: Date.parse('2019-06-01'), max: Date.parse('2030-06-01') });
  fc.assert(
    fc.property(fc.constantFrom(...zones), when, fc.integer({ min: 1, max: 730 }), (zone, at, count) => {
      const range = quartersOf(lastDays(count, instant(at), zone), zone);
      const clocks = clocksOf(range, zone);
      const quarter = Math.floor(at / quarterMs);
      for (const one of [range.from, range.before - 1, quarter, Math.floor((range.from + quarter) / 2)]) {
        const { ahead = 0 } = clocks.find(({ before }) => one < before) ?? {};
        const day = dateOfNumber(Math.floor(((one + ahead) * quarterMs) / 86_400_000));
        expect([zone, day]).toEqual([zone, dateIn(instant(one * quarterMs), zone)]);
      }
    }),
  );
});
