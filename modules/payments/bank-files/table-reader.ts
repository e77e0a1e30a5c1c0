import { type Cents, cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { BankFileError, type BankLine, bankLine, orRefused } from './bank-line.ts';
import {
  type Amount,
  amountIn,
  type Cell,
  dateIn,
  given,
  ibanIn,
  ibanWithin,
  isBookingRow,
  isImpossibleDay,
  readAmount,
  saysReversal,
  tidy,
} from './cells.ts';
import type { Role } from './csv-layouts.ts';
import { type RowReader, rowsWithoutHeader } from './csv-without-header.ts';
import { markedParts, sepaParts } from './sepa-text.ts';
import { namesBalance, saysCredit, saysDebit, sideOf, UnsignedAmounts } from './signs.ts';
import {
  type ColumnChoices,
  isHead,
  type Table,
  type TableView,
  tableOf,
  UnknownColumnsError,
  withoutAmount,
} from './table-columns.ts';

export type TableRecord = { cells: readonly Cell[]; line: number };

/** Lines before the header: account holder and balance. */
const maxPreamble = 30;
/** Rows used to recognize the columns. */
const sampleRows = 50;
const pendingWord = /vorgemerkt|vormerk|pending|reserviert|authori[sz]ed|declined|canceled/i;
const pendingDate = /^(offen|ausstehend|vorgemerkt.*|pending|--?)$/i;
const labels = /(?:^|\s)(Auftraggeber|Empf(?:ä|ae)nger|Buchungstext|Kto\/IBAN|BLZ\/BIC|Ref\.)(?:\/[^\s:]+)?:?\s+/g;

/** Reads rows of a bank's table (CSV, workbook). A row that does not fit refuses the file. */
export class TableReader {
  format = 'csv';
  readonly #choices: ColumnChoices;
  readonly #ownIban: string | null;
  #row: RowReader | null = null;
  #table: Table | null = null;
  #waiting: TableRecord[] = [];
  #hasHead = false;
  #account: string | null = null;
  /** Sums of batches are held until the end: if the file has their parts, the parts count instead. */
  readonly #batches: { id: string; line: BankLine }[] = [];
  readonly #withParts = new Set<string>();
  /** Line of a bare amount that only words call a debit: then some amount of the file must have a sign. */
  #bareDebitAt: number | null = null;
  readonly #unsigned = new UnsignedAmounts();
  /** A row that is not a booking: truncated, or the title of another account's table. */
  #shortRow: number | null = null;

  constructor(choices: ColumnChoices, ownIban: string | null) {
    this.#choices = choices;
    this.#ownIban = ownIban;
  }

  get chosen(): TableView | null {
    return this.#table?.isChosen ? this.#table.view : null;
  }

  push(record: TableRecord): BankLine[] {
    const { cells, line } = record;
    if (
      cells.every(
        (cell) =>
          String(cell)
            .replace(/\p{Cc}/gu, '')
            .trim() === '',
      )
    )
      return [];
    if (this.#row) return [this.#row.read(cells.map(String), line)];
    if (this.#table && this.#shortRow !== null) return this.#readBehind(this.#shortRow, record);
    if (this.#table) return this.#read(this.#table, record);
    if (!this.#hasHead) {
      this.#hasHead = isHead(cells);
      if (this.#hasHead) for (const each of this.#waiting.splice(0)) this.#takeAccount(each);
      else if (this.#waiting.length === 0) this.#row = rowsWithoutHeader(cells.map(String));
      if (this.#row) {
        this.format = `csv-${this.#row.name}`;
        return [this.#row.read(cells.map(String), line)];
      }
    }
    this.#waiting.push(record);
    return this.#waiting.length > (this.#hasHead ? sampleRows : maxPreamble) ? this.#settle() : [];
  }

  end(): BankLine[] {
    const lines = this.#table || this.#row ? [] : this.#settle();
    if (this.#shortRow !== null) throw new BankFileError('broken', this.#shortRow);
    const sums = this.#batches.filter(({ id }) => !this.#withParts.has(id)).map(({ line }) => line);
    this.#refuseOpenSides();
    return [...lines, ...sums];
  }

  /** @throws UnknownColumnsError when a person may declare all amounts as credits, else BankFileError */
  #refuseOpenSides(): void {
    if (this.#unsigned.hasMinus) return;
    if (this.#bareDebitAt !== null) throw new BankFileError('sign', this.#bareDebitAt);
    const open = this.#unsigned.openSide();
    if (open === null || !this.#table) return;
    const isAnswered = Object.values(this.#choices.given ?? {}).includes('amount');
    if (open.kind === 'denied' || isAnswered) throw new BankFileError('sign', open.line);
    throw new UnknownColumnsError(withoutAmount(this.#table.view));
  }

  #takeAccount({ cells }: TableRecord): void {
    const found = cells.map(String).map((cell) => ibanIn(cell) ?? ibanWithin(cell, null));
    this.#account ??= found.find((iban) => iban !== null) ?? null;
  }

  #takeBalance(cells: readonly Cell[]): void {
    const amounts = cells.flatMap((cell) => (dateIn(cell) === null ? (readAmount(cell) ?? []) : []));
    const last = amounts.at(-1);
    if (last) this.#unsigned.addBalance(last.value);
  }

  #settle(): BankLine[] {
    if (!this.#hasHead) this.#findHead();
    const [head, ...rows] = this.#hasHead ? this.#waiting : [{ cells: [], line: 0 }, ...this.#waiting];
    this.#waiting = [];
    const sample = rows.filter(({ cells }) => !isBalance(cells, false)).map(({ cells }) => cells);
    const table = tableOf(head?.cells ?? [], sample, this.#choices, this.#ownIban);
    this.#table = table;
    this.format = table.isChosen ? 'csv-chosen' : `csv-${table.layout.name}`.replace(/^csv-csv$/, 'csv');
    return rows.flatMap((record) => this.#read(table, record));
  }

  /** An unknown header is above the first row with a date and an amount. */
  #findHead(): void {
    const first = this.#waiting.findIndex(({ cells }) => isBookingRow(cells));
    if (first < 0) throw new BankFileError('columns');
    const head = this.#waiting[first - 1];
    this.#hasHead = head !== undefined && head.cells.length >= (this.#waiting[first]?.cells.length ?? 0) - 1;
    for (const each of this.#waiting.splice(0, this.#hasHead ? first - 1 : first)) this.#takeAccount(each);
  }

  #read(table: Table, { cells, line }: TableRecord): BankLine[] {
    const { columns, layout, width, unseen, view } = table;
    const all = (role: Role) => columns[role].map((place) => cells[place] ?? '');
    const one = (role: Role): Cell => all(role).find((cell) => String(cell).trim() !== '') ?? '';
    if (isBalance(cells, true) && (dateIn(one('booking')) === null || isOnlyBalance(cells, one))) {
      this.#takeBalance(cells);
      return [];
    }
    // A delimiter at the end of a line adds an empty cell.
    const surplus = cells.slice(width);
    const isTitle = cells.length < width - 1 && cells.every((cell) => dateIn(cell) === null);
    if (isTitle) {
      this.#shortRow = line;
      return [];
    }
    if (cells.length < width - 1 || surplus.some((cell) => String(cell).trim() !== ''))
      throw new BankFileError('broken', line);
    if (cells.length < width && (columns.amount[0] ?? 0) >= cells.length) throw new BankFileError('broken', line);
    // A column without content so far has some now: recognizes the columns again with this row.
    if (unseen.some((at) => String(cells[at] ?? '').trim() !== '')) {
      tableOf(view.names, [...view.rows, cells], this.#choices, this.#ownIban);
      throw new BankFileError('sign', line);
    }
    const read = this.#lineOf(table, cells, all, one, line);
    if (!read) return [];
    const batch = String(one('batch'));
    if (layout.columns.batch === undefined || batch === '') return [read];
    if (one('batchPart') !== '') {
      this.#withParts.add(batch);
      return [read];
    }
    this.#batches.push({ id: batch, line: read });
    return [];
  }

  /** After a row that is not a booking comes the header of another account's table, or the row was truncated. */
  #readBehind(shortRow: number, { cells, line }: TableRecord): BankLine[] {
    if (isHead(cells)) throw new BankFileError('sections', line);
    if (line - shortRow > maxPreamble || cells.some((cell) => dateIn(cell) !== null))
      throw new BankFileError('broken', shortRow);
    return [];
  }

  #lineOf(
    table: Table,
    cells: readonly Cell[],
    all: (role: Role) => Cell[],
    one: (role: Role) => Cell,
    line: number,
  ): BankLine | null {
    const { layout, columns } = table;
    const text = (role: Role) => String(one(role)).trim();
    const [booking, value] = [one('booking'), one('value')];
    const isPending = pendingWord.test(text('status')) || pendingDate.test(String(booking).trim());
    if (!isPending && dateIn(booking) === null && isHead(cells)) throw new BankFileError('sections', line);
    const valueDate = dateIn(value);
    const isNoValueDate = value === '' || isImpossibleDay(value) || isPending;
    if (valueDate === null && !isNoValueDate) throw new BankFileError('date', line);
    const bookingDate = dateIn(booking) ?? (isPending ? valueDate : null);
    if (bookingDate === null && isPending) return null;
    const amount = this.#amountOf(table, one, line);
    if (!isPending) this.#noteSide(table, one, { line, amount, day: bookingDate, balance: cells[table.balance ?? -1] });
    const account = text('account');
    const accountIban = ibanIn(account) ?? this.#account;
    if (account !== '' && ibanIn(account) === null && !this.#isOwnNumber(account)) {
      throw new BankFileError('otherAccount', line);
    }
    const texts = all('text')
      .map((cell) => tidy(String(cell)))
      .filter((each) => each !== '');
    const whole = tidy([...new Set(texts)].join(' '));
    const parts = layout.hasTags || /\b(EREF|SVWZ)\+/.test(whole) ? sepaParts(whole) : null;
    const labelled = layout.hasLabels ? markedParts(whole, labels).parts : [];
    const part = (...names: string[]) => labelled.find(([label]) => names.includes(label))?.[1];
    // With all data in one text, it contains the payer's account, too.
    const ibanInText = columns.iban.length === 0 ? ibanWithin(whole, accountIban ?? this.#ownIban) : null;
    const isOut = amount < 0;
    const name = (isOut ? text('payeeName') : '') || text('name') || part('Auftraggeber', 'Empfänger', 'Empfaenger');
    return bankLine({
      bookingDate: orRefused(bookingDate, 'date', line),
      valueDate,
      amount,
      currency: text('currency').toUpperCase().replace('€', 'EUR') || table.currency || 'EUR',
      payerName: name,
      payerIban: (isOut ? ibanIn(text('payeeIban')) : null) ?? ibanIn(text('iban')) ?? ibanInText,
      texts: [parts?.text ?? part('Buchungstext') ?? whole],
      endToEndId: given(text('endToEnd')) ?? parts?.endToEndId,
      structuredReference: text('structured'),
      bankReference: text('bankReference'),
      accountIban,
      isReversal: saysReversal(text('kind')),
      isPending,
    });
  }

  /** Signed amount: by side column, own sign, or sign column. Debits by words alone are verified at the end. */
  #amountOf({ layout, columns, isSignSure }: Table, one: (role: Role) => Cell, line: number): Cents {
    const isTwoSided = columns.debit.length > 0;
    const amount = orRefused(signedAmount(one, layout.decimal), 'amount', line);
    if (amount.side === 'debit' && !isTwoSided) this.#unsigned.sawMinus();
    if (amount.value === 0) return amount.value;
    const side = sideOf(String(one('sign')));
    if (side === 'debit' && amount.side !== 'credit') return cents(-Math.abs(amount.value));
    const isBareCredit = amount.side === null || (columns.credit.length > 0 && !isTwoSided);
    if (isBareCredit && side !== 'credit' && saysDebit(String(one('kind')))) this.#bareDebitAt ??= line;
    if (amount.side !== null || side === 'credit') {
      if (side === 'debit') throw new BankFileError('sign', line);
      return amount.value;
    }
    if (isSignSure || isTwoSided) throw new BankFileError('sign', line);
    if (columns.sign.length > 0) this.#bareDebitAt ??= line;
    return amount.value;
  }

  /** Records the evidence for a credit. Two amount columns or a sign column need none. */
  #noteSide(
    { layout, columns, isSignSure, isSigned }: Table,
    one: (role: Role) => Cell,
    row: { line: number; amount: Cents; day: CalendarDate | null; balance: Cell | undefined },
  ): void {
    if (isSignSure || columns.debit.length > 0) return;
    const { line, day, amount } = row;
    const isPlus = readAmount(one('amount'), layout.decimal)?.side === 'credit';
    const isSaid =
      isSigned || columns.sign.length + columns.credit.length > 0 || isPlus || saysCredit(String(one('kind')));
    this.#unsigned.add({
      ...{ line, day, amount: Math.abs(amount), isCredit: amount > 0, isStated: isSaid || amount <= 0 },
      balance: row.balance === undefined ? null : amountIn(row.balance, layout.decimal),
    });
  }

  /** An account number without bank code is the end of the own IBAN, or another account. */
  #isOwnNumber(account: string): boolean {
    const digits = account.replace(/\D/g, '').replace(/^0+/, '');
    return this.#ownIban === null || digits.length < 4 || this.#ownIban.endsWith(digits);
  }
}

/** Part of every balance name; a fast check, because few rows match. */
const balanceWord = /sald|stand|balance|sum|gesamt|bertrag|total/i;
const isBalance = (cells: readonly Cell[], isLoose: boolean): boolean =>
  balanceWord.test(cells.join('\n')) && cells.some((cell) => namesBalance(String(cell), isLoose));

/** A balance row with a date, unless a payer wrote such a word. */
const isOnlyBalance = (cells: readonly Cell[], one: (role: Role) => Cell): boolean =>
  isBalance(cells, false) ||
  ['name', 'iban'].every((role) => {
    const cell = String(one(role as Role));
    return cell.trim() === '' || namesBalance(cell, true);
  });

/** One amount column, or one per side; debits become negative. */
function signedAmount(one: (role: Role) => Cell, decimal: ',' | '.' | undefined): Amount | null {
  const [debit, credit] = [one('debit'), one('credit')];
  if (debit === '' && credit === '') return readAmount(one('amount'), decimal);
  const [out, into] = [debit, credit].map((cell) => (cell === '' ? cents(0) : readAmount(cell, decimal)?.value));
  if (out === undefined || into === undefined || (out !== 0 && into !== 0)) return null;
  const value = cents(into - Math.abs(out));
  return { value, side: value < 0 ? 'debit' : 'credit' };
}
