import { type CalendarDate, dateIn, dateParts, type Instant, zonedInstant } from '#src/kernel/time.ts';

/** Calendar days in an event's time zone. */

export const today = (now: Instant, timeZone: string): CalendarDate => dateIn(now, timeZone);

/** Cached: time zone lookups are slow, and a page needs a hundred days. */
const begins = new Map<string, Instant>();
const maxStarts = 10_000;

export function beginOfDay(date: CalendarDate, timeZone: string): Instant {
  const key = `${date} ${timeZone}`;
  const known = begins.get(key);
  if (known !== undefined) return known;
  if (begins.size >= maxStarts) begins.clear();
  const begin = zonedInstant(date, 0, 0, timeZone);
  begins.set(key, begin);
  return begin;
}

const dayMs = 86_400_000;
const utcOf = (date: CalendarDate): number => {
  const { year, month, day } = dateParts(date);
  return Date.UTC(year, month - 1, day);
};

export const dayAfter = (date: CalendarDate, days: number): CalendarDate =>
  new Date(utcOf(date) + days * dayMs).toISOString().slice(0, 10) as CalendarDate;
export const dayBefore = (date: CalendarDate, days: number): CalendarDate => dayAfter(date, -days);
/** Negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((utcOf(to) - utcOf(from)) / dayMs);
