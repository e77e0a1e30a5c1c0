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

/**
 * What a new event begins with on its page, and how that goes on when somebody types another start: on the server and in
 * the browser, in the texts of the fields. Calls have defaults of their own.
 */
const weeksAhead = 12;

/** A Sunday in about three months, at ten. */
function suggestedStart(now: Instant, timeZone: string): Instant {
  const earliest = dateIn(instant(now + days(7 * weeksAhead)), timeZone);
  const daysToSunday = (7 - new Date(`${earliest}T00:00Z`).getUTCDay()) % 7;
  return zonedInstant(daysAfter(earliest, daysToSunday), 10, 0, timeZone);
}

/** The dates that hang on the start until somebody says otherwise. */
type Follower = 'endTimestamp' | 'saleTo';
export const startAndFollowers = ['startTimestamp', 'endTimestamp', 'saleTo'] as const;
export type StartAndFollowers = Record<(typeof startAndFollowers)[number], string>;
/** The field that remembers what another one showed. */
export const shownAs = (name: string): string => `baseline${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const daysAfter = (date: string, count: number): CalendarDate => {
  const { year, month, day } = dateParts(date as CalendarDate);
  return dateIn(instant(Date.UTC(year, month - 1, day + count)), 'UTC');
};
const lastMinuteOf = (date: string): WallTime => ({ date, hour: 23, minute: 59 });
const isBefore = (a: WallTime, b: WallTime): boolean =>
  a.date === b.date ? a.hour * 60 + a.minute < b.hour * 60 + b.minute : a.date < b.date;

/** It ends with its day. One enters until the end of the day before; until the start, where the sale begins no sooner. */
export function datesOf(start: WallTime, saleFrom: WallTime | null): Record<Follower, WallTime> {
  const dayBefore = lastMinuteOf(daysAfter(start.date, -1));
  return {
    endTimestamp: lastMinuteOf(start.date),
    saleTo: saleFrom === null || isBefore(saleFrom, dayBefore) ? dayBefore : start,
  };
}

/** How a new event stands on its page: entered from now on. */
export function beginningsAt(now: Instant, timeZone: string): Record<keyof StartAndFollowers | 'saleFrom', Instant> {
  const at = ({ date, hour, minute }: WallTime) => zonedInstant(date as CalendarDate, hour, minute, timeZone);
  const startTimestamp = suggestedStart(now, timeZone);
  const { hour, minute } = zonedParts(startTimestamp, timeZone);
  const { endTimestamp, saleTo } = datesOf({ date: dateIn(startTimestamp, timeZone), hour, minute }, null);
  const saleFrom = instant(now - (now % minutes(1)));
  return { startTimestamp, endTimestamp: at(endTimestamp), saleFrom, saleTo: at(saleTo) };
}

/**
 * The texts of the fields after another start was typed, and what is shown for it: whoever still said what was shown for the
 * start before goes along. Null when nothing moves.
 */
export function followStart(
  typed: StartAndFollowers & { saleFrom: string },
  shown: StartAndFollowers,
  locale: Locale,
): { typed: StartAndFollowers; shown: StartAndFollowers } | null {
  const { startTimestamp } = typed;
  const start = parseDateTime(startTimestamp, locale);
  if (!start || startTimestamp === shown.startTimestamp) return null;
  const dates = datesOf(start, parseDateTime(typed.saleFrom, locale));
  const next = {
    endTimestamp: writeDateTime(dates.endTimestamp, locale),
    saleTo: writeDateTime(dates.saleTo, locale),
  };
  const isOwn = (name: Follower) => typed[name].trim() !== shown[name].trim();
  return {
    typed: {
      startTimestamp,
      endTimestamp: isOwn('endTimestamp') ? typed.endTimestamp : next.endTimestamp,
      saleTo: isOwn('saleTo') ? typed.saleTo : next.saleTo,
    },
    shown: { startTimestamp, ...next },
  };
}
