import { sql } from 'drizzle-orm';
import type { Cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { breathe } from '../bank-files/read-bank-file.ts';
import { areNumberedApart, baseOf, letters, numberOf, readFingerprint } from './fingerprint.ts';
import type { EarlierReadings, ImportRun } from './import-run.ts';
import { type NamedOrders, namedOrders } from './named-orders.ts';
import { linesOfBases } from './read-state.ts';

/** The lines of one piece of a file that was read. */
export const linesIn = (text: Buffer): BankLine[] => JSON.parse(text.toString('utf8')) as BankLine[];

type StoredReading = {
  fingerprint: string;
  accountIban: string | null;
  bookingDate: CalendarDate;
  amount: Cents;
  payerIban: string | null;
  payerName: string;
  text: string;
  endToEndId: string | null;
  orderId: number | null;
  isReversal: number | null;
};
type UnknownLine = { line: BankLine; base: string; place: number };
/** What a line says of the movement beside day and amount. */
type Reading = Pick<BankLine, 'accountIban' | 'payerIban' | 'payerName' | 'isReversal'> & {
  /** Of a stored line. */
  fingerprint: string;
  reader: string;
  bankReference: string;
  text: string;
  named: NamedOrders;
  /** Orders and end-to-end id: of two readings of one movement one of them is the same. */
  marks: readonly string[];
};

const idsAtOnce = 5_000;
const linesAtOnce = 200;

const sameSum = ({ bookingDate, amount }: Pick<BankLine, 'bookingDate' | 'amount'>): string =>
  `${bookingDate}|${amount}`;

/**
 * The lines of a file that were stored before as another reader read them: one of an earlier release, of another kind of
 * export, or with other columns. Texts and accounts may differ then, so that fingerprints do; day and amount do not. The
 * same movement names the same order or end-to-end id, or else it is of the same payer or one text is part of the other.
 */
export async function matchEarlierReadings(
  reader: Reader,
  run: ImportRun,
  { texts, days }: { texts: readonly Buffer[]; days: EarlierReadings['days'] },
): Promise<EarlierReadings> {
  const storedAs = new Map<number, string>();
  if (days === null) return { storedAs, days, lastId: 0 };
  const [{ lastId = 0 } = {}] = await reader.all<{ lastId: number }>(
    sql`select coalesce(max(id), 0) lastId from bank_lines`,
  );
  const stored = await storedByOthers(reader, run.reader, days, lastId);
  if (stored.size === 0) return { storedAs, days, lastId };
  const { unknown, reserved } = await unknownLines(reader, run, texts, stored);
  for (const [sum, lines] of unknown) {
    const free = (stored.get(sum) ?? []).filter(({ fingerprint }) => !reserved.has(fingerprint));
    if (free.length > 0) await matchLines(run, lines, free, storedAs);
  }
  return { storedAs, days, lastId };
}

/**
 * Whether another reader stored lines of these days since `matchEarlierReadings`, in an import at the same time: the same
 * movements may be among them. Asked in each write that books.
 */
export async function isOvertaken(tx: Tx, { earlier, reader }: ImportRun): Promise<boolean> {
  if (earlier.days === null) return false;
  const [first, last] = earlier.days;
  const [{ lastId = 0, others = 0 } = {}] = await tx.all<{ lastId: number | null; others: number | null }>(sql`
    select max(id) lastId, sum(booking_date between ${first} and ${last} and instr(fingerprint, ${`|${reader}|`}) = 0) others
    from bank_lines where id > ${earlier.lastId}`);
  if (others) return true;
  earlier.lastId = lastId ?? earlier.lastId;
  return false;
}

/** What other readers stored of these days, by day and amount. In pieces: there may be very many lines. */
async function storedByOthers(
  reader: Reader,
  own: string,
  [first, last]: readonly [CalendarDate, CalendarDate],
  lastId: number,
): Promise<Map<string, StoredReading[]>> {
  const stored = new Map<string, StoredReading[]>();
  for (let from = 0; from < lastId; from += idsAtOnce) {
    const rows = await reader.all<StoredReading>(sql`
      select fingerprint, account_iban accountIban, booking_date bookingDate, amount_cents amount, payer_iban payerIban, payer_name payerName,
        text, end_to_end_id endToEndId, order_id orderId, is_reversal isReversal
      from bank_lines where id > ${from} and id <= ${from + idsAtOnce}
        and booking_date between ${first} and ${last} and instr(fingerprint, ${`|${own}|`}) = 0 order by id`);
    for (const row of rows) append(stored, sameSum(row), row);
    await breathe();
  }
  return stored;
}

/** Lines of these days and amounts whose fingerprint is not stored, and the stored lines that others of the file are. */
async function unknownLines(
  reader: Reader,
  run: ImportRun,
  texts: readonly Buffer[],
  stored: ReadonlyMap<string, unknown>,
): Promise<{ unknown: Map<string, UnknownLine[]>; reserved: ReadonlySet<string> }> {
  const unknown = new Map<string, UnknownLine[]>();
  const reserved = new Set<string>();
  let before = 0;
  for (const text of texts) {
    const lines = linesIn(text);
    const asked = lines.flatMap((line, at) =>
      line.isPending || !stored.has(sameSum(line))
        ? []
        : [{ line, base: baseOf(line, run.bank.iban), place: before + at }],
    );
    before += lines.length;
    const known = new Map<string, string[]>();
    for (const { fingerprint } of await linesOfBases(reader, [...new Set(asked.map(({ base }) => base))]))
      if (!reserved.has(fingerprint)) append(known, readFingerprint(fingerprint).base, fingerprint);
    for (const each of asked) {
      const same = known.get(each.base)?.shift();
      if (same === undefined) append(unknown, sameSum(each.line), each);
      else reserved.add(same);
    }
    await breathe();
  }
  return { unknown, reserved };
}

/** What tells that two readings are of one movement, from the surest on. */
async function matchLines(
  run: ImportRun,
  lines: readonly UnknownLine[],
  stored: readonly StoredReading[],
  found: Map<number, string>,
): Promise<void> {
  const readings = stored.map((each) => storedReading(each, run.bank.prefix));
  const byMark = new Map<string, Reading[]>();
  for (const each of readings) for (const mark of each.marks) append(byMark, mark, each);
  const marked = (line: Reading) => line.marks.flatMap((mark) => byMark.get(mark) ?? []);
  const unmarked =
    (isAlike: typeof holdEachOther, doesName: boolean): typeof marked =>
    (line) =>
      line.named.sure.length > 0 === doesName
        ? readings.filter((each) => nameNoOthers(line, each) && isAlike(line, each))
        : [];
  const rounds = [
    marked,
    ...[false, true].flatMap((doesName) => [unmarked(holdEachOther, doesName), unmarked(areOfOnePayer, doesName)]),
  ];
  const placeOf = new Map(lines.map(({ line, place }) => [readingOf(line, run), place]));
  const takenBy = new Map<Reading, Reading>();
  for (const candidates of rounds) {
    const taken = new Set(takenBy.keys());
    const matched = new Set(takenBy.values());
    if (taken.size === readings.length || matched.size === placeOf.size) break;
    await matchMost(
      [...placeOf.keys()].filter((line) => !matched.has(line)),
      (line) => candidates(line).filter((each) => !taken.has(each) && mayBeSame(line, each)),
      takenBy,
    );
  }
  for (const [{ fingerprint }, line] of takenBy) found.set(placeOf.get(line) as number, fingerprint);
}

/** As many lines as possible get a stored line: what one takes never leaves another without. */
async function matchMost(
  lines: readonly Reading[],
  candidatesOf: (line: Reading) => Reading[],
  takenBy: Map<Reading, Reading>,
): Promise<void> {
  const findPlace = (line: Reading, tried: Set<Reading>): boolean => {
    const candidates = candidatesOf(line).filter((each) => !tried.has(each));
    const free = candidates.filter((each) => !takenBy.has(each));
    const isLikest = (each: Reading) => each.payerIban === line.payerIban && each.isReversal === line.isReversal;
    const place = free.find(isLikest) ?? free[0];
    if (place) {
      takenBy.set(place, line);
      return true;
    }
    for (const each of candidates) {
      if (tried.has(each)) continue;
      tried.add(each);
      // Who has it may find another.
      if (!findPlace(takenBy.get(each) as Reading, tried)) continue;
      takenBy.set(each, line);
      return true;
    }
    return false;
  };
  for (const [at, line] of lines.entries()) {
    findPlace(line, new Set());
    if (at % linesAtOnce === 0) await breathe();
  }
}

const marksOf = (orders: readonly number[], endToEndId: string | null): string[] => [
  ...new Set([...orders.map((id) => `order ${id}`), ...(endToEndId === null ? [] : [`id ${letters(endToEndId)}`])]),
];

function readingOf(line: BankLine, { reader, bank }: ImportRun): Reading {
  const { accountIban, payerIban, payerName, isReversal, endToEndId, texts, structuredReference } = line;
  const named = namedOrders(line, bank.prefix);
  const text = [...texts, structuredReference ?? ''].join(' ');
  const marks = marksOf([...named.sure.flat(), ...named.guesses], endToEndId);
  return {
    accountIban,
    payerIban,
    payerName,
    isReversal,
    fingerprint: '',
    reader,
    bankReference: numberOf(line),
    text,
    named,
    marks,
  };
}

function storedReading(stored: StoredReading, prefix: string): Reading {
  const { fingerprint, accountIban, payerIban, payerName, endToEndId, text, orderId } = stored;
  const named = namedOrders({ texts: [text], endToEndId, structuredReference: null }, prefix);
  const orders = [...named.sure.flat(), ...named.guesses, ...(orderId === null ? [] : [orderId])];
  const { reader, bankReference } = readFingerprint(fingerprint);
  const marks = marksOf(orders, endToEndId);
  const isReversal = stored.isReversal === 1;
  return { accountIban, payerIban, payerName, isReversal, fingerprint, reader, bankReference, text, named, marks };
}

/** Nothing that both of them say is another account or another number of the bank. */
const mayBeSame = (one: Reading, other: Reading): boolean =>
  agree(one.accountIban, other.accountIban) && agree(one.payerIban, other.payerIban) && !areNumberedApart(one, other);
const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

/** Of two that both name orders one was found by them, or they are two movements. */
const nameNoOthers = (one: Reading, other: Reading): boolean =>
  one.named.sure.length === 0 || other.named.sure.length === 0;

/** One text holds the other, or every word of it. Letters beyond ASCII may have been read wrongly. */
const holdEachOther = ({ text: one }: Reading, { text: other }: Reading): boolean =>
  holds(one, other) || holds(other, one);
function holds(whole: string, part: string): boolean {
  const all = letters(whole);
  const words = part.split(/\s+/).filter((word) => /^[!-~]+$/.test(word));
  return all.includes(letters(part)) || words.every((word) => all.includes(letters(word)));
}

const areOfOnePayer = (one: Reading, other: Reading): boolean =>
  (one.payerIban !== null && one.payerIban === other.payerIban) ||
  (one.payerName !== '' && letters(one.payerName) === letters(other.payerName));

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
