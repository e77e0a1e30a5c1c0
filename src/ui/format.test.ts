import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import {
  formatCents,
  formatCentsInput,
  formatDate,
  type Locale,
  parseCents,
  parseDate,
  parseDateTime,
  readCents,
  readWhole,
} from './format.ts';

const locales: Locale[] = ['de', 'en-us'];

describe('money', () => {
  test.each([
    [4050, '40,50 €', '€40.50'],
    [0, '0,00 €', '€0.00'],
    [5, '0,05 €', '€0.05'],
    [123456789, '1.234.567,89 €', '€1,234,567.89'],
    [100000, '1.000,00 €', '€1,000.00'],
    [-1950, '−19,50 €', '−€19.50'],
  ])('%i cents is written %s and %s', (amount, german, english) => {
    expect(formatCents(cents(amount), 'de')).toBe(german.replace(' ', '\u00a0'));
    expect(formatCents(cents(amount), 'en-us')).toBe(english);
  });

  test.each<[string, Locale, number]>([
    ['40,50', 'de', 4050],
    ['40,5', 'de', 4050],
    ['40', 'de', 4000],
    [' 40,50 € ', 'de', 4050],
    ['EUR 40,50', 'de', 4050],
    ['1.234,50', 'de', 123450],
    ['1.234.567,89 €', 'de', 123456789],
    ['0,005', 'de', 1],
    ['1,004', 'de', 100],
    ['1,005', 'de', 101],
    [',5', 'de', 50],
    ['-5,00', 'de', -500],
    ['1,2,3', 'de', 0],
    ['abc', 'de', 0],
    ['', 'de', 0],
    ['-', 'de', 0],
    ['12 Euro', 'de', 0],
    ['99999999999999999999', 'de', 0],
    ['40.50', 'en-us', 4050],
    ['€40.50', 'en-us', 4050],
    ['1,234.50', 'en-us', 123450],
    ['8.115', 'en-us', 812],
  ])('%j in %s is %i cents', (text, locale, cents) => expect(parseCents(text, locale)).toBe(cents));

  test.each([
    ['12,50', 'de', 1250],
    ['1.250,00 €', 'de', 125_000],
    ['0', 'de', 0],
    ['0,00', 'de', 0],
    ['12.50', 'de', null],
    ['1.2.3', 'de', null],
    ['zwölf', 'de', null],
    ['', 'de', null],
    ['12.50', 'en-us', 1250],
    ['€1,250.00', 'en-us', 125_000],
    ['12,50', 'en-us', null],
    ['−5,00', 'de', -500],
  ] as const)('%j in %s is %j where a slip costs money', (text, locale, cents) =>
    expect(readCents(text, locale)).toBe(cents),
  );

  test.each([
    ['1200', 'de', 1200],
    ['1.200', 'de', 1200],
    ['1 200', 'de', 1200],
    ['1.200.000', 'de', 1_200_000],
    ['−5', 'de', -5],
    ['1,200', 'de', null],
    ['1.20', 'de', null],
    ['12.5', 'de', null],
    ['1234567890', 'de', null],
    ['viele', 'de', null],
    ['', 'de', null],
    ['1,200', 'en-us', 1200],
    ['1.200', 'en-us', null],
  ] as const)('%j in %s is the whole number %j', (text, locale, value) => expect(readWhole(text, locale)).toBe(value));

  test('what is written can be read again, and equals what Intl writes', () => {
    const intl = {
      de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
      'en-us': new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }),
    };
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }).map(cents), fc.constantFrom(...locales), (amount, locale) => {
        expect(parseCents(formatCents(amount, locale), locale)).toBe(amount);
        expect(parseCents(formatCentsInput(amount, locale), locale)).toBe(amount);
        expect(formatCents(amount, locale)).toBe(intl[locale].format(amount / 100).replace('-', '−'));
        expect(formatCentsInput(amount, locale)).toMatch(/^-?[\d.,]+$/);
      }),
    );
  });
});

describe('dates', () => {
  test.each<[string, Locale, string | null]>([
    ['01.05.1998', 'de', '1998-05-01'],
    ['1.5.98', 'de', '1998-05-01'],
    ['1.5.2017', 'de', '2017-05-01'],
    ['1.5.17', 'de', '2017-05-01'],
    ['1.5.37', 'de', '1937-05-01'],
    [' 1. 5. 1998 ', 'de', '1998-05-01'],
    ['1/5/1998', 'de', '1998-05-01'],
    ['1-5-1998', 'de', '1998-05-01'],
    ['1 5 1998', 'de', '1998-05-01'],
    ['01051998', 'de', '1998-05-01'],
    ['1998-05-01', 'de', '1998-05-01'],
    ['1998-5-1', 'en-us', '1998-05-01'],
    ['05/01/1998', 'en-us', '1998-05-01'],
    ['5/1/98', 'en-us', '1998-05-01'],
    ['01.05.1998', 'en-us', '1998-05-01'],
    ['05011998', 'en-us', '1998-05-01'],
    ['29.02.2024', 'de', '2024-02-29'],
    ['29.02.2023', 'de', null],
    ['31.04.2024', 'de', null],
    ['13/01/1998', 'en-us', null],
    ['00.01.1998', 'de', null],
    ['1.5.', 'de', null],
    ['1.5.198', 'de', null],
    ['Mai 1998', 'de', null],
    ['', 'de', null],
  ])('%j in %s is %s', (text, locale, date) => expect(parseDate(text, locale)).toBe(date));

  test.each<[string, Locale, string | null]>([
    ['17.05.2026 09:30', 'de', '2026-05-17 9:30'],
    ['17.05.2026, 9.30 Uhr', 'de', '2026-05-17 9:30'],
    ['17.05.2026', 'de', '2026-05-17 0:0'],
    ['2026-05-17T09:30', 'de', '2026-05-17 9:30'],
    ['05/17/2026 9:30 PM', 'en-us', '2026-05-17 21:30'],
    ['05/17/2026 12:00 AM', 'en-us', '2026-05-17 0:0'],
    ['05/17/2026 13:00 PM', 'en-us', null],
    ['17.05.2026 24:00', 'de', null],
    ['tomorrow 10:00', 'en-us', null],
  ])('%j in %s is %s', (text, locale, expected) => {
    const read = parseDateTime(text, locale);
    expect(read && `${read.date} ${read.hour}:${read.minute}`).toBe(expected);
  });

  test('what is written can be read again', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...locales), (day, locale) => {
        const date = day.toISOString().slice(0, 10);
        expect(parseDate(formatDate(date, locale), locale)).toBe(date);
      }),
    );
  });
});
