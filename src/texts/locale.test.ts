import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { type MessageKey, negotiateLocale, translatorFor } from './locale.ts';

const raceDay = Date.UTC(2026, 4, 17, 7, 30);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('words', () => {
  const de = translatorFor('de');
  const en = translatorFor('en-us');

  test.each([
    ['date', '17. Mai 2026', 'May 17, 2026'],
    ['shortDate', '17.05.2026', '05/17/2026'],
    ['time', '09:30 Uhr', '9:30 AM'],
    ['dateTime', '17. Mai 2026, 09:30 Uhr', 'May 17, 2026, 9:30 AM'],
    ['shortDateTime', '17.05.2026, 09:30', '05/17/2026, 9:30 AM'],
    ['weekdayDate', 'Sonntag, 17. Mai 2026', 'Sunday, May 17, 2026'],
    ['weekdayDateTime', 'Sonntag, 17. Mai 2026, 09:30 Uhr', 'Sunday, May 17, 2026, 9:30 AM'],
  ] as const)('%s is written as people write it', (format, german, english) => {
    expect(plain(de[format](raceDay))).toBe(german);
    expect(plain(en[format](raceDay))).toBe(english);
  });

  test('name the month of a year', () => {
    expect([de.monthOf('2026-10'), en.monthOf('2026-03')]).toEqual(['Oktober 2026', 'March 2026']);
  });

  test('show instants in the zone they are asked for', () => {
    expect(de.in('Pacific/Auckland').dateBlock(Date.UTC(2026, 4, 17, 13)).iso).toBe('2026-05-18');
    expect(de.dateBlock(raceDay)).toEqual({ day: '17', month: 'Mai', year: '2026', weekday: 'So', iso: '2026-05-17' });
  });

  test('say which clock they mean where it is not that of most readers', () => {
    const there = 'America/New_York';
    expect(plain(de.in(there).time(raceDay))).toBe('03:30 Uhr (GMT\u22124)');
    expect(plain(de.in(there).dateTime(raceDay))).toBe('17. Mai 2026, 03:30 Uhr (GMT\u22124)');
    expect(plain(en.in(there).weekdayDateTime(raceDay))).toBe('Sunday, May 17, 2026, 3:30 AM EDT');
    expect(plain(de.in('Europe/Athens').time(raceDay))).toBe('10:30 Uhr (OESZ)');
    expect(plain(en.in('Europe/Berlin').time(raceDay))).toBe('9:30 AM');
    // A day is no hour, and columns of a table stay narrow.
    expect(de.in(there).date(raceDay)).toBe('17. Mai 2026');
    expect(plain(de.in(there).shortDateTime(raceDay))).toBe('17.05.2026, 03:30');
  });

  test('write money with a no-break space in German', () => {
    expect(de.money(cents(4050))).toBe('40,50\u00a0€');
    expect(en.money(cents(4050))).toBe('€40.50');
    expect([de.number(1240), en.number(1240)]).toEqual(['1.240', '1,240']);
  });

  test('know countries by name, the near ones first', () => {
    expect(de.country('AT')).toBe('Österreich');
    expect(en.country('AT')).toBe('Austria');
    expect(en.country('nowhere')).toBe('nowhere');
    const codes = de.countries().map((country) => country.code);
    expect(codes.slice(0, 6)).toEqual(['AT', 'DE', 'CH', 'IT', 'LI', 'AF']);
    expect(new Set(codes).size).toBe(249);
    expect(de.countries().find((country) => country.code === 'EG')?.name).toBe('Ägypten');
  });

  test('count', () => {
    expect(de.t('ui.errors.title', { count: 1 })).toBe('Eine Angabe stimmt noch nicht');
    expect(de.t('ui.errors.title', { count: 3 })).toBe('3 Angaben stimmen noch nicht');
    expect(en.t('ui.errors.title', { count: 3 })).toBe('3 details are not right yet');
  });

  test('change with the wording', () => {
    const key = 'problem.REGISTERING_INVALID_TEAMSIZE';
    expect(de.t(key)).toContain('Team');
    expect(de.withWording('packages').t(key)).toContain('Gruppe');
    expect(en.withWording('packages').t(key)).toContain('group');
    expect(en.withWording('packages').t('ui.nav.events')).toBe('Events');
  });

  test('never throw: an unknown key shows itself, a missing value shows the message', () => {
    expect(de.has('problem.NO_SUCH_CODE')).toBe(false);
    expect(de.has('toString')).toBe(false);
    expect(de.t('no.such.key' as MessageKey)).toBe('no.such.key');
    expect(typeof de.t('ui.pager.status')).toBe('string');
  });

  test('are made once', () => expect(translatorFor('de')).toBe(de));
});

test.each([
  [null, 'de'],
  ['', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9', 'en-us'],
  ['en-GB', 'en-us'],
  ['fr-FR, en;q=0.5', 'en-us'],
  ['en;q=0.3, de;q=0.7', 'de'],
  ['fr', 'de'],
  ['en;q=0', 'de'],
  ['*', 'de'],
  [';;;,q=,', 'de'],
] as const)('Accept-Language %j is answered in %s', (header, locale) => expect(negotiateLocale(header)).toBe(locale));
