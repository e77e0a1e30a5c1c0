import { expect, test } from 'vitest';
import { type CalendarDate, fromIso } from '#src/kernel/time.ts';
import { isPublicHoliday, periodEnd } from './period.ts';

test.each([
  [2026, '01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 08-15 10-03 10-26 11-01 12-08 12-25 12-26'],
  [2027, '01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 08-15 10-03 10-26 11-01 12-08 12-25 12-26'],
  // Earliest and latest Easter of this century; Ascension on May 1.
  [2008, '01-01 01-06 03-21 03-24 05-01 05-12 05-22 08-15 10-03 10-26 11-01 12-08 12-25 12-26'],
  [2038, '01-01 01-06 04-23 04-26 05-01 06-03 06-14 06-24 08-15 10-03 10-26 11-01 12-08 12-25 12-26'],
])('public holidays of %i', (year, expected) => {
  const found: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10) as CalendarDate;
    if (isPublicHoliday(date)) found.push(date.slice(5));
  }
  expect(found.join(' ')).toBe(expected);
});

test.each([
  // The fourteenth day is Good Friday; Easter Monday is a holiday, so Tuesday counts whole.
  ['2026-03-20T12:00:00Z', '2026-04-07T22:00:00Z'],
  // New Year's Day, a Friday, then a weekend.
  ['2026-12-18T12:00:00Z', '2027-01-04T23:00:00Z'],
  // A Sunday, then Austria's national day.
  ['2026-10-11T12:00:00Z', '2026-10-27T23:00:00Z'],
])('a period from an order of %s ends with a working day', (orderedAt, end) => {
  const of = { right: 'service_14', handedAt: null, eventEnd: fromIso(orderedAt), timeZone: 'Europe/Vienna' } as const;
  expect(periodEnd({ ...of, orderedAt: fromIso(orderedAt) })).toBe(fromIso(end));
});
