import { type Cents, cents } from '#src/kernel/money.ts';
import { BankFileError, type BankFileReader, type BankLine, bankLine, orRefused } from './bank-line.ts';
import { amountIn, dateIn, given, ibanIn, ibanWithin, saysReversal, tidy } from './cells.ts';
import { type Header, headerIn } from './csv-header.ts';
import type { Role } from './csv-layouts.ts';
import { type CsvRecord, CsvRecords, delimiterOf } from './csv-records.ts';
import { type RowReader, rowsWithoutHeader } from './csv-without-header.ts';
import { sepaParts } from './sepa-text.ts';

/** Before the header banks say whose account it is and what stands on it. */
const longestPreamble = 30;
/** Sums that some banks put below the movements. */
const footer = /^"?(kontostand|saldo|neuer saldo|alter saldo|summe|gesamt|anfangssaldo|endsaldo)\b/i;
const pendingWord = /vorgemerkt|vormerk|pending|reserviert|authori[sz]ed|declined|canceled/i;

/**
 * CSV of a bank: the layout is told from the header, or from the shape of the first row where there is none. A row that
 * does not fit refuses the file.
 */
export class CsvReader implements BankFileReader {
  format = 'csv';
  readonly #records: CsvRecords;
  readonly #ownIban: string | null;
  #row: RowReader | null = null;
  #header: Header | null = null;
  #account: string | null = null;
  #before = 0;
  /** Sums of batches wait until the end: where the parts are in the file, too, they count instead. */
  readonly #batches: { id: string; line: BankLine }[] = [];
  readonly #withParts = new Set<string>();

  constructor(head: string, ownIban: string | null) {
    this.#records = new CsvRecords(delimiterOf(head));
    this.#ownIban = ownIban;
  }

  push(text: string): BankLine[] {
    return this.#records.push(text).flatMap((record) => this.#take(record));
  }

  async end(): Promise<BankLine[]> {
    const lines = (await this.#records.end()).flatMap((record) => this.#take(record));
    if (!this.#row && !this.#header) throw new BankFileError('columns');
    const sums = this.#batches.filter(({ id }) => !this.#withParts.has(id)).map(({ line }) => line);
    return [...lines, ...sums];
  }

  #take({ cells, line }: CsvRecord): BankLine[] {
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (this.#header) return this.#headed(this.#header, cells, line);
    if (this.#row) return [this.#row.read(cells, line)];
    const header = headerIn(cells);
    if (header) {
      this.#header = header;
      this.format = `csv-${header.layout.name}`.replace(/^csv-csv$/, 'csv');
      return [];
    }
    if (this.#before === 0) {
      this.#row = rowsWithoutHeader(cells);
      if (this.#row) {
        this.format = `csv-${this.#row.name}`;
        return [this.#row.read(cells, line)];
      }
    }
    this.#before += 1;
    if (this.#before > longestPreamble) throw new BankFileError('columns');
    this.#account ??= cells.map((cell) => ibanIn(cell) ?? ibanWithin(cell, null)).find((iban) => iban !== null) ?? null;
    return [];
  }

  #headed(header: Header, cells: string[], line: number): BankLine[] {
    const { columns, layout, width } = header;
    const all = (role: Role) => columns[role].map((place) => cells[place] ?? '');
    const one = (role: Role) => (all(role).find((cell) => cell.trim() !== '') ?? '').trim();
    if (footer.test(cells[0] ?? '') && dateIn(one('booking')) === null) return [];
    // A delimiter at the end of a line makes one more, empty cell.
    const surplus = cells.slice(width);
    if (cells.length < width - 1 || surplus.some((cell) => cell.trim() !== '')) throw new BankFileError('broken', line);
    if (cells.length < width && (columns.amount[0] ?? 0) >= cells.length) throw new BankFileError('broken', line);
    const read = this.#lineOf(header, all, one, line);
    const batch = one('batch');
    if (layout.columns.batch === undefined || batch === '') return [read];
    if (one('batchPart') !== '') {
      this.#withParts.add(batch);
      return [read];
    }
    this.#batches.push({ id: batch, line: read });
    return [];
  }

  #lineOf(header: Header, all: (role: Role) => string[], one: (role: Role) => string, line: number): BankLine {
    const { layout } = header;
    const isPending = pendingWord.test(one('status'));
    const value = one('value');
    const valueDate = value === '' ? null : orRefused(dateIn(value), 'date', line);
    const bookingDate = orRefused(dateIn(one('booking')) ?? (isPending ? valueDate : null), 'date', line);
    const amount = orRefused(signedAmount(one, layout.decimal), 'amount', line);
    const account = one('account');
    const accountIban = ibanIn(account) ?? this.#account;
    if (account !== '' && ibanIn(account) === null && !this.#isOwnNumber(account)) {
      throw new BankFileError('otherAccount', line);
    }
    const texts = all('text')
      .map(tidy)
      .filter((text) => text !== '');
    const whole = tidy([...new Set(texts)].join(' '));
    const parts = layout.hasTags || /\b(EREF|SVWZ)\+/.test(whole) ? sepaParts(whole) : null;
    // Where everything stands in one text, the account of the payer does so, too.
    const iban =
      ibanIn(one('iban')) ??
      (header.columns.iban.length === 0 ? ibanWithin(whole, accountIban ?? this.#ownIban) : null);
    return bankLine({
      bookingDate,
      valueDate,
      amount,
      currency: one('currency').toUpperCase().replace('€', 'EUR') || header.currency || 'EUR',
      payerName: one('name'),
      payerIban: iban,
      texts: [parts?.text ?? whole],
      endToEndId: given(one('endToEnd')) ?? parts?.endToEndId,
      structuredReference: one('structured'),
      bankReference: one('bankReference'),
      accountIban,
      isReversal: saysReversal(one('kind')),
      isPending,
    });
  }

  /** An account number without bank code is the end of our own IBAN, or of another account. */
  #isOwnNumber(account: string): boolean {
    const digits = account.replace(/\D/g, '').replace(/^0+/, '');
    return this.#ownIban === null || digits.length < 4 || this.#ownIban.endsWith(digits);
  }
}

/** One column of amounts, or one for each side; then what went out is below 0 however it is written. */
function signedAmount(one: (role: Role) => string, decimal: ',' | '.' | undefined): Cents | null {
  const [amount, debit, credit] = [one('amount'), one('debit'), one('credit')];
  if (debit === '' && credit === '') return amountIn(amount, decimal);
  if (debit !== '' && credit !== '') {
    const [out, into] = [amountIn(debit, decimal), amountIn(credit, decimal)];
    return out === null || into === null || (out !== 0 && into !== 0) ? null : cents(into - Math.abs(out));
  }
  const single = amountIn(debit === '' ? credit : debit, decimal);
  return single === null ? null : debit === '' ? single : cents(-Math.abs(single));
}
