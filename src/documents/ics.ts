/** Calendar files (RFC 5545) in the event's time zone. */
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import type { Instant } from '#src/kernel/time.ts';

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

// The library escapes line breaks in texts only, and keeps other control characters.
const printable = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');
const oneLine = (text: string) => text.replace(/\p{Cc}/gu, '');

/** The library formats a `Date` in the time zone of the process, but this type in the zone of the entry. */
const zoned = (at: Instant) => Temporal.Instant.fromEpochMilliseconds(at);

/** VTIMEZONE under the name that the entries use: the list of zones has aliases. */
function timeZoneBlock(timeZone: string): string | null {
  const found = tzlib_get_ical_block(timeZone);
  return Array.isArray(found) && found[0] ? found[0].replace(/^TZID:.*$/m, `TZID:${timeZone}`) : null;
}

function eventOf(entry: CalendarEntry, now: Instant): ICalEventData {
  const { start, end, summary, location, description, url, reminder, changedAt, organizer } = entry;
  const isConfirmed = entry.status === 'confirmed';
  return {
    id: oneLine(entry.uid),
    stamp: zoned(now),
    lastModified: changedAt ? zoned(changedAt) : null,
    sequence: entry.sequence,
    status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    timezone: entry.timeZone,
    start: zoned(start),
    end: end && end > start ? zoned(end) : null,
    organizer: organizer ? { name: oneLine(organizer.name), email: oneLine(organizer.email) } : null,
    summary: printable(summary),
    location: location ? { title: printable(location) } : null,
    description: description ? printable(description) : null,
    url: url ? oneLine(url) : null,
    transparency: ICalEventTransparency.OPAQUE,
    alarms:
      reminder && isConfirmed
        ? [{ type: ICalAlarmType.display, trigger: 24 * 3600, description: printable(reminder) }]
        : [],
  };
}

/** Lines end with CRLF. */
export function calendarFile({ productId, now, method = 'PUBLISH', entries }: CalendarFile): string {
  const calendar = ical({
    // The library adds the leading hyphen.
    prodId: oneLine(productId).replace(/^-/, ''),
    scale: 'gregorian',
    method: ICalCalendarMethod[method],
    timezone: { name: null, generator: timeZoneBlock },
    events: entries.map((entry) => eventOf(entry, now)),
  });
  return `${calendar}\r\n`;
}
