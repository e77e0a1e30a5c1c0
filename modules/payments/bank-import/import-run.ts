import type { CalendarDate } from '#src/kernel/time.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { readPayoutReference } from '../rules/payment-reference.ts';
import {
  type Books,
  countsAsPayment,
  type Decision,
  decide,
  ignored,
  type Reactivate,
  type WaitingLine,
} from './decide.ts';
import { baseOf, type ClaimedLine, KnownLines, kindOf, readFingerprint } from './fingerprint.ts';
import { type NamedOrders, namedOrders, namesBill, type OrdersOfBills } from './named-orders.ts';
import type { OrderMoneyState, StoredLine } from './read-state.ts';
import { type ResultRow, writtenText } from './result.ts';

/** A line with all data that depends on no other line or order. */
export type ReadLine = ClaimedLine & { named: NamedOrders; isPayment: boolean };
/** `before`: the stored line that is decided again. */
export type DecidedLine = ReadLine & {
  fingerprint: string;
  decision: Decision;
  index: number;
  before: StoredLine | null;
};

/** The bank returns a payout to an organizer; it belongs to no order. */
const isReturnedPayout = ({ endToEndId, texts }: BankLine): boolean =>
  readPayoutReference([endToEndId ?? '', texts[0] ?? ''].join(' ')) !== null;

const noOrders: NamedOrders = { sure: [], guesses: [] };

export type EarlierReadings = {
  storedAs: ReadonlyMap<number, string>;
  days: readonly [CalendarDate, CalendarDate] | null;
  lastId: number;
};

/** State of one import from first to last line; previews and bookings take the same steps. */
export class ImportRun {
  readonly rows: ResultRow[] = [];
  readonly known = new KnownLines();
  /** Rows of lines in this file that may still pay together with a later one. */
  readonly #waitingRows = new Map<string, number>();
  earlier: EarlierReadings = { storedAs: new Map(), days: null, lastId: 0 };
  #readLines = 0;
  #settledRows = 0;
  #unsettled: string[] = [];

  constructor(
    readonly bank: { iban: string | null; prefix: string },
    readonly reader: string,
    readonly ordersOfBills: OrdersOfBills,
  ) {}

  recognize(readings: EarlierReadings): void {
    this.earlier = readings;
    this.known.reserve(new Set(readings.storedAs.values()));
  }

  read(line: BankLine): ReadLine {
    const isPayment = countsAsPayment(line, this.bank.iban) && !isReturnedPayout(line);
    const named = isPayment ? namedOrders(line, this.bank.prefix) : noOrders;
    const storedAs = this.earlier.storedAs.get(this.#readLines) ?? null;
    this.#readLines += 1;
    const base = storedAs === null ? baseOf(line, this.bank.iban) : readFingerprint(storedAs).base;
    return { line, base, storedAs, named, isPayment };
  }

  /** Decides one line; null for a known or pending one. Known debits may name an open refund. */
  async decide(
    read: ReadLine,
    stored: ReadonlyMap<string, StoredLine>,
    books: Books,
    reactivate: Reactivate,
  ): Promise<DecidedLine | null> {
    const { line, named, isPayment } = read;
    if (line.isPending) {
      this.#answer(line, ignored, false);
      return null;
    }
    const { fingerprint, isKnown } = this.known.claim(read, this.reader);
    this.#unsettled.push(fingerprint);
    const before = (isKnown && stored.get(fingerprint)) || null;
    const isFixed = before !== null && !canFileDecideAgain(before, this.reader);
    const decision = isPayment && !isFixed ? await decide(line, named, books, reactivate) : ignored;
    if (before && (isFixed || decision.outcome === before.outcome)) {
      const index = this.#answer(line, storedResult(before), true);
      if (before.outcome === 'amountMismatch' && !before.isClosed) this.#waitingRows.set(fingerprint, index);
      const isDebit = before.outcome === 'ignored' && line.amount < 0;
      return isDebit ? { ...read, fingerprint, decision, index, before } : null;
    }
    const index = this.#answer(line, decision, false);
    if (decision.outcome === 'amountMismatch' && decision.waits) {
      const waiting: WaitingLine = { fingerprint, amount: line.amount };
      books.waiting.set(decision.orderId, [...(books.waiting.get(decision.orderId) ?? []), waiting]);
      this.#waitingRows.set(fingerprint, index);
    }
    if (decision.outcome === 'paid') {
      for (const each of decision.together) {
        const row = this.rows[this.#waitingRows.get(each.fingerprint) ?? -1];
        if (row) row.outcome = 'paid';
      }
    }
    return { ...read, fingerprint, decision, index, before };
  }

  settle(): void {
    this.#settledRows = this.rows.length;
    this.#unsettled = [];
  }

  /** Before a retried write: discards all decisions since the last commit. */
  rewind(): void {
    this.rows.length = this.#settledRows;
    this.known.release(this.#unsettled);
    this.#unsettled = [];
  }

  #answer(line: BankLine, become: Pick<ResultRow, 'outcome' | 'orderId'> | Decision, isKnown: boolean): number {
    const { bookingDate, amount, payerName } = line;
    const { outcome, orderId } = become;
    const reference = writtenText(line);
    this.rows.push({
      bookingDate,
      amount,
      payerName,
      reference,
      orderId,
      outcome,
      isKnown,
      ...otherOrders(become),
    });
    return this.rows.length - 1;
  }
}

const noOthers: Pick<ResultRow, 'alsoPaid'> = { alsoPaid: [] };
/** Avoids an array per row, because few of many rows paid several orders. */
const otherOrders = (become: Pick<ResultRow, 'outcome' | 'orderId'> | Decision): Pick<ResultRow, 'alsoPaid'> =>
  'shares' in become && become.shares.length > 1
    ? { alsoPaid: become.shares.slice(1).map(({ orderId }) => orderId) }
    : noOthers;

/** Lines set aside need a person. A reversal is only corrected by the kind of export that marked it. */
const canFileDecideAgain = ({ outcome, note, isReversal, fingerprint }: StoredLine, reader: string): boolean =>
  outcome === 'notFound' ||
  (outcome === 'ignored' &&
    note === '' &&
    !(isReversal && kindOf(readFingerprint(fingerprint).reader) !== kindOf(reader)));

/** A payment of an earlier file counts as paid; waiting lines still wait. */
const storedResult = ({ outcome, orderId }: StoredLine): Pick<ResultRow, 'outcome' | 'orderId'> => ({
  outcome: outcome === 'paid' ? 'alreadyPaid' : outcome,
  orderId,
});

export const numbersOf = (lines: readonly ReadLine[]): number[] => [
  ...new Set(lines.flatMap(({ named }) => [...named.sure.flat(), ...named.guesses])),
];

/** Adds order states and waiting lines (lines that named exactly one order) to the books. */
export function fillBooks(
  books: Books,
  orders: readonly OrderMoneyState[],
  waiting: readonly StoredLine[],
  prefix: string,
): void {
  for (const order of orders) books.orders.set(order.id, order);
  for (const { text, endToEndId, orderId, fingerprint, amount } of waiting) {
    const named = namedOrders({ texts: [text], endToEndId, structuredReference: null }, prefix);
    if (orderId === null || named.sure.some((numbers) => numbers.length > 1) || namesBill(named)) continue;
    books.waiting.set(orderId, [...(books.waiting.get(orderId) ?? []), { fingerprint, amount }]);
  }
}
