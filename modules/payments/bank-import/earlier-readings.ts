import { sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { breathe } from '../bank-files/read-bank-file.ts';
import { areNumberedApart, baseOf, letters, numberOf, readFingerprint } from './fingerprint.ts';
import type { EarlierReadings, ImportRun } from './import-run.ts';
import { type NamedOrders, namedOrders } from './named-orders.ts';
import { linesOfBases } from './read-state.ts';

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
/** The texts of a line that identify its movement, beside day and amount. */
type Reading = Pick<BankLine, 'accountIban' | 'payerIban' | 'isReversal'> & {
  fingerprint: string;
  reader: string;
  bankReference: string;
  payer: string;
  text: string;
  textParts: readonly string[];
  named: NamedOrders;
  /** Orders and end-to-end id: two readings of one movement share at least one. */
  marks: readonly string[];
};

const idsAtOnce = 5_000;
const readAtOnce = 200;
/** Comparisons before yielding to the event loop. */
const comparedAtOnce = 5_000;
/** Lines times stored lines. */
const maxExchanged = 250_000;

/** Kind of booking, which only some exports add to the text. */
const bankWord = /^\S{0,7}(berweisung|gutschrift|lastschrift|dauerauftrag)s?\S{0,10}$/i;

const sameSum = ({ bookingDate, amount }: Pick<BankLine, 'bookingDate' | 'amount'>): string =>
  `${bookingDate}|${amount}`;

/**
 * Matches the lines of a file with lines that another reader stored (an earlier release, another kind of export, or
 * other columns). Texts and accounts may differ, so fingerprints differ; day and amount are equal. The readings must
 * share an order or end-to-end id, or one text must contain the other. An equal payer is not enough: people pay equal
 * sums twice a day.
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

/** Whether a concurrent import stored lines of these days by another reader. Checked in each booking write. */
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

/** Lines without a stored fingerprint, and the stored lines that the file does not contain. */
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
    const comparable = lines.flatMap((line, at) =>
      line.isPending || !stored.has(sameSum(line))
        ? []
        : [{ line, base: baseOf(line, run.bank.iban), place: before + at }],
    );
    before += lines.length;
    const known = new Map<string, string[]>();
    for (const { fingerprint } of await linesOfBases(reader, [...new Set(comparable.map(({ base }) => base))]))
      if (!reserved.has(fingerprint)) append(known, readFingerprint(fingerprint).base, fingerprint);
    for (const each of comparable) {
      const same = known.get(each.base)?.shift();
      if (same === undefined) append(unknown, sameSum(each.line), each);
      else reserved.add(same);
    }
    await breathe();
  }
  return { unknown, reserved };
}

/** Evidence that two readings are of one movement, strongest first. */
async function matchLines(
  run: ImportRun,
  lines: readonly UnknownLine[],
  stored: readonly StoredReading[],
  found: Map<number, string>,
): Promise<void> {
  const readings = await inPieces(stored, (each) => storedReading(each, run.bank.prefix));
  const byMark = new Map<string, Reading[]>();
  for (const each of readings) for (const mark of each.marks) append(byMark, mark, each);
  const placeOf = new Map(await inPieces(lines, ({ line, place }) => [readingOf(line, run), place] as const));
  const takenBy = new Map<Reading, Reading>();
  const left = (doesName?: boolean) => {
    const matched = new Set(takenBy.values());
    const isLeft = (line: Reading) => !matched.has(line) && (doesName ?? doesNameOrder(line)) === doesNameOrder(line);
    return [...placeOf.keys()].filter(isLeft);
  };
  await matchMost(left(), (line) => line.marks.flatMap((mark) => byMark.get(mark) ?? []), mayBeSame, takenBy);
  for (const doesName of [false, true]) {
    const free = readings.filter((each) => !takenBy.has(each));
    const isSame = (line: Reading, each: Reading) =>
      !(doesName && doesNameOrder(each)) && mayBeSame(line, each) && isAlike(line, each);
    if (free.length > 0) await matchMost(left(doesName), () => free, isSame, takenBy);
  }
  for (const [{ fingerprint }, line] of takenBy) found.set(placeOf.get(line) as number, fingerprint);
}

/** Maximum matching: free stored lines first; in small groups, also by reassigning lines with alternatives. */
async function matchMost(
  lines: readonly Reading[],
  candidatesOf: (line: Reading) => readonly Reading[],
  isSame: (line: Reading, stored: Reading) => boolean,
  takenBy: Map<Reading, Reading>,
): Promise<void> {
  const before = new Set(takenBy.keys());
  let [compared, maxCandidates] = [0, 0];
  const without: Reading[] = [];
  for (const line of lines) {
    let place: Reading | undefined;
    const candidates = candidatesOf(line);
    maxCandidates = Math.max(maxCandidates, candidates.length);
    for (const each of candidates) {
      compared += 1;
      if (compared % comparedAtOnce === 0) await breathe();
      if (takenBy.has(each) || !isSame(line, each)) continue;
      place ??= each;
      if (each.payerIban !== line.payerIban || each.isReversal !== line.isReversal) continue;
      place = each;
      break;
    }
    if (place) takenBy.set(place, line);
    else without.push(line);
  }
  const findPlace = (line: Reading, tried: Set<Reading>): boolean => {
    for (const each of candidatesOf(line)) {
      if (tried.has(each) || before.has(each) || !isSame(line, each)) continue;
      tried.add(each);
      const holder = takenBy.get(each);
      if (holder && !findPlace(holder, tried)) continue;
      takenBy.set(each, line);
      return true;
    }
    return false;
  };
  if (lines.length * maxCandidates > maxExchanged) return;
  for (const line of without) {
    findPlace(line, new Set());
    await breathe();
  }
}

const marksOf = (orders: readonly number[], endToEndId: string | null): string[] => [
  ...new Set([...orders.map((id) => `order ${id}`), ...(endToEndId === null ? [] : [`id ${letters(endToEndId)}`])]),
];

async function inPieces<From, To>(all: readonly From[], make: (each: From) => To): Promise<To[]> {
  const made: To[] = [];
  for (const each of all) {
    made.push(make(each));
    if (made.length % readAtOnce === 0) await breathe();
  }
  return made;
}

type Written = Pick<BankLine, 'accountIban' | 'payerIban' | 'payerName' | 'isReversal' | 'endToEndId'> & {
  written: string;
  named: NamedOrders;
  orderId: number | null;
};
function asReading(
  { accountIban, payerIban, payerName, isReversal, endToEndId, written, named, orderId }: Written,
  origin: Pick<Reading, 'fingerprint' | 'reader' | 'bankReference'>,
): Reading {
  const orders = [...named.sure.flat(), ...named.guesses, ...(orderId === null ? [] : [orderId])];
  const own = written.split(/\s+/).filter((word) => !bankWord.test(word));
  const parts = own.flatMap((word) => word.split(/[^!-~]+/)).map(letters);
  return {
    ...{ ...origin, accountIban, payerIban, isReversal, named, marks: marksOf(orders, endToEndId) },
    ...{ payer: letters(payerName), text: letters(written), textParts: parts.filter((part) => part !== '') },
  };
}

function readingOf(line: BankLine, { reader, bank }: ImportRun): Reading {
  const written = [...line.texts, line.structuredReference ?? ''].join(' ');
  const named = namedOrders(line, bank.prefix);
  const origin = { fingerprint: '', reader, bankReference: numberOf(line) };
  return asReading({ ...line, written, named, orderId: null }, origin);
}

function storedReading(stored: StoredReading, prefix: string): Reading {
  const { fingerprint, text: written, endToEndId } = stored;
  const named = namedOrders({ texts: [written], endToEndId, structuredReference: null }, prefix);
  const isReversal = stored.isReversal === 1;
  return asReading({ ...stored, isReversal, written, named }, { ...readFingerprint(fingerprint), fingerprint });
}

/** Accounts and bank references do not contradict each other. */
const mayBeSame = (one: Reading, other: Reading): boolean =>
  agree(one.accountIban, other.accountIban) && agree(one.payerIban, other.payerIban) && !areNumberedApart(one, other);
const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

const doesNameOrder = ({ named }: Reading): boolean => named.sure.length > 0;

/** One text contains the other, or all its parts; a reading without text is compared by its payer. */
const isAlike = (one: Reading, other: Reading): boolean =>
  one.text === '' || other.text === '' ? areOfOnePayer(one, other) : holds(one, other) || holds(other, one);
const holds = ({ text }: Reading, part: Reading): boolean =>
  text.includes(part.text) || (part.textParts.length > 0 && part.textParts.every((word) => text.includes(word)));

const areOfOnePayer = (one: Reading, other: Reading): boolean =>
  (one.payerIban !== null && one.payerIban === other.payerIban) ||
  one.payer === other.payer ||
  one.payer === '' ||
  other.payer === '';

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
