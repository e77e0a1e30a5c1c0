import { type CalendarDate, dateIn, dateParts, type Instant, zonedInstant } from '#src/kernel/time.ts';

/** Days as they stand on the calendar of an event's zone. */

export const today = (now: Instant, timeZone: string): CalendarDate => dateIn(now, timeZone);
export const beginOfDay = (date: CalendarDate, timeZone: string): Instant => zonedInstant(date, 0, 0, timeZone);

const dayMs = 86_400_000;
const utcOf = (date: CalendarDate): number => {
  const { year, month, day } = dateParts(date);
  return Date.UTC(year, month - 1, day);
};

export const dayAfter = (date: CalendarDate, days: number): CalendarDate =>
  new Date(utcOf(date) + days * dayMs).toISOString().slice(0, 10) as CalendarDate;
export const dayBefore = (date: CalendarDate, days: number): CalendarDate => dayAfter(date, -days);
/** From one to the other; below 0 when the other is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((utcOf(to) - utcOf(from)) / dayMs);
