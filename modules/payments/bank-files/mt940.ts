import { checkDigits } from '#src/kernel/check-digits.ts';
import { parseIban } from '#src/kernel/iban.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type CalendarDate, dateParts, isCalendarDate } from '#src/kernel/time.ts';
import { BankFileError, type BankFileReader, type BankLine, bankLine, orRefused } from './bank-line.ts';
import { centsOf, given, saysReversal, shortDate, tidy } from './cells.ts';
import { sepaParts } from './sepa-text.ts';

// Our own: it is read a piece at a time, in the dialects of the banks here, and balanced against its own sums.

const fieldStart = /^:(\d{2}[A-Z]?|94[02]):(.*)$/;
const movementShape = /^(\d{6})(\d{4})?(R?[CD])([A-Z])? *(\d{1,12}),(\d{0,2}) *[NFS]([A-Z0-9]{3})(.*?)(?:\/\/(.*))?$/;
/** Fields of intraday messages (MT942), which are not final. */
const onlyInterim = new Set(['942', '34F']);
const balanceShape = /^([CD])(\d{6})([A-Z]{3})(\d{1,12}),(\d{0,2})$/;
/** In characters; ten times the longest field of a bank. */
const maxFieldLength = 10_000;
type Movement = { head: string; notes: string; line: number };
/** `sum` is only compared; a broken file may exceed the range of money. */
type Message = { account: string | null; opening: Cents | null; currency: string; sum: number; isClosed: boolean };

/** SWIFT MT940, from `:20:` to a line with a hyphen. Movements must explain the difference of the balances. */
export class Mt940Reader implements BankFileReader {
  readonly format = 'mt940';
  #rest = '';
  #lineNumber = 0;
  #field: { tag: string; value: string; line: number } | null = null;
  #message: Message | null = null;
  #movement: Movement | null = null;
  #messages = 0;
  #lines: BankLine[] = [];

  push(text: string): BankLine[] {
    this.#lines = [];
    const all = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = all.pop() ?? '';
    for (const line of all) this.#line(line.replace(/\r$/, ''));
    if (this.#rest.length > maxFieldLength) throw new BankFileError('tooLongLine', this.#lineNumber + 1);
    return this.#lines;
  }

  end(): BankLine[] {
    this.#lines = [];
    if (this.#rest !== '') this.#line(this.#rest.replace(/\r$/, ''));
    this.#endMessage();
    if (this.#messages === 0) throw new BankFileError('broken');
    return this.#lines;
  }

  #line(written: string): void {
    this.#lineNumber += 1;
    const text = written.replace(/[^\P{Cc}\t]|\ufeff/gu, '');
    if (/\{2:[IO]942/.test(text)) throw new BankFileError('mt942');
    if (text.length + (this.#field?.value.length ?? 0) > maxFieldLength)
      throw new BankFileError('tooLongLine', this.#lineNumber);
    const start = fieldStart.exec(text);
    if (start) {
      this.#endField();
      this.#field = { tag: start[1] ?? '', value: start[2] ?? '', line: this.#lineNumber };
      return;
    }
    // End of a message, or its envelope.
    if (/^-\}?\s*$/.test(text) || /^[{}@]/.test(text)) {
      this.#endMessage();
      return;
    }
    if (text.trim() === '' || (!this.#field && !this.#message)) return;
    if (!this.#field) throw new BankFileError('broken', this.#lineNumber);
    this.#field.value += `\n${text}`;
  }

  #endField(): void {
    const field = this.#field;
    this.#field = null;
    if (!field) return;
    const { tag, value, line } = field;
    if (onlyInterim.has(tag)) throw new BankFileError('mt942');
    if (tag === '940') return;
    if (tag === '20') {
      this.#endMessage();
      this.#message = { account: null, opening: null, currency: '', sum: 0, isClosed: false };
      return;
    }
    const message = this.#message;
    if (!message) throw new BankFileError('broken', line);
    if (tag === '86' && this.#movement && !message.isClosed) {
      this.#movement.notes = value;
      return;
    }
    this.#endMovement();
    if (tag === '25') message.account = accountOf(value.trim());
    if (tag === '60F' || tag === '60M') Object.assign(message, { opening: this.#balance(value, line, message) });
    if (tag === '61') {
      if (message.opening === null || message.isClosed) throw new BankFileError('broken', line);
      this.#movement = { head: value, notes: '', line };
    }
    if (tag === '62F' || tag === '62M') {
      const closing = this.#balance(value, line, message);
      if (message.opening === null || message.opening + message.sum !== closing)
        throw new BankFileError('balance', line);
      message.isClosed = true;
    }
  }

  #balance(value: string, line: number, message: Message): Cents {
    const [, side, date = '', currency = '', whole = '', fraction = ''] = balanceShape.exec(value.trim()) ?? [];
    const amount = orRefused(centsOf(whole, fraction), 'amount', line);
    orRefused(shortDate(date) ?? lastDayOf(date), 'date', line);
    message.currency = currency;
    return side === 'C' ? amount : cents(-amount);
  }

  #endMovement(): void {
    const movement = this.#movement;
    this.#movement = null;
    if (!movement || !this.#message) return;
    const line = movementLine(movement, this.#message);
    this.#message.sum += line.amount;
    this.#lines.push(line);
  }

  #endMessage(): void {
    // The completed field may belong to the message, so it is handled first.
    if (this.#field) {
      const message = this.#message;
      this.#endField();
      if (this.#message !== message) return;
    }
    this.#endMovement();
    if (this.#message && !this.#message.isClosed) throw new BankFileError('broken', this.#lineNumber);
    if (this.#message) this.#messages += 1;
    this.#message = null;
  }
}

/** `:25:` names an IBAN, or bank code and account number of Germany (8 + 10) or Austria (5 + 11). */
export function accountOf(text: string): string | null {
  const plain = parseIban(text.replace(/[A-Z]{3}$/, '')) ?? parseIban(text);
  if (plain) return plain;
  const match = /^(\d{8}|\d{5})\/0*(\d{1,11})(?:[A-Z]{3})?$/.exec(text);
  if (!match) return null;
  const [, bank = '', account = ''] = match;
  const country = bank.length === 8 ? 'DE' : 'AT';
  const bban = bank + account.padStart(country === 'DE' ? 10 : 11, '0');
  return parseIban(`${country}${checkDigits(`${bban}${country}`)}${bban}`);
}

function movementLine({ head, notes, line }: Movement, message: Message): BankLine {
  const [first = '', ...more] = head.split('\n');
  const match = orRefused(movementShape.exec(first), 'broken', line);
  const [, value = '', booking, mark = '', , whole = '', fraction = '', , reference, bankReference] = match;
  const amount = orRefused(centsOf(whole, fraction), 'amount', line);
  const valueDate = shortDate(value);
  if (valueDate === null && lastDayOf(value) === null) throw new BankFileError('date', line);
  const purpose = purposeOf(notes);
  return bankLine({
    bookingDate: orRefused(bookingDateOf(value, booking), 'date', line),
    valueDate,
    // RC reverses a credit, RD a debit.
    amount: mark === 'C' || mark === 'RD' ? amount : cents(-amount),
    currency: message.currency,
    payerName: purpose.name,
    payerIban: purpose.iban,
    texts: purpose.texts,
    endToEndId: purpose.endToEndId ?? reference,
    bankReference,
    accountIban: message.account,
    isReversal: mark.startsWith('R') || purpose.isReturn || saysReversal(more.join(' ')),
  });
}

/** Banks that count 30 days a month write 30 February: returns the last existing day. Null: invalid. */
function lastDayOf(value: string): CalendarDate | null {
  if (!/(29|30|31)$/.test(value)) return null;
  const days = ['30', '29', '28'].map((day) => shortDate(`${value.slice(0, 4)}${day}`));
  return days.find((day) => day !== null) ?? null;
}

/** Month and day of the booking in the year nearest to the value date; without them the value date. */
function bookingDateOf(value: string, monthAndDay: string | undefined): CalendarDate | null {
  const valueDate = shortDate(value) ?? lastDayOf(value);
  if (monthAndDay === undefined || valueDate === null) return valueDate;
  const { year, month } = dateParts(valueDate);
  const booked = Number(monthAndDay.slice(0, 2));
  const shift = month === 12 && booked === 1 ? 1 : month === 1 && booked === 12 ? -1 : 0;
  const date = `${year + shift}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`;
  return isCalendarDate(date) ? date : null;
}

/** Business codes of German banks for returns. */
const returnCodes = new Set(['108', '109', '118', '119', '159']);

/** SEPA return reasons in the text key extension; ordinary bookings have other digits there (`000`, `011`). */
const isReturnReason = (extension: string | undefined): boolean => /^9(0[1-9]|1[0-8])$/.test((extension ?? '').trim());

type Purpose = { name: string; iban: string | null; texts: string[]; endToEndId: string | null; isReturn: boolean };

/** Parses `:86:` with business code and numbered fields, or as free text. Purpose fields are cut at 27 characters. */
export function purposeOf(notes: string): Purpose {
  const lines = notes.split('\n');
  const whole = lines.join('');
  const coded = /^(\d{3})([^\w\s])(?=\d{2})/.exec(whole) ?? /^()(\?)(?=\d{2})/.exec(whole);
  if (!coded) {
    const parts = sepaParts(whole);
    const texts = [...new Set([sepaParts(lines.join(' ')).text, parts.text])];
    const isReturn = saysReversal(lines[0] ?? '');
    return {
      name: tidy(parts.name ?? ''),
      iban: parts.iban && parseIban(parts.iban),
      texts,
      endToEndId: given(parts.endToEndId),
      isReturn,
    };
  }
  const [, code = '', separator = '?'] = coded;
  const fields = new Map<number, string>();
  for (const piece of whole.slice(code.length).split(separator)) {
    if (!/^\d{2}/.test(piece)) {
      const last = [...fields.keys()].at(-1);
      if (last !== undefined && piece !== '') fields.set(last, `${fields.get(last)}${separator}${piece}`);
      continue;
    }
    const number = Number(piece.slice(0, 2));
    fields.set(number, (fields.get(number) ?? '') + piece.slice(2));
  }
  const isPurpose = (number: number) => (number >= 20 && number <= 29) || (number >= 60 && number <= 63);
  const pieces = [...fields].filter(([number]) => isPurpose(number)).map(([, text]) => text);
  const joined = sepaParts(pieces.join(''));
  const spaced = sepaParts(pieces.join(' '));
  const iban = parseIban(fields.get(31) ?? '') ?? parseIban(fields.get(38) ?? '') ?? parseIban(joined.iban ?? '');
  return {
    name: tidy(`${fields.get(32) ?? ''}${fields.get(33) ?? ''}`),
    iban,
    texts: [...new Set([joined.text, spaced.text])],
    endToEndId: given(joined.endToEndId),
    isReturn: returnCodes.has(code) || isReturnReason(fields.get(34)) || saysReversal(fields.get(0) ?? ''),
  };
}
