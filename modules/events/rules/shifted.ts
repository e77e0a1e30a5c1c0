import {
  type CalendarDate,
  dateIn,
  dateParts,
  days,
  type Instant,
  instant,
  zonedInstant,
  zonedParts,
} from '#src/kernel/time.ts';

/**
 * Moves the dates of an event along with its start. Clocks count, not milliseconds: what was at 9 o'clock 28 days before
 * the race is so again, whatever summer time does in between.
 */
export type Shift = { instant(at: Instant): Instant; date(date: CalendarDate): CalendarDate };

/** Wall-clock time as if it were UTC. */
function wallOf(at: Instant, timeZone: string): number {
  const { year, month, day, hour, minute, second } = zonedParts(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function shiftBetween(from: Instant, to: Instant, timeZone: string): Shift {
  const difference = wallOf(to, timeZone) - wallOf(from, timeZone);
  const years = zonedParts(to, timeZone).year - zonedParts(from, timeZone).year;
  return {
    instant(at) {
      if (difference === 0) return at;
      const wall = instant(wallOf(at, timeZone) + difference);
      const { hour, minute, second } = zonedParts(wall, 'UTC');
      return instant(zonedInstant(dateIn(wall, 'UTC'), hour, minute, timeZone) + second * 1000 + (at % 1000));
    },
    // A reference date such as 31 December means the year, so it moves by years when the event does.
    date(date) {
      const { year, month, day } = dateParts(date);
      if (years === 0) return dateIn(instant(Date.UTC(year, month - 1, day) + wholeDays(difference)), 'UTC');
      const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
      return dateIn(instant(Date.UTC(year + years, month - 1, Math.min(day, lastOfMonth))), 'UTC');
    },
  };
}

/** So many weeks later at the same clock: a race stays on its weekday. */
export function weeksLater(at: Instant, weeks: number, timeZone: string): Instant {
  const wall = instant(wallOf(at, timeZone) + weeks * days(7));
  const { hour, minute } = zonedParts(wall, 'UTC');
  return zonedInstant(dateIn(wall, 'UTC'), hour, minute, timeZone);
}

const wholeDays = (milliseconds: number): number => Math.round(milliseconds / days(1)) * days(1);
