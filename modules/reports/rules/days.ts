import {
  type CalendarDate,
  dateIn,
  dayAfter,
  days,
  type Instant,
  instant,
  minutes,
  zonedInstant,
  zoneOffset,
} from '#src/kernel/time.ts';

/** Days of every time zone begin at a quarter of an hour, so figures are stored by quarter and read by day. */
export const quarterMs = minutes(15);

/** Both ends included. */
export type Span = { from: CalendarDate; to: CalendarDate };

/** Days since 1 January 1970. */
export const dayNumber = (date: CalendarDate): number => Math.round(Date.parse(`${date}T00:00:00Z`) / days(1));
export const dateOfNumber = (day: number): CalendarDate => dateIn(instant(day * days(1)), 'UTC');
export const addDays = (date: CalendarDate, count: number): CalendarDate => dateOfNumber(dayNumber(date) + count);

/** The last `count` days including today. */
export function lastDays(count: number, now: Instant, timeZone: string): Span {
  const to = dateIn(now, timeZone);
  return { from: addDays(to, 1 - count), to };
}

export const calendarYear = (year: number): Span => {
  const four = String(year).padStart(4, '0');
  return { from: `${four}-01-01` as CalendarDate, to: `${four}-12-31` as CalendarDate };
};

export function quartersOf({ from, to }: Span, timeZone: string): { from: number; before: number } {
  const begin = (date: CalendarDate) => Math.floor(zonedInstant(date, 0, 0, timeZone) / quarterMs);
  return { from: begin(from), before: begin(addDays(to, 1)) };
}

/** Offsets of a time zone from UTC in quarters, each valid before a quarter; the last has no end. */
export type Clocks = readonly { before: number; ahead: number }[];

/** Offsets of a time zone within a range; they usually change twice a year. */
export function clocksOf(range: { from: number; before: number }, timeZone: string): Clocks {
  const ahead = (quarter: number) => Math.round(zoneOffset(quarter * quarterMs, timeZone) / quarterMs);
  const found: { before: number; ahead: number }[] = [];
  let now = ahead(range.from);
  for (let at = range.from; at < range.before; ) {
    const next = Math.min(at + stepQuarters, range.before);
    const then = ahead(next);
    if (then !== now) {
      const change = firstWith(at, next, (quarter) => ahead(quarter) !== now);
      found.push({ before: change, ahead: now });
      now = ahead(change);
      at = change;
    } else at = next;
  }
  return [...found, { before: Number.POSITIVE_INFINITY, ahead: now }];
}

/** Shortest time between two changes of the offset. */
const stepQuarters = days(7) / quarterMs;

/** Binary search for the first number in (low, high] with `isSo`; expects one change from false to true. */
function firstWith(low: number, high: number, isSo: (at: number) => boolean): number {
  let [no, yes] = [low, high];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (isSo(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** Both ends included; null: open. */
export type DaySpan = { from: CalendarDate | null; to: CalendarDate | null };
/** `from` included, `to` excluded. */
export type InstantSpan = { from: Instant | null; to: Instant | null };

export const instantsOf = ({ from, to }: DaySpan, timeZone: string): InstantSpan => ({
  from: from && zonedInstant(from, 0, 0, timeZone),
  to: to && zonedInstant(dayAfter(to), 0, 0, timeZone),
});
