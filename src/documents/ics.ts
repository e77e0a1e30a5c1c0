/** Calendar files (RFC 5545) in the event's time zone. Our own: a few lines and the zone's transitions. */
import { Buffer } from 'node:buffer';
import {
  type CalendarDate,
  type Instant,
  instant,
  toIso,
  zonedInstant,
  zonedParts,
  zoneOffset,
} from '#src/kernel/time.ts';

export type CalendarEntry = {
  /** Permanent: `participant-4711@example.test`. */
  uid: string;
  /** Rises with every change; 0 at first. */
  sequence: number;
  status: 'confirmed' | 'canceled';
  timeZone: string;
  start: Instant;
  /** null when unknown. */
  end?: Instant | null;
  summary: string;
  location?: string;
  /** Degrees north and east. */
  geo?: { latitude: number; longitude: number };
  description?: string;
  url?: string;
  /** The text of an alarm a day before. */
  reminder?: string;
  changedAt?: Instant;
  /** Required for a cancellation (RFC 5546). */
  organizer?: { name: string; email: string };
};

export type CalendarFile = {
  /** `-//Startblock//Registration 1.0//DE` */
  productId: string;
  now: Instant;
  /** CANCEL removes the entries from the calendar. */
  method?: CalendarMethod;
  entries: CalendarEntry[];
};

type CalendarMethod = 'PUBLISH' | 'CANCEL';
export const calendarTypeOf = (method: CalendarMethod): string => `text/calendar; charset=utf-8; method=${method}`;
export const calendarType = calendarTypeOf('PUBLISH');

const two = (n: number) => String(n).padStart(2, '0');
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[^\P{Cc}\t]/gu, ' ');
/** Unescaped, but without line breaks. */
const bare = (text: string) => text.replace(/\p{Cc}/gu, '');

const utcTime = (at: Instant) => toIso(at).replace(/[-:]|\.\d{3}/g, '');
const wallText = (wall: Date) => wall.toISOString().replace(/[-:]|\.\d{3}Z/g, '');
const localTime = (at: Instant, timeZone: string) => wallText(new Date(at + zoneOffset(at, timeZone)));

/** At most 75 octets per line including the leading blank, never split inside a character. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let result = '';
  let used = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (used + size > 75) {
      result += '\r\n ';
      used = 1;
    }
    result += character;
    used += size;
  }
  return result;
}

const offsetMinutes = (at: number, timeZone: string) => Math.round(zoneOffset(at, timeZone) / 60_000);
const offsetText = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;

type Change = { at: Instant; from: number; to: number };

/** Transitions within [from, to), to the minute. */
function clockChanges(from: Instant, to: Instant, timeZone: string): Change[] {
  const changes: Change[] = [];
  // No zone changes twice within a week.
  const step = 7 * 24 * 3_600_000;
  for (let day = from as number; day < to; day += step) {
    const before = offsetMinutes(day, timeZone);
    const after = offsetMinutes(day + step, timeZone);
    if (before === after) continue;
    let low = day;
    let high = day + step;
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 2 / 60_000) * 60_000;
      if (offsetMinutes(middle, timeZone) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: instant(high), from: before, to: after });
  }
  return changes;
}

/** The local abbreviation; English data has European names, American data American ones. */
function zoneName(at: Instant, timeZone: string, offset: number): string {
  for (const locale of ['en-GB', 'en-US', 'en-AU']) {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
    const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value;
    if (name && /^[A-Z]{2,5}$/.test(name)) return name;
  }
  return offsetText(offset);
}

const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** `BYMONTH=10;BYDAY=-1SU` when all transitions match it, else null. */
function yearlyRule(walls: Date[]): string | null {
  const first = walls[0] as Date;
  const isLast = (wall: Date) => new Date(wall.getTime() + 7 * 86_400_000).getUTCMonth() !== wall.getUTCMonth();
  const nth = (wall: Date) => Math.ceil(wall.getUTCDate() / 7);
  const same = walls.every(
    (wall) =>
      wall.getUTCMonth() === first.getUTCMonth() &&
      wall.getUTCDay() === first.getUTCDay() &&
      wall.getUTCHours() === first.getUTCHours() &&
      wall.getUTCMinutes() === first.getUTCMinutes(),
  );
  if (!same || walls.length < 8) return null;
  const place = walls.every(isLast) ? -1 : walls.every((wall) => nth(wall) === nth(first)) ? nth(first) : null;
  return place === null ? null : `BYMONTH=${first.getUTCMonth() + 1};BYDAY=${place}${dayNames[first.getUTCDay()]}`;
}

/** The rule's first day of 1970, as old calendar programs expect. */
function firstOfRule(rule: string, wall: Date): Date {
  const day = wall.getUTCDay();
  const month = wall.getUTCMonth();
  const place = Number(/BYDAY=(-?\d)/.exec(rule)?.[1]);
  const days = Array.from(
    { length: 31 },
    (_, at) => new Date(Date.UTC(1970, month, at + 1, wall.getUTCHours(), wall.getUTCMinutes())),
  );
  const fitting = days.filter((date) => date.getUTCMonth() === month && date.getUTCDay() === day);
  return fitting.at(place < 0 ? place : place - 1) as Date;
}

const maxCached = 50;
const cache = new Map<string, readonly string[]>();

/** Cached: finding ten years of transitions takes a tenth of a second, and tickets of an event share them. */
function timeZoneLines(timeZone: string, entries: CalendarEntry[]): readonly string[] {
  const instants = entries.flatMap((entry) => [entry.start, entry.end ?? entry.start]);
  const yearOf = (at: number) => zonedParts(instant(at), timeZone).year;
  const years = [yearOf(Math.min(...instants)) - 1, yearOf(Math.max(...instants)) + 9] as const;
  const key = [timeZone, ...years].join();
  const lines = cache.get(key) ?? linesBetween(timeZone, ...years);
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, lines);
  return lines;
}

/** VTIMEZONE with yearly rules where they hold for ten years, else with the transitions around the entries. */
function linesBetween(timeZone: string, firstYear: number, lastYear: number): string[] {
  const from = zonedInstant(`${firstYear}-01-01` as CalendarDate, 0, 0, timeZone);
  const to = zonedInstant(`${lastYear}-01-01` as CalendarDate, 0, 0, timeZone);
  const changes = clockChanges(from, to, timeZone);
  const part = (isDaylight: boolean, change: Change, start: string, rule: string | null) => {
    const kind = isDaylight ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      ...(rule ? [`RRULE:FREQ=YEARLY;${rule}`] : []),
      `TZOFFSETFROM:${offsetText(change.from)}`,
      `TZOFFSETTO:${offsetText(change.to)}`,
      `TZNAME:${zoneName(change.at, timeZone, change.to)}`,
      `END:${kind}`,
    ];
  };
  const lines = ['BEGIN:VTIMEZONE', `TZID:${timeZone}`];
  if (changes.length === 0) {
    const offset = offsetMinutes(from, timeZone);
    lines.push(...part(false, { at: from, from: offset, to: offset }, '19700101T000000', null));
  }
  for (const isDaylight of [false, true]) {
    const own = changes.filter((change) => change.to > change.from === isDaylight);
    if (own.length === 0) continue;
    const walls = own.map((change) => new Date(change.at + change.from * 60_000));
    const rule = yearlyRule(walls);
    const alike = own.every((change) => change.from === own[0]?.from && change.to === own[0]?.to);
    if (rule && alike) {
      lines.push(...part(isDaylight, own[0] as Change, wallText(firstOfRule(rule, walls[0] as Date)), rule));
    } else {
      own.forEach((change, at) => {
        lines.push(...part(isDaylight, change, wallText(walls[at] as Date), null));
      });
    }
  }
  return [...lines, 'END:VTIMEZONE'];
}

function entryLines(entry: CalendarEntry, now: Instant): string[] {
  const zoned = (name: string, at: Instant) => `${name};TZID=${entry.timeZone}:${localTime(at, entry.timeZone)}`;
  return [
    'BEGIN:VEVENT',
    `UID:${bare(entry.uid)}`,
    `DTSTAMP:${utcTime(now)}`,
    ...(entry.changedAt ? [`LAST-MODIFIED:${utcTime(entry.changedAt)}`] : []),
    `SEQUENCE:${entry.sequence}`,
    `STATUS:${entry.status === 'canceled' ? 'CANCELLED' : 'CONFIRMED'}`,
    zoned('DTSTART', entry.start),
    ...(entry.end && entry.end > entry.start ? [zoned('DTEND', entry.end)] : []),
    ...(entry.organizer
      ? [`ORGANIZER;CN="${bare(entry.organizer.name).replace(/"/g, "'")}":mailto:${bare(entry.organizer.email)}`]
      : []),
    `SUMMARY:${escaped(entry.summary)}`,
    ...(entry.location ? [`LOCATION:${escaped(entry.location)}`] : []),
    ...(entry.geo ? [`GEO:${entry.geo.latitude.toFixed(6)};${entry.geo.longitude.toFixed(6)}`] : []),
    ...(entry.description ? [`DESCRIPTION:${escaped(entry.description)}`] : []),
    ...(entry.url ? [`URL:${bare(entry.url)}`] : []),
    'TRANSP:OPAQUE',
    ...(entry.reminder && entry.status === 'confirmed'
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-P1D', `DESCRIPTION:${escaped(entry.reminder)}`, 'END:VALARM']
      : []),
    'END:VEVENT',
  ];
}

/** Lines end with CRLF. */
export function calendarFile({ productId, now, method = 'PUBLISH', entries }: CalendarFile): string {
  const zones = [...new Set(entries.map((entry) => entry.timeZone))];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${bare(productId)}`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...zones.flatMap((zone) =>
      timeZoneLines(
        zone,
        entries.filter((entry) => entry.timeZone === zone),
      ),
    ),
    ...entries.flatMap((entry) => entryLines(entry, now)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
