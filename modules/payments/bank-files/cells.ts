import { parseIban } from '#src/kernel/iban.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type CalendarDate, isCalendarDate } from '#src/kernel/time.ts';
import { markIn, type Side } from './signs.ts';

/** Amounts, dates and accounts in the notations of banks; null for anything else, so that the file is refused. */

const dayFirst = /^(\d{1,2})[.\-/](\d{1,2})[.\-/](\d{4}|\d{2})$/;
const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/;
const digitsOnly = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const timeBehind = /[ T]\d{1,2}:\d{2}(:\d{2})?([:.,]\d+)?( ?Z| ?[+-]\d{2}:?\d{2})?$/;

export type Cell = string | number;

/** Spreadsheet serial dates (days since the end of 1899) of this century. */
const [firstSerial, lastSerial] = [36_526, 73_050];
const serialDay = (serial: number): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);

/** Year, month and day of a cell; the day may not exist. */
function dayIn(cell: Cell): string | null {
  if (typeof cell === 'number') return cell >= firstSerial && cell < lastSerial ? serialDay(cell) : null;
  const text = cell.trim().replace(timeBehind, '');
  if (yearFirst.test(text)) return text;
  const digits = digitsOnly.exec(text);
  if (digits) return digits.slice(1).join('-');
  const match = dayFirst.exec(text);
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `31.12.2026`, `31.12.26`, `1.2.2026`, `2026-12-31` or `20261231`, optionally followed by a time. */
export function dateIn(cell: Cell): CalendarDate | null {
  const day = dayIn(cell);
  return day !== null && isCalendarDate(day) ? day : null;
}

/** Whether the cell holds a date that does not exist: banks that count 30 days a month write 30 February. */
export function isImpossibleDay(cell: Cell): boolean {
  const day = dayIn(cell);
  return day !== null && !isCalendarDate(day) && /-(0[1-9]|1[0-2])-(29|30|31)$/.test(day);
}

/** `260131` of MT940. */
export function shortDate(digits: string): CalendarDate | null {
  const date = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
  return isCalendarDate(date) ? date : null;
}

/** Cents of the digits before and after the decimal sign; null for more than two decimal places. */
export function centsOf(whole: string, fraction: string): Cents | null {
  if (!/^\d{1,12}$/.test(whole) || !/^\d{0,2}0*$/.test(fraction)) return null;
  return cents(Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')));
}

/** XML amount such as `45.9`; never negative. */
export function xmlAmount(text: string): Cents | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text.trim());
  return match ? centsOf(match[1] ?? '', match[2] ?? '') : null;
}

/** Text around an amount: currency, blanks of every width, the apostrophe between Swiss thousands. */
const aroundAmount = /€|EURO?|[\s'’\u00a0\u202f]/g;
const hyphens = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;
const marked = /^(soll|haben|dbit|crdt|dr|cr|[sh]|[dc])?(.*?)(soll|haben|dbit|crdt|dr|cr|[sh]|[dc])?$/i;

export type Amount = { value: Cents; side: Side | null };

/**
 * Reads an amount of a table; negative for debits. `decimal` is the decimal sign. Without it the last separator is one
 * if one or two digits follow, else a thousands separator (`1.000` is a thousand euros). `side`: debit or credit as the
 * cell marks it, null for a bare amount.
 */
export function readAmount(cell: Cell, decimal?: ',' | '.'): Amount | null {
  if (typeof cell === 'number') {
    const value = Math.round(cell * 100);
    const isMoney = Number.isSafeInteger(value) && Math.abs(cell * 100 - value) < 1e-4;
    return isMoney ? { value: cents(value), side: value < 0 ? 'debit' : null } : null;
  }
  const [, minus, bare] = /^(-)?([\d.,]+)$/.exec(cell) ?? [];
  if (bare !== undefined) return signed(plainAmount(bare, decimal), minus ? 'debit' : null);
  const [, before, middle = '', after] = marked.exec(cell.replace(aroundAmount, '').replace(hyphens, '-')) ?? [];
  const [, open, sign, digits = '', trailing, close] = /^(\()?([+-])?([\d.,]+)([+-])?(\))?$/.exec(middle) ?? [];
  if ((sign && trailing) || Boolean(open) !== Boolean(close)) return null;
  const sides = [before, after, sign, trailing].flatMap((each) => markIn(each ?? '') ?? []);
  const side = open || sides.includes('debit') ? 'debit' : (sides[0] ?? null);
  if (side === 'debit' && (sign === '+' || trailing === '+')) return null;
  return signed(plainAmount(digits, decimal), side);
}

const signed = (amount: Cents | null, side: Side | null): Amount | null =>
  amount === null ? null : { value: side === 'debit' && amount !== 0 ? cents(-amount) : amount, side };

export const amountIn = (cell: Cell, decimal?: ',' | '.'): Cents | null => readAmount(cell, decimal)?.value ?? null;

function plainAmount(number: string, decimal: ',' | '.' | undefined): Cents | null {
  const last = /[.,](?=\d{1,2}$)/.exec(number);
  const sign = decimal ?? (last?.[0] as ',' | '.' | undefined);
  const at = sign === undefined ? -1 : number.lastIndexOf(sign);
  const whole = at < 0 ? number : number.slice(0, at);
  const fraction = at < 0 ? '' : number.slice(at + 1);
  const separator = sign === ',' ? '.' : sign === '.' ? ',' : (/[.,]/.exec(whole)?.[0] ?? '.');
  const isGrouped = separator === '.' ? /^\d{1,3}(\.\d{3})+$/ : /^\d{1,3}(,\d{3})+$/;
  if (!/^\d+$/.test(whole) && !isGrouped.test(whole)) return null;
  if (at >= 0 && fraction === '') return null;
  return centsOf(whole.replaceAll(separator, ''), fraction);
}

export const ibanIn = (cell: string): string | null => parseIban(cell.trim());

/** The first IBAN within a text, other than `own`. */
export function ibanWithin(text: string, own: string | null): string | null {
  for (const [found] of text.toUpperCase().matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g)) {
    // Words may follow without a blank, so the longest valid prefix counts.
    for (let length = found.length; length >= 15; length -= 1) {
      const iban = parseIban(found.slice(0, length));
      if (iban && iban !== own) return iban;
    }
  }
  return null;
}

/** Null for texts that banks write instead of an empty value. */
export const given = (text: string | null | undefined): string | null => {
  const trimmed = (text ?? '').trim();
  return trimmed === '' || /^(NOTPROVIDED|NONREF|NOREF)$/i.test(trimmed) ? null : trimmed;
};

export const tidy = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** Words by which banks mark a reversal. "Stornoschutz" is a product. */
export const saysReversal = (text: string): boolean =>
  /r(ü|ue)ck(buchung|lastschrift|(ü|ue)berweisung|l(ä|ae)ufer)|\bstorno(buchung|zeile)?\b|stornierung|retoure|\breversal\b|\bchargeback\b/i.test(
    text,
  );

export const isBookingRow = (cells: readonly Cell[]): boolean =>
  cells.length > 2 &&
  cells.some((cell) => dateIn(cell) !== null) &&
  cells.some((cell) => cell !== '' && dateIn(cell) === null && readAmount(cell) !== null);
