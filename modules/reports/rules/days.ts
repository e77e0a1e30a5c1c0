import {
  type CalendarDate,
  dateIn,
  days,
  type Instant,
  instant,
  minutes,
  zonedInstant,
  zoneOffset,
} from '#src/kernel/time.ts';

/** Every zone's day begins at a quarter of an hour, so figures are kept by quarters and read by days. */
export const quarterMs = minutes(15);

/** Days of a calendar, both included. */
export type Span = { from: CalendarDate; to: CalendarDate };

/** The day number of a date: 0 is 1 January 1970. */
export const dayNumber = (date: CalendarDate): number => Math.round(Date.parse(`${date}T00:00:00Z`) / days(1));
export const dateOfNumber = (day: number): CalendarDate => dateIn(instant(day * days(1)), 'UTC');
export const addDays = (date: CalendarDate, count: number): CalendarDate => dateOfNumber(dayNumber(date) + count);

/** The last so many days of a zone, today being one of them. */
export function lastDays(count: number, now: Instant, timeZone: string): Span {
  const to = dateIn(now, timeZone);
  return { from: addDays(to, 1 - count), to };
}

export const calendarYear = (year: number): Span => {
  const four = String(year).padStart(4, '0');
  return { from: `${four}-01-01` as CalendarDate, to: `${four}-12-31` as CalendarDate };
};

/** From the first quarter of the span up to, and without, the first after it. */
export function quartersOf({ from, to }: Span, timeZone: string): { from: number; before: number } {
  const begin = (date: CalendarDate) => Math.floor(zonedInstant(date, 0, 0, timeZone) / quarterMs);
  return { from: begin(from), before: begin(addDays(to, 1)) };
}

/** How far a zone is ahead of UTC, in quarters, up to (and without) a quarter; the last holds for ever. */
export type Clocks = readonly { before: number; ahead: number }[];

/** How the clocks of a zone go within some quarters: they change twice a year at the most, as a rule. */
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

/** Clocks that are changed stay so for longer than this. */
const stepQuarters = days(7) / quarterMs;

/** The first number after `low` and up to `high` of which it is so, where it is so of `high` and of all before it. */
function firstWith(low: number, high: number, isSo: (at: number) => boolean): number {
  let [no, yes] = [low, high];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (isSo(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
