import { type Instant, toIso } from '#src/kernel/time.ts';
import type { CatalogEvent } from './catalog.ts';

const utc = (at: Instant): string => `${toIso(at).replace(/[-:]/g, '').slice(0, 15)}Z`;
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Folds a content line at 75 octets, never inside a character (RFC 5545, 3.1). */
function folded(line: string): string {
  const lines: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > 75) {
      lines.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...lines, part].join('\r\n');
}

/** An event as an iCalendar file (RFC 5545). Times in UTC, which every calendar shows in its own zone. */
export function calendarOf(event: CatalogEvent, address: string, now: Instant): string {
  const host = new URL(address).hostname;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Startblock//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:event-${event.id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(event.startTimestamp)}`,
    `DTEND:${utc(event.endTimestamp)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    `URL:${address}`,
    `STATUS:${event.canceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
