// Our own: Intl knows the zones; a date library would be the largest part of every island.

/**
 * Instants are whole milliseconds since 1970 UTC; dates are `YYYY-MM-DD` strings without a zone. Only the command line reads the
 * machine's clock; everything else gets a `Clock` or a `now`.
 */
export type Instant = number & { readonly __unit: 'epochMilliseconds' };
export type CalendarDate = string & { readonly __unit: 'calendarDate' };
export type Clock = () => Instant;

export const instant = (milliseconds: number): Instant => {
  if (!Number.isSafeInteger(milliseconds)) throw new RangeError(`not an instant: ${milliseconds}`);
  return milliseconds as Instant;
};
/** ISO 8601 in UTC with `Z`, as in API responses. */
export const toIso = (at: Instant | number): string => new Date(at).toISOString();
export const toIsoOrNull = (at: Instant | number | null): string | null => (at === null ? null : toIso(at));
/** @throws RangeError when the text is not an ISO 8601 instant. */
export const fromIso = (text: string): Instant => instant(new Date(text).getTime());

export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => n * 60_000;
export const hours = (n: number) => n * 3_600_000;
export const days = (n: number) => n * 86_400_000;
export const plus = (at: Instant, milliseconds: number): Instant => instant(at + milliseconds);

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

export function isCalendarDate(text: string): text is CalendarDate {
  const match = datePattern.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const dayAfter = (day: CalendarDate): CalendarDate => {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10) as CalendarDate;
};

export const dateParts = (date: CalendarDate): { year: number; month: number; day: number } => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8)),
});

type ZonedParts = { year: number; month: number; day: number; hour: number; minute: number; second: number };
const zoneFormats = new Map<string, Intl.DateTimeFormat>();
function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  let format = zoneFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    zoneFormats.set(timeZone, format);
  }
  return format;
}

/** The IANA time zones of this machine, European ones first. */
export function timeZones(): readonly string[] {
  const all = Intl.supportedValuesOf('timeZone');
  return [...all.filter((zone) => zone.startsWith('Europe/')), ...all.filter((zone) => !zone.startsWith('Europe/'))];
}

export function isTimeZone(name: string): boolean {
  try {
    zoneFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** Corrects the case of a time zone: `europe/vienna` to `Europe/Vienna`. */
export function timeZoneName(name: string): string {
  const folded = name.toLowerCase();
  return timeZones().find((zone) => zone.toLowerCase() === folded) ?? zoneFormat(name).resolvedOptions().timeZone;
}

const maxCached = 500;
type CachedMinute = { parts: Readonly<ZonedParts>; date: CalendarDate };
const minuteCache = new Map<string, CachedMinute>();
const minute = minutes(1);
/** Since then all zone offsets are whole minutes. */
const wholeMinutesSince = Date.UTC(1980, 0, 1);

/** Wall-clock parts in an IANA time zone. Cached per minute. */
export function zonedParts(at: Instant, timeZone: string): Readonly<ZonedParts> {
  if (at < wholeMinutesSince) return partsOf(at, timeZone);
  const after = at % minute;
  const { parts } = cachedMinute((at - after) as Instant, timeZone);
  return after < 1000 ? parts : { ...parts, second: Math.floor(after / 1000) };
}

function cachedMinute(at: Instant, timeZone: string): CachedMinute {
  const key = timeZone + at;
  let kept = minuteCache.get(key);
  if (!kept) {
    if (minuteCache.size >= maxCached) minuteCache.clear();
    const parts = partsOf(at, timeZone);
    kept = { parts, date: dateOf(parts) };
    minuteCache.set(key, kept);
  }
  return kept;
}

function partsOf(at: Instant, timeZone: string): ZonedParts {
  const parts: ZonedParts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  const isPart = (type: string): type is keyof ZonedParts => type in parts;
  for (const { type, value } of zoneFormat(timeZone).formatToParts(at)) if (isPart(type)) parts[type] = Number(value);
  return parts;
}

const two = (n: number) => String(n).padStart(2, '0');

const dateOf = ({ year, month, day }: ZonedParts): CalendarDate =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` as CalendarDate;

/** The calendar date in a time zone. */
export const dateIn = (at: Instant, timeZone: string): CalendarDate =>
  at < wholeMinutesSince ? dateOf(partsOf(at, timeZone)) : cachedMinute((at - (at % minute)) as Instant, timeZone).date;

/** The offset of a zone to UTC in milliseconds; fractions of a second are ignored. */
export function zoneOffset(at: number, timeZone: string): number {
  const p = zonedParts(instant(at), timeZone);
  return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - Math.floor(at / 1000) * 1000;
}

/** The instant of a wall-clock time. A missing time (spring) moves forward; of a repeated one (autumn) the earlier counts. */
export function zonedInstant(date: CalendarDate, hour: number, minute: number, timeZone: string): Instant {
  const { year, month, day } = dateParts(date);
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  const before = zoneOffset(wall - days(1), timeZone);
  const after = zoneOffset(wall + days(1), timeZone);
  const earlier = wall - Math.max(before, after);
  if (earlier + zoneOffset(earlier, timeZone) === wall) return instant(earlier);
  const later = wall - Math.min(before, after);
  return instant(later);
}
