import { fingerprintOf } from '#src/files/tables/read-table.ts';
import { doubledField, fieldsGiven } from '#src/kernel/column-heads.ts';
import { spelledOut } from '#src/kernel/fold.ts';
import { BankFileError } from './bank-line.ts';
import { type Cell, dateIn, ibanIn, isImpossibleDay, readAmount } from './cells.ts';
import { balanceName, isOtherName, usualNames } from './column-names.ts';
import { type Layout, layouts, type Role, signedHeads } from './csv-layouts.ts';
import { markIn, sideOf } from './signs.ts';

/** Column name without blanks, accents, signs and case. */
const headName = (cell: Cell): string => spelledOut(String(cell)).replace(/[^a-z0-9]/g, '');

/** Fields that a person or an API call may assign to a column. */
export const columnFields = {
  bookingDate: 'booking',
  valueDate: 'value',
  amount: 'amount',
  debit: 'debit',
  credit: 'credit',
  sign: 'sign',
  currency: 'currency',
  payerName: 'name',
  payerIban: 'iban',
  reference: 'text',
  endToEndId: 'endToEnd',
  structuredReference: 'structured',
  bankReference: 'bankReference',
  accountIban: 'account',
  status: 'status',
  bookingType: 'kind',
  ignored: null,
} as const satisfies Record<string, Role | null>;
export type ColumnField = keyof typeof columnFields;
/** One per column; null: as recognized. */
export type ColumnFields = readonly (ColumnField | null)[];

export type ColumnChoices = {
  /** Earlier choices, by fingerprint of the header. */
  saved: Readonly<Record<string, ColumnFields>>;
  /** By column name as in the file, or `#3` for the third column. */
  given: Readonly<Record<string, ColumnField>> | null;
  onlyShown?: boolean;
};
export const noChoices: ColumnChoices = { saved: {}, given: null };

/** A table as shown to the person who chooses its columns. */
export type TableView = {
  fingerprint: string;
  /** As in the file; empty without a header. */
  names: readonly string[];
  rows: readonly (readonly string[])[];
  /** Recognized field per column; null: unknown. */
  fields: ColumnFields;
  /** Suggested field for an unknown column. */
  suggested: ColumnFields;
};

export class UnknownColumnsError extends BankFileError {
  constructor(readonly table: TableView) {
    super('unknownColumns');
  }
}

export type Columns = Readonly<Record<Role, readonly number[]>>;
export type Table = {
  layout: Layout;
  columns: Columns;
  width: number;
  currency: string | null;
  view: TableView;
  /** Columns without name or content so far. */
  unseen: readonly number[];
  isChosen: boolean;
  balance: number | null;
  /** The bank is known to write debits with a minus. */
  isSigned: boolean;
  /** The sign column decides every bare amount; otherwise its words may name other kinds of bookings. */
  isSignSure: boolean;
};

type Content = readonly (readonly Cell[])[];

const roles = Object.keys(usualNames) as Role[];
const severalPlaces: ReadonlySet<Role> = new Set(['text']);
const isDay = (cell: Cell): boolean => dateIn(cell) !== null || isImpossibleDay(cell);
const isMoney = (cell: Cell): boolean => readAmount(cell) !== null;
const heldBy: Partial<Record<Role, (cell: Cell) => boolean>> = {
  ...{ booking: isDay, value: isDay },
  ...{ amount: isMoney, debit: isMoney, credit: isMoney },
};

/** Whether a row names a date and an amount column. */
export function isHead(cells: readonly Cell[]): boolean {
  const names = cells.map(headName);
  const has = (role: Role) => names.some((name) => usualNames[role].some((pattern) => pattern.test(name)));
  const isNamed = cells.every((cell) => dateIn(cell) === null && (cell === '' || readAmount(cell) === null));
  const isWide = cells.filter((cell) => cell !== '').length >= 3;
  return isWide && isNamed && has('booking') && (has('amount') || (has('debit') && has('credit')) || has('sign'));
}

/**
 * Recognizes columns by layout, names and first rows.
 * @throws UnknownColumnsError for an unknown column, BankFileError without date and amount
 */
export function tableOf(head: readonly Cell[], sample: Content, choices: ColumnChoices, ownIban: string | null): Table {
  const width = Math.max(head.length, head.length === 0 ? Math.max(0, ...sample.map(({ length }) => length)) : 0);
  const titles = Array.from({ length: width }, (_, place) => String(head[place] ?? '').trim());
  const content = titles.map((_, place) =>
    sample.map((cells) => cells[place] ?? '').filter((cell) => String(cell).trim() !== ''),
  );
  const found = recognize(titles, content, ownIban);
  const fingerprint = fingerprintOfTable(titles, content);
  const chosen = fieldsChosen(titles, choices, fingerprint);
  const columns = chosen ? withChosen(found.columns, chosen) : found.columns;
  const taken = new Set(roles.flatMap((role) => columns[role]));
  const unseen = titles.flatMap((title, at) =>
    title === '' && content[at]?.length === 0 && !taken.has(at) ? [at] : [],
  );
  const isKnown = (at: number) =>
    taken.has(at) || unseen.includes(at) || Boolean(chosen?.[at]) || isOtherName(headName(titles[at] ?? ''));
  const fieldAt = (at: number): ColumnField | null => {
    const role = roles.find((each) => columns[each].includes(at));
    const named = (Object.keys(columnFields) as ColumnField[]).find((field) => columnFields[field] === (role ?? null));
    return role || isKnown(at) ? (named ?? 'ignored') : null;
  };
  const view: TableView = {
    fingerprint,
    names: titles,
    rows: sample.slice(0, 5).map((cells) => titles.map((_, at) => String(cells[at] ?? ''))),
    fields: titles.map((_, at) => fieldAt(at)),
    suggested: content.map((cells, at) => (fieldAt(at) === null ? suggestedField(cells, columns) : null)),
  };
  const hasMoney = columns.amount.length > 0 || columns.credit.length > 0;
  const isComplete = columns.booking.length > 0 && hasMoney && (columns.text.length > 0 || chosen !== null);
  if (head.length === 0 && !chosen && !looksLikeBookings(content)) throw new BankFileError('columns');
  const isUnderstood = isComplete && (found.isWhole || titles.every((_, at) => isKnown(at)));
  const mayLackSigns =
    !found.isSigned &&
    columns.sign.length + columns.credit.length === 0 &&
    !columns.amount.some((at) => content[at]?.some((cell) => readAmount(cell)?.side));
  if (choices.onlyShown || !isUnderstood) throw new UnknownColumnsError(mayLackSigns ? withoutAmount(view) : view);
  // An amount column may name its currency: `Betrag (€)`, `Amount (EUR)`.
  const amountTitle = titles[columns.amount[0] ?? columns.credit[0] ?? 0] ?? '';
  const currency = /€|\bEUR\b/.test(amountTitle) ? 'EUR' : (/\b(CHF|USD|GBP)\b/.exec(amountTitle)?.[1] ?? null);
  const isSignSure = found.isSignSure || chosen?.includes('sign') === true;
  const isBalance = (at: number) => !taken.has(at) && balanceName.test(headName(titles[at] ?? ''));
  const balance = titles.findIndex((_, at) => isBalance(at) && content[at]?.some(isMoney));
  return {
    ...{ layout: found.layout, columns, width, currency, view, unseen, isChosen: chosen !== null, isSignSure },
    ...{ balance: balance < 0 ? null : balance, isSigned: found.isSigned },
  };
}

/** The table for the case that the side of its amounts is unknown: asks for the amount column. */
export const withoutAmount = (view: TableView): TableView => ({
  ...view,
  fields: view.fields.map((field) => (field === 'amount' ? null : field)),
});

/** Suggests a field by the content of most cells, if no other column has that role. */
function suggestedField(cells: readonly Cell[], columns: Columns): ColumnField | null {
  if (isMostly(cells, (cell) => dateIn(cell) !== null))
    return columns.booking.length === 0 ? 'bookingDate' : 'valueDate';
  if (isMostly(cells, (cell) => ibanIn(String(cell)) !== null)) return columns.iban.length === 0 ? 'payerIban' : null;
  const lacksMoney = columns.amount.length === 0 && columns.credit.length === 0;
  return lacksMoney && isMostly(cells, isMoney) ? 'amount' : null;
}

const looksLikeBookings = (content: Content): boolean =>
  content.some((cells) => isMostly(cells, (cell) => dateIn(cell) !== null)) &&
  content.some((cells) => isMostly(cells, (cell) => readAmount(cell) !== null && dateIn(cell) === null));

const isMostly = (cells: readonly Cell[], holds: (cell: Cell) => boolean): boolean =>
  cells.length > 0 && cells.filter(holds).length * 2 > cells.length;

function fingerprintOfTable(titles: readonly string[], content: Content): string {
  const shape = (cells: readonly Cell[]) =>
    isMostly(cells, (cell) => dateIn(cell) !== null)
      ? 'date'
      : isMostly(cells, (cell) => readAmount(cell) !== null)
        ? 'amount'
        : 'text';
  const isNameless = titles.every((title) => title === '');
  return fingerprintOf(isNameless ? content.map(shape) : titles);
}

/** @throws BankFileError for an unknown column or a field that is given twice */
function fieldsChosen(titles: readonly string[], { saved, given }: ColumnChoices, fingerprint: string) {
  const before = Object.hasOwn(saved, fingerprint) ? saved[fingerprint] : undefined;
  if (!given) return before ?? null;
  const fields = fieldsGiven(titles, given);
  if (!fields || doubledBankField(Object.values(given))) throw new BankFileError('choice');
  return fields.map((field, at) => field ?? before?.[at] ?? null);
}

/** A single-column field that was chosen for several columns; undefined: none. */
export const doubledBankField = (fields: ColumnFields): ColumnField | undefined =>
  doubledField(fields, ['reference', 'ignored']);

/** A chosen field overrides the recognized role of its column and, for single-column fields, of other columns. */
function withChosen(found: Columns, chosen: ColumnFields): Columns {
  const columns = { ...found };
  const chosenFor = (role: Role) => chosen.flatMap((field, at) => (field && columnFields[field] === role ? [at] : []));
  for (const role of roles) {
    const left = found[role].filter((at) => !chosen[at]);
    const named = chosenFor(role);
    columns[role] = severalPlaces.has(role) ? [...named, ...left] : named.length > 0 ? named.slice(0, 1) : left;
  }
  return columns;
}

type Recognized = { layout: Layout; columns: Columns; isWhole: boolean; isSigned: boolean; isSignSure: boolean };

function recognize(titles: readonly string[], content: Content, ownIban: string | null): Recognized {
  const names = titles.map(headName);
  const known = layouts.find(({ signature }) => signature.every((name) => names.includes(name)));
  const layout: Layout = known ?? { name: 'csv', signature: [], columns: {} };
  const taken = new Set<number>();
  const columns = Object.fromEntries(roles.map((role) => [role, [] as readonly number[]])) as Record<
    Role,
    readonly number[]
  >;
  const take = (role: Role, places: readonly number[]) => {
    columns[role] = places;
    for (const place of places) taken.add(place);
  };
  // The layout has priority over guesses by name.
  for (const role of roles) {
    const columnNames = layout.columns[role];
    if (columnNames) take(role, placesOf(names, columnNames, role));
  }
  const titled = signTitled(titles, content, taken);
  if (titled !== null) take('sign', [titled]);
  const free = (place: number) => !taken.has(place);
  const holds = (place: number, role: Role) => {
    const [cells, fits] = [content[place] ?? [], heldBy[role]];
    return !fits || cells.length === 0 || cells.some(fits);
  };
  for (const role of roles) {
    if (layout.columns[role] !== undefined || role === 'sign') continue;
    take(
      role,
      guessed(names, role, (place) => free(place) && holds(place, role)),
    );
  }
  // One of two amount columns alone is ambiguous.
  if (columns.debit.length === 0 || columns.credit.length === 0) {
    for (const place of [...columns.debit, ...columns.credit]) taken.delete(place);
    Object.assign(columns, { debit: [], credit: [] });
  }
  // Beside a purpose column this one holds the bank's own words.
  const bookingWords = columns.text.filter((at) => names[at] === 'buchungstext');
  if (!known && columns.kind.length === 0 && bookingWords.length < columns.text.length) take('kind', bookingWords);
  const [iban] = columns.iban;
  const isOwn = (cell: Cell) => ownIban !== null && ibanIn(String(cell)) === ownIban;
  if (iban !== undefined && columns.account.length === 0 && content[iban]?.length && content[iban]?.every(isOwn)) {
    take('account', [iban]);
    take('iban', []);
  }
  const hasSides = titled !== null || columns.debit.length > 0;
  if (!hasSides) take('sign', markColumn(names, content, columns, taken));
  const isSignSure = columns.sign.length > 0;
  if (!hasSides && !isSignSure) take('sign', wordColumn(names, content, columns, taken));
  const isWhole =
    known !== undefined &&
    (Object.keys(layout.columns) as Role[]).every(
      (role) => layout.columns[role]?.length === 0 || columns[role].length > 0,
    );
  const isSigned =
    (isWhole && !layout.isUnsigned) || signedHeads.some((head) => head.every((name) => names.includes(name)));
  return { layout, columns, isWhole, isSigned, isSignSure };
}

function placesOf(names: readonly string[], columnNames: readonly string[], role: Role): number[] {
  const places = columnNames.map((name) => (role === 'currency' ? names.lastIndexOf(name) : names.indexOf(name)));
  return places.filter((place) => place >= 0);
}

function guessed(names: readonly string[], role: Role, isFree: (place: number) => boolean): number[] {
  for (const pattern of usualNames[role]) {
    const found = names.flatMap((name, place) => (pattern.test(name) && isFree(place) ? [place] : []));
    if (found.length === 0) continue;
    if (severalPlaces.has(role)) return found;
    // If the balance has a currency too, the one of the amount is last.
    return role === 'currency' ? found.slice(-1) : found.slice(0, 1);
  }
  return [];
}

function signTitled(titles: readonly string[], content: Content, taken: ReadonlySet<number>) {
  const isCalled = (title: string) =>
    /^[+\-/±\u2212\u2013 ]+$/.test(title) || usualNames.sign.some((pattern) => pattern.test(headName(title)));
  const holds = (at: number) =>
    (content[at] ?? []).length === 0 || (content[at] ?? []).some((cell) => sideOf(String(cell)) !== null);
  const found = titles.findIndex((title, at) => !taken.has(at) && isCalled(title) && holds(at));
  return found < 0 ? null : found;
}

/** A column of only letters and signs. Unless both sides occur, it needs a sign name: "D" may be a country. */
function markColumn(
  names: readonly string[],
  content: Content,
  { kind }: Columns,
  taken: ReadonlySet<number>,
): number[] {
  const texts = (at: number) => (content[at] ?? []).map(String);
  const isOnlyHyphens = (at: number) => texts(at).every((text) => !/[\p{L}+]/u.test(text));
  const isBare = (at: number) => (kind.includes(at) || names[at] === '') && !isOnlyHyphens(at);
  const isOpen = (at: number) => kind.includes(at) || (!taken.has(at) && !isOtherName(names[at] ?? ''));
  const mayHold = (at: number) => isOpen(at) && (isBare(at) || new Set(texts(at).map(markIn)).size > 1);
  return columnOf(content, mayHold, (text) => markIn(text) !== null);
}

/** A column of only "Gutschrift" and "Lastschrift", in a table whose amounts have no sign. */
function wordColumn(
  names: readonly string[],
  content: Content,
  { amount, kind }: Columns,
  taken: ReadonlySet<number>,
): number[] {
  if (amount.some((at) => (content[at] ?? []).some((cell) => readAmount(cell)?.side))) return [];
  const mayHold = (at: number) => !taken.has(at) || kind.includes(at) || names[at] === 'buchungstext';
  return columnOf(content, mayHold, (text) => sideOf(text) !== null && markIn(text) === null);
}

function columnOf(content: Content, mayBe: (at: number) => boolean, holds: (text: string) => boolean): number[] {
  const found = content.findIndex(
    (cells, at) => mayBe(at) && cells.length > 0 && cells.every((cell) => holds(String(cell))),
  );
  return found < 0 ? [] : [found];
}
