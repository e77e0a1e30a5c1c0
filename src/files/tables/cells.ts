import { type Instant, instant, isCalendarDate, minutes, zonedParts } from '#src/kernel/time.ts';
import { formatDate, type Locale } from '#src/ui/format.ts';

/**
 * A cell of a table file: text, number, a label that is usually a number (`label`: bib numbers), cents, date `YYYY-MM-DD`, or
 * wall-clock time `YYYY-MM-DDTHH:mm`. null: empty.
 */
export type CellKind = 'text' | 'label' | 'number' | 'money' | 'date' | 'moment';
export type Cell = string | number | null;

export type FileColumn<Row> = { title: string; kind: CellKind; of: (row: Row) => Cell };

const offsets = new Map<string, number>();
/** No zone changes its clock within a quarter of an hour. */
const quarterMs = minutes(15);

/** The instant as wall-clock time of a zone. Cached, because a file has many of few days. */
export function wallCell(at: Instant | number | null, timeZone: string): string | null {
  if (at === null) return null;
  const quarter = Math.floor(at / quarterMs);
  const key = `${timeZone}|${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const begin = instant(quarter * quarterMs);
    const { year, month, day, hour, minute, second } = zonedParts(begin, timeZone);
    offset = Date.UTC(year, month - 1, day, hour, minute, second) - begin;
    if (offsets.size >= 100_000) offsets.clear();
    offsets.set(key, offset);
  }
  return new Date(at + offset).toISOString().slice(0, 16);
}

const momentPattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/;

/** The cell as a text that spreadsheets of the language parse: no currency, no thousands separators. */
export function cellText(cell: Cell, kind: CellKind, locale: Locale): string {
  if (cell === null || cell === '') return '';
  const decimal = locale === 'de' ? ',' : '.';
  if (kind === 'money') return inEuros(Number(cell), decimal);
  const text = String(cell);
  if (kind === 'number') return text.replace('.', decimal);
  if (kind === 'date') return formatDate(text, locale);
  if (kind === 'moment') {
    const [, date = '', hour, minute] = momentPattern.exec(text) ?? [];
    return date ? `${formatDate(date, locale)} ${hour}:${minute}` : text;
  }
  return text;
}

/** `-1240` → `-12.40` */
export function inEuros(cents: number, decimal = '.'): string {
  const magnitude = Math.abs(cents);
  const rest = magnitude % 100;
  return `${cents < 0 ? '-' : ''}${(magnitude - rest) / 100}${decimal}${rest < 10 ? '0' : ''}${rest}`;
}

const dayMs = 86_400_000;
/** Spreadsheets' dates are correct from 1 March 1900; earlier ones count a day that never was. */
const firstSerial = 61;

/** Days since 30 December 1899; null for what spreadsheets cannot show. */
export function serialOf(cell: string): number | null {
  const [, date = cell, hour = '0', minute = '0'] = momentPattern.exec(cell) ?? [];
  if (!isCalendarDate(date)) return null;
  const serial = (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / dayMs;
  return serial < firstSerial ? null : serial + (Number(hour) * 60 + Number(minute)) / 1440;
}
