import {
  type CalendarDate,
  dateIn,
  dateParts,
  days,
  type Instant,
  instant,
  minutes,
  zonedInstant,
  zonedParts,
} from '#src/kernel/time.ts';
import { type Locale, parseDateTime, type WallTime, writeDateTime } from '#src/ui/format.ts';

/** Suggested dates of a new event, and how they follow another start. Used by server and browser, on field texts. */
const weeksAhead = 12;

/** A Sunday in about three months, at ten. */
function suggestedStart(now: Instant, timeZone: string): Instant {
  const earliest = dateIn(instant(now + days(7 * weeksAhead)), timeZone);
  const daysToSunday = (7 - new Date(`${earliest}T00:00Z`).getUTCDay()) % 7;
  return zonedInstant(daysAfter(earliest, daysToSunday), 10, 0, timeZone);
}

/** Dates that follow the start until they are changed by hand. */
type Follower = 'endTimestamp' | 'saleTo';
export const startAndFollowers = ['startTimestamp', 'endTimestamp', 'saleTo'] as const;
export type StartAndFollowers = Record<(typeof startAndFollowers)[number], string>;
/** The hidden field with the value last shown. */
export const shownAs = (name: string): string => `baseline${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const daysAfter = (date: string, count: number): CalendarDate => {
  const { year, month, day } = dateParts(date as CalendarDate);
  return dateIn(instant(Date.UTC(year, month - 1, day + count)), 'UTC');
};
const lastMinuteOf = (date: string): WallTime => ({ date, hour: 23, minute: 59 });
const isBefore = (a: WallTime, b: WallTime): boolean =>
  a.date === b.date ? a.hour * 60 + a.minute < b.hour * 60 + b.minute : a.date < b.date;

/** The event ends with its day. The sale ends the day before, or at the start when it begins later than that. */
export function datesOf(start: WallTime, saleFrom: WallTime | null): Record<Follower, WallTime> {
  const dayBefore = lastMinuteOf(daysAfter(start.date, -1));
  return {
    endTimestamp: lastMinuteOf(start.date),
    saleTo: saleFrom === null || isBefore(saleFrom, dayBefore) ? dayBefore : start,
  };
}

export function beginningsAt(now: Instant, timeZone: string): Record<keyof StartAndFollowers | 'saleFrom', Instant> {
  const at = ({ date, hour, minute }: WallTime) => zonedInstant(date as CalendarDate, hour, minute, timeZone);
  const startTimestamp = suggestedStart(now, timeZone);
  const { hour, minute } = zonedParts(startTimestamp, timeZone);
  const { endTimestamp, saleTo } = datesOf({ date: dateIn(startTimestamp, timeZone), hour, minute }, null);
  const saleFrom = instant(now - (now % minutes(1)));
  return { startTimestamp, endTimestamp: at(endTimestamp), saleFrom, saleTo: at(saleTo) };
}

/** Field texts after a changed start: unchanged followers move along. Null: nothing moves. */
export function followStart(
  input: StartAndFollowers & { saleFrom: string },
  shown: StartAndFollowers,
  locale: Locale,
): { typed: StartAndFollowers; shown: StartAndFollowers } | null {
  const { startTimestamp } = input;
  const start = parseDateTime(startTimestamp, locale);
  if (!start || startTimestamp === shown.startTimestamp) return null;
  const dates = datesOf(start, parseDateTime(input.saleFrom, locale));
  const next = {
    endTimestamp: writeDateTime(dates.endTimestamp, locale),
    saleTo: writeDateTime(dates.saleTo, locale),
  };
  const isOwn = (name: Follower) => input[name].trim() !== shown[name].trim();
  return {
    typed: {
      startTimestamp,
      endTimestamp: isOwn('endTimestamp') ? input.endTimestamp : next.endTimestamp,
      saleTo: isOwn('saleTo') ? input.saleTo : next.saleTo,
    },
    shown: { startTimestamp, ...next },
  };
}
