import { expect, test } from 'vitest';
import { type CalendarDate, dateIn, fromIso, isCalendarDate, toIso, zonedInstant } from './time.ts';

test.each([
  ['2026-05-17', 9, 30, 'Europe/Vienna', '2026-05-17T07:30:00.000Z'],
  ['2026-01-17', 9, 30, 'Europe/Vienna', '2026-01-17T08:30:00.000Z'],
  // Spring: 02:30 does not exist and moves forward; autumn: 02:30 exists twice and is the earlier.
  ['2026-03-29', 2, 30, 'Europe/Vienna', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', 2, 30, 'Europe/Vienna', '2026-10-25T00:30:00.000Z'],
  ['2026-07-01', 0, 0, 'UTC', '2026-07-01T00:00:00.000Z'],
])('%s %i:%i in %s is %s', (date, hour, minute, zone, expected) => {
  expect(toIso(zonedInstant(date as CalendarDate, hour, minute, zone))).toBe(expected);
});

test('the date of an instant is the date at the place of the event', () => {
  expect(dateIn(fromIso('2026-04-18T22:30:00Z'), 'Europe/Vienna')).toBe('2026-04-19');
  expect(dateIn(fromIso('2026-04-18T21:30:00Z'), 'Europe/Vienna')).toBe('2026-04-18');
});

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
])('%s is a date: %s', (text, expected) => expect(isCalendarDate(text)).toBe(expected));
