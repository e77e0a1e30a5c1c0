import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';

/**
 * Formats and parses money and dates without Intl, because a browser's Intl may differ and both sides of an island must render
 * the same characters.
 */
export type Locale = 'de' | 'en-us';

const noBreakSpace = '\u00a0';
/** The minus sign: as wide as a digit, and no line breaks behind it. */
const minus = '\u2212';

function grouped(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, separator);
}

/** 1240 → `1.240` · `1,240` */
export const formatWhole = (n: number, locale: Locale): string =>
  `${n < 0 ? minus : ''}${grouped(String(Math.abs(n)), locale === 'de' ? '.' : ',')}`;

/** 4050 → `40,50 €` (no-break space) in German, `€40.50` in English. */
export function formatCents(cents: Cents, locale: Locale): string {
  const magnitude = Math.abs(cents);
  const whole = String(Math.floor(magnitude / 100));
  const fraction = String(magnitude % 100).padStart(2, '0');
  const sign = cents < 0 ? minus : '';
  return locale === 'de'
    ? `${sign}${grouped(whole, '.')},${fraction}${noBreakSpace}€`
    : `${sign}€${grouped(whole, ',')}.${fraction}`;
}

/** Cents for inputs and files, without currency and with a hyphen: `40,50` or `-40.50`. */
export function formatCentsInput(cents: Cents, locale: Locale): string {
  return formatCents(cents, locale).replace(/[€\s]/g, '').replace(minus, '-');
}

/** Parses euros: ignores currency and blanks, removes group separators, rounds half away from zero. 0 when unreadable. */
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

/** Valid thousands separators. */
const wellGrouped = { de: /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/, 'en-us': /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/ } as const;

/** A strict parser where a typing mistake costs money: null for what is no amount, such as `12.50` in German. */
export function readCents(text: string, locale: Locale): Cents | null {
  const plain = text.replace(/[\s€]|EUR/gi, '').replace(minus, '-');
  if (/^[+-]?0[0.,]*$/.test(plain)) return zeroCents;
  if (plain.includes(locale === 'de' ? '.' : ',') && !wellGrouped[locale].test(plain)) return null;
  return parseCents(plain, locale) || null;
}

/** A whole number of at most nine digits, with optional separators: `1.200` · `1,200`. */
export function readWhole(text: string, locale: Locale): number | null {
  const plain = text.replace(/\s/g, '').replace(minus, '-');
  const apart = /^-?\d{1,3}([.,]\d{3}){1,2}$/.test(plain) && wellGrouped[locale].test(plain);
  const digits = apart ? plain.replace(/[.,]/g, '') : plain;
  return /^-?\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** A stored number `1.5` in the language: `1,5` · `1.5`. Other text is unchanged. */
export const formatNumber = (text: string, locale: Locale): string =>
  locale === 'de' && /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text;

/** Two-digit years up to this one are after 2000: 36 → 2036, 37 → 1937. */
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
 * Parses a date to `YYYY-MM-DD`; null when invalid. ISO always; dots mean day first; otherwise German is day first and US English
 * month first (`1.5.98`, `05/01/1998`, `01051998`).
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

const dayMs = 86_400_000;

/** A day in a cell: as typed, or the serial day of a workbook. Other text is unchanged, such as a year alone. */
export function dayInCell(text: string, locale: Locale): string {
  if (!/^\d{3,5}$/.test(text) || /^(19|20)\d\d$/.test(text)) return parseDate(text, locale) ?? text;
  return new Date(Date.UTC(1899, 11, 30) + Number(text) * dayMs).toISOString().slice(0, 10);
}

export type WallTime = { date: string; hour: number; minute: number };

const timeShape = /[\sT,]+(\d{1,2})(?:[:.](\d{2}))?\s*(uhr|am|pm|a\.m\.|p\.m\.)?$/i;

/**
 * Parses a date with an optional time (`17.05.2026 09:30`, `05/17/2026 9:30 AM`); a day alone is its midnight or, as an end, its
 * last minute.
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

/** `1998-05-01` → `01.05.1998` or `05/01/1998`. Other text is unchanged. */
export function formatDate(date: string, locale: Locale): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return date;
  const [, year, month, day] = match;
  return locale === 'de' ? `${day}.${month}.${year}` : `${month}/${day}/${year}`;
}

/** `17.05.2026 09:30` · `05/17/2026 09:30`, for inputs. */
export const writeDateTime = ({ date, hour, minute }: WallTime, locale: Locale): string =>
  `${formatDate(date, locale)} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** `17.05.2026, 09:30` · `05/17/2026, 9:30 AM` */
export function formatWallTime({ date, hour, minute }: WallTime, locale: Locale): string {
  const minutes = String(minute).padStart(2, '0');
  if (locale === 'de') return `${formatDate(date, locale)}, ${String(hour).padStart(2, '0')}:${minutes}`;
  return `${formatDate(date, locale)}, ${hour % 12 || 12}:${minutes}${noBreakSpace}${hour < 12 ? 'AM' : 'PM'}`;
}

export const datePlaceholder = (locale: Locale): string => (locale === 'de' ? 'TT.MM.JJJJ' : 'MM/DD/YYYY');
