import { expect, test } from 'vitest';
import {
  type CalendarDate,
  dateIn,
  fromIso,
  instant,
  isCalendarDate,
  timeZones,
  toIso,
  zonedInstant,
  zonedParts,
} from './time.ts';

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

/** As the runtime says it, without anything kept; in seconds. */
function runtimeClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  return (at) => {
    const [day = 0, month = 0, year = 0, ...time] = format.format(at).split(/\D+/).map(Number);
    return Date.UTC(year, month - 1, day, ...time) / 1000;
  };
}

const ourClock = (timeZone: string) => (at: number) => {
  const { year, month, day, hour, minute, second } = zonedParts(instant(at), timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
};

test('every zone of the world says the time as the runtime does, also around the change of its clocks', () => {
  const [minute, step] = [60_000, 61 * 24 * 3_600_000];
  const wrong: string[] = [];
  let changes = 0;
  for (const zone of timeZones()) {
    const [ours, runtime] = [ourClock(zone), runtimeClock(zone)];
    const offset = (at: number) => runtime(at) - at / 1000;
    const compare = (at: number) => {
      if (ours(at) !== runtime(at)) wrong.push(`${zone} ${toIso(instant(at))}`);
    };
    for (let at = Date.UTC(1979, 0, 3); at < Date.UTC(2031, 0, 1); at += step) {
      compare(at + 1999);
      if (offset(at) === offset(at + step)) continue;
      let [before, after] = [at, at + step];
      while (after - before > minute) {
        const middle = before + Math.floor((after - before) / 2 / minute) * minute;
        if (offset(middle) === offset(at)) before = middle;
        else after = middle;
      }
      changes += 1;
      for (const near of [before, after - 1, after, after + 61_000]) compare(near);
    }
  }
  expect(wrong).toEqual([]);
  expect(changes).toBeGreaterThan(1000);
});
