import { describe, expect, test } from 'vitest';
import { fromIso, timeZones } from '#src/kernel/time.ts';
import { type CalendarEntry, calendarFile } from './ics.ts';

const entry: CalendarEntry = {
  uid: 'participant-4711@example.test',
  sequence: 0,
  status: 'confirmed',
  timeZone: 'Europe/Vienna',
  start: fromIso('2026-05-17T07:30:00Z'),
  end: fromIso('2026-05-17T12:00:00Z'),
  summary: 'Donaulauf 2026 – Halbmarathon (Anna Gruber)',
  location: 'Hauptplatz 1, 4020 Linz; Startbereich Süd',
  description:
    'Startnummer: 1042\nStartnummernausgabe: Samstag, 16.05., 10–18 Uhr\nUnterlagen: https://example.test/o/4711',
  url: 'https://example.test/o/4711',
  reminder: 'Morgen: Donaulauf 2026',
};
const fileOf = (change: Partial<CalendarEntry> = {}) =>
  calendarFile({
    productId: '-//Example Platform//Registration 1.0//DE',
    now: fromIso('2026-01-10T10:15:00Z'),
    entries: [{ ...entry, ...change }],
  });

test('a ticket, line for line', () => {
  expect(fileOf().split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example Platform//Registration 1.0//DE',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Vienna',
    'X-LIC-LOCATION:Europe/Vienna',
    expect.stringMatching(/^LAST-MODIFIED:\d{8}T\d{6}Z$/),
    'BEGIN:DAYLIGHT',
    'TZNAME:CEST',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'DTSTART:19700329T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'TZNAME:CET',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'DTSTART:19701025T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:participant-4711@example.test',
    'SEQUENCE:0',
    'DTSTAMP:20260110T101500Z',
    'DTSTART;TZID=Europe/Vienna:20260517T093000',
    'DTEND;TZID=Europe/Vienna:20260517T140000',
    'SUMMARY:Donaulauf 2026 – Halbmarathon (Anna Gruber)',
    'TRANSP:OPAQUE',
    'LOCATION:Hauptplatz 1\\, 4020 Linz\\; Startbereich Süd',
    'DESCRIPTION:Startnummer: 1042\\nStartnummernausgabe: Samstag\\, 16.05.\\, 10',
    ' –18 Uhr\\nUnterlagen: https://example.test/o/4711',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    'DESCRIPTION:Morgen: Donaulauf 2026',
    'END:VALARM',
    'URL;VALUE=URI:https://example.test/o/4711',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

describe('time zones', () => {
  test.each([
    [
      'America/New_York',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'TZNAME:EDT',
    ],
    ['Europe/Zurich', 'BYMONTH=10;BYDAY=-1SU', 'BYMONTH=3;BYDAY=-1SU', 'TZNAME:CEST'],
    ['Asia/Kathmandu', 'DTSTART:19700101T000000', 'TZOFFSETTO:+0545', 'TZOFFSETFROM:+0545'],
    ['Asia/Tokyo', 'TZNAME:JST', 'TZOFFSETTO:+0900', 'DTSTART;TZID=Asia/Tokyo:20260517T163000'],
    // An older name of Asia/Kolkata.
    ['Asia/Calcutta', 'TZID:Asia/Calcutta', 'TZOFFSETTO:+0530', 'DTSTART;TZID=Asia/Calcutta:20260517T130000'],
    // UTC needs no rules.
    ['UTC', 'DTSTART:20260517T073000Z'],
  ])('%s', (timeZone, ...parts) => {
    for (const part of parts) expect(fileOf({ timeZone })).toContain(part);
  });

  test('every zone of an event has its rules in the file', () => {
    const without = timeZones().filter((timeZone) => !fileOf({ timeZone }).includes(`\r\nTZID:${timeZone}\r\n`));
    expect(without).toEqual(['UTC']);
  });
});

test('an entry needs a title and a start only', () => {
  const file = fileOf({ end: null, location: '', description: '', url: '', reminder: '' });
  expect(file).not.toMatch(/\nLOCATION|DTEND|DESCRIPTION|URL|VALARM/);
});

test('an organizer is named with quotes and line breaks encoded', () => {
  const organizer = { name: 'Verein "Lauf"\r\nATTENDEE:x', email: 'info@example.test' };
  expect(fileOf({ organizer })).toContain(`ORGANIZER;CN="Verein ^'Lauf^'ATTENDEE:x":mailto:info@example.test`);
});

test('no line is longer than 75 octets, and unfolding gives the text back', () => {
  const summary = 'Straßenlauf über die Höhe – 🏃 '.repeat(20).trim();
  const file = fileOf({ summary });
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}`);
});

test('a canceled entry says so and rings no more', () => {
  const file = fileOf({ status: 'canceled', sequence: 2, changedAt: fromIso('2026-02-01T00:00:00Z'), end: null });
  for (const part of ['STATUS:CANCELLED', 'SEQUENCE:2', 'LAST-MODIFIED:20260201T000000Z']) expect(file).toContain(part);
  expect(file).not.toMatch(/VALARM|DTEND/);
});

test('nobody writes lines of his own', () => {
  const evil = 'x\r\nATTENDEE:mailto:thief@example.test\n\u0007y';
  const file = fileOf({ summary: evil, location: evil, description: evil, url: evil, uid: evil });
  expect(file).not.toMatch(/^ATTENDEE/m);
  expect(file).toContain('SUMMARY:x\\nATTENDEE:mailto:thief@example.test\\n y');
});
