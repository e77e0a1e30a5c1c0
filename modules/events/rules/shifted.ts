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

/** Moves times with the event's start by wall clock: 9 o'clock stays 9 o'clock in summer time and other zones. */
export type Shift = {
  /** By days and clock, as the start. For times on the event's day. */
  moment(at: Instant): Instant;
  /** By whole days at the same clock: a price that ends at midnight still does. */
  day(at: Instant): Instant;
  /** The same day and clock in the new zone. */
  clock(at: Instant): Instant;
  date(date: CalendarDate): CalendarDate;
};

function wallOf(at: Instant, timeZone: string): number {
  const { year, month, day, hour, minute, second } = zonedParts(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** `to`: the new start, read in `newZone`; null: the same day and clock. `from` is read in `timeZone`. */
export function shiftBetween(from: Instant, to: Instant | null, timeZone: string, newZone = timeZone): Shift {
  const before = wallOf(from, timeZone);
  const after = to === null ? before : wallOf(to, newZone);
  const dayOf = (wall: number) => Math.floor(wall / days(1)) * days(1);
  const wholeDays = dayOf(after) - dayOf(before);
  const years = new Date(after).getUTCFullYear() - new Date(before).getUTCFullYear();
  const by = (moved: number) => (at: Instant) => {
    if (moved === 0 && newZone === timeZone) return at; // Also the second of two equal hours.
    const wall = instant(wallOf(at, timeZone) + moved);
    const { hour, minute, second } = zonedParts(wall, 'UTC');
    return instant(zonedInstant(dateIn(wall, 'UTC'), hour, minute, newZone) + second * 1000 + (at % 1000));
  };
  return {
    moment: by(after - before),
    day: by(wholeDays),
    clock: by(0),
    // A reference date such as 31 December moves by years when the event does.
    date(date) {
      const { year, month, day } = dateParts(date);
      if (years === 0) return dateIn(instant(Date.UTC(year, month - 1, day) + wholeDays), 'UTC');
      const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
      return dateIn(instant(Date.UTC(year + years, month - 1, Math.min(day, lastOfMonth))), 'UTC');
    },
  };
}

/** At the same clock, so a race keeps its weekday. */
export function weeksLater(at: Instant, weeks: number, timeZone: string): Instant {
  const wall = instant(wallOf(at, timeZone) + weeks * days(7));
  const { hour, minute } = zonedParts(wall, 'UTC');
  return zonedInstant(dateIn(wall, 'UTC'), hour, minute, timeZone);
}

/** The title with the year of a new start: `Marathon 2026` → `Marathon 2027`, `Cup 2026/27` → `Cup 2027/28`. */
export function titleInYear(title: string, from: Instant, to: Instant, timeZone: string): string {
  const [before, after] = [from, to].map((at) => zonedParts(at, timeZone).year) as [number, number];
  const year = new RegExp(`(?<!\\d)${before}(?:/(?:(${before + 1})|(${String(before + 1).slice(2)})))?(?!\\d)`, 'g');
  return title.replace(year, (_, long?: string, short?: string) => {
    const next = String(after + 1);
    return `${after}${long ? `/${next}` : short ? `/${next.slice(2)}` : ''}`;
  });
}
