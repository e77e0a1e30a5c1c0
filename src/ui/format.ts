import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';

/**
 * Money and dates as people read and type them. Pure and without Intl, because a browser's Intl may differ from the
 * server's and both sides of an island must write the very same characters.
 */
export type Locale = 'de' | 'en-us';

const noBreakSpace = '\u00a0';
/** The sign, not the hyphen: as wide as a digit, read out as “minus”, and no line ends behind it. */
const minus = '\u2212';

function grouped(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, separator);
}

/** 1240 → `1.240` · `1,240` */
export const formatWhole = (n: number, locale: Locale): string =>
  `${n < 0 ? minus : ''}${grouped(String(Math.abs(n)), locale === 'de' ? '.' : ',')}`;

/** 4050 → `40,50 €` (no-break space) in German, `€40.50` in English; negative ones with a minus sign. Takes whole cents. */
export function formatCents(cents: Cents, locale: Locale): string {
  const magnitude = Math.abs(cents);
  const whole = String(Math.floor(magnitude / 100));
  const fraction = String(magnitude % 100).padStart(2, '0');
  const sign = cents < 0 ? minus : '';
  return locale === 'de'
    ? `${sign}${grouped(whole, '.')},${fraction}${noBreakSpace}€`
    : `${sign}€${grouped(whole, ',')}.${fraction}`;
}

/** Cents as people type them and files hold them, without a currency sign and with a plain hyphen: `40,50` or `-40.50`. */
export function formatCentsInput(cents: Cents, locale: Locale): string {
  return formatCents(cents, locale).replace(/[€\s]/g, '').replace(minus, '-');
}

/**
 * Reads an amount of euros as typed: currency sign and spaces ignored, group separators removed, decimal separator
 * converted, rounded to whole cents half away from zero. What cannot be read is 0.
 */
export function parseCents(text: string, locale: Locale): Cents {
  const [group, decimal] = locale === 'de' ? ['.', ','] : [',', '.'];
  const plain = text
    .replace(/[\s€]|EUR/gi, '')
    .replace(minus, '-')
    .replaceAll(group, '')
    .replace(decimal, '.');
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(plain);
  if (!match || (!match[2] && !match[3])) return zeroCents;
  const fraction = `${match[3] ?? ''}000`;
  const roundUp = Number(fraction[2]) >= 5 ? 1 : 0;
  const magnitude = Number(match[2] || '0') * 100 + Number(fraction.slice(0, 2)) + roundUp;
  if (!Number.isSafeInteger(magnitude)) return zeroCents;
  return cents(match[1] === '-' ? -magnitude : magnitude);
}

/** Thousands as they are written: a separator before every three digits, if any. */
const wellGrouped = { de: /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/, 'en-us': /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/ } as const;

/**
 * The same for forms in which a slip of a finger costs money: null for what is no amount. Only a written nought is 0, and
 * `12.50` is nothing where the dot stands between thousands: nobody means 1,250 euros by it.
 */
export function readCents(text: string, locale: Locale): Cents | null {
  const plain = text.replace(/[\s€]|EUR/gi, '').replace(minus, '-');
  if (/^[+-]?0[0.,]*$/.test(plain)) return zeroCents;
  if (plain.includes(locale === 'de' ? '.' : ',') && !wellGrouped[locale].test(plain)) return null;
  return parseCents(plain, locale) || null;
}

/** A whole number as typed, at most nine digits, also with the thousands apart as pages write them: `1.200` · `1,200`. */
export function readWhole(text: string, locale: Locale): number | null {
  const plain = text.replace(/\s/g, '').replace(minus, '-');
  const apart = /^-?\d{1,3}([.,]\d{3}){1,2}$/.test(plain) && wellGrouped[locale].test(plain);
  const digits = apart ? plain.replace(/[.,]/g, '') : plain;
  return /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** A number as it is kept, `1.5`, in the reader's way: `1,5` · `1.5`. Anything else comes back unchanged. */
export const formatNumber = (text: string, locale: Locale): string =>
  locale === 'de' && /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text;

/** Two digits mean the year up to this one, and the century before it after that: 36 → 2036, 37 → 1937. */
const latestShortYear = 2036;

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  const century = Math.floor(latestShortYear / 100) * 100;
  return century + year > latestShortYear ? century - 100 + year : century + year;
}

function isoDate(year: number, month: number, day: number): string | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return null;
  if (day > new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const isoShape = /^(\d{4})\s*-\s*(\d{1,2})\s*-\s*(\d{1,2})$/;
const separatedShape = /^(\d{1,2})\s*([./\-\s,])\s*(\d{1,2})\s*[./\-\s,]\s*(\d{4}|\d{2})\.?$/;
const solidShape = /^(\d{2})(\d{2})(\d{4})$/;

/**
 * Reads a date as typed and answers `YYYY-MM-DD`, or null when it is no date. ISO is understood everywhere; dots mean
 * day first in every language; otherwise German puts the day first and US English the month (`1.5.98`, `05/01/1998`,
 * `01051998`).
 */
export function parseDate(text: string, locale: Locale): string | null {
  const input = text.trim();
  const iso = isoShape.exec(input);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const separated = separatedShape.exec(input);
  const solid = solidShape.exec(input);
  const [first, second, year] = separated
    ? [separated[1], separated[3], separated[4]]
    : solid
      ? [solid[1], solid[2], solid[3]]
      : [];
  if (!first || !second || !year) return null;
  const dayFirst = locale === 'de' || separated?.[2] === '.';
  return dayFirst
    ? isoDate(fullYear(year), Number(second), Number(first))
    : isoDate(fullYear(year), Number(first), Number(second));
}

export type WallTime = { date: string; hour: number; minute: number };

const timeShape = /[\sT,]+(\d{1,2})(?:[:.](\d{2}))?\s*(uhr|am|pm|a\.m\.|p\.m\.)?$/i;

/**
 * Reads a date with an optional time (`17.05.2026 09:30`, `05/17/2026 9:30 AM`); a day without a time is its midnight, or,
 * as the end of something, its last minute.
 */
export function parseDateTime(text: string, locale: Locale, day: 'begins' | 'ends' = 'begins'): WallTime | null {
  const input = text.trim();
  const onlyDate = parseDate(input, locale);
  if (onlyDate) return { date: onlyDate, ...(day === 'ends' ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 }) };
  const match = timeShape.exec(input);
  if (!match) return null;
  const date = parseDate(input.slice(0, match.index), locale);
  const half = match[3]?.toLowerCase().replaceAll('.', '');
  let hour = Number(match[1]);
  const minute = Number(match[2] ?? '0');
  if (half === 'am' || half === 'pm') {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half === 'pm' ? 12 : 0);
  }
  return date && hour <= 23 && minute <= 59 ? { date, hour, minute } : null;
}

/** `1998-05-01` → `01.05.1998` or `05/01/1998`, as the date fields write it. Anything else comes back unchanged. */
export function formatDate(date: string, locale: Locale): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return date;
  const [, year, month, day] = match;
  return locale === 'de' ? `${day}.${month}.${year}` : `${month}/${day}/${year}`;
}

/** `17.05.2026 09:30` · `05/17/2026 09:30`, as the fields of moments write it. */
export const writeDateTime = ({ date, hour, minute }: WallTime, locale: Locale): string =>
  `${formatDate(date, locale)} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** `17.05.2026, 09:30` · `05/17/2026, 9:30 AM`, from a date `YYYY-MM-DD` and the time of a clock on the wall. */
export function formatWallTime({ date, hour, minute }: WallTime, locale: Locale): string {
  const minutes = String(minute).padStart(2, '0');
  if (locale === 'de') return `${formatDate(date, locale)}, ${String(hour).padStart(2, '0')}:${minutes}`;
  return `${formatDate(date, locale)}, ${hour % 12 || 12}:${minutes}${noBreakSpace}${hour < 12 ? 'AM' : 'PM'}`;
}

export const datePlaceholder = (locale: Locale): string => (locale === 'de' ? 'TT.MM.JJJJ' : 'MM/DD/YYYY');
