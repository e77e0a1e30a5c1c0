import type { Cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { given, ibanIn, tidy } from './cells.ts';
import type { TableView } from './table-columns.ts';

export type BankLine = {
  bookingDate: CalendarDate;
  valueDate: CalendarDate | null;
  /** Cents; negative for debits. */
  amount: Cents;
  currency: string;
  /** The counterparty: payer of a credit, payee of a debit. */
  payerName: string;
  payerIban: string | null;
  texts: readonly string[];
  endToEndId: string | null;
  /** ISO 11649 reference or the bank's own payment reference. */
  structuredReference: string | null;
  /** The bank's own number of the booking. */
  bankReference: string | null;
  /** Account of the file; null when not named. */
  accountIban: string | null;
  /** Reverses an earlier booking, or returns a transfer that this platform sent. */
  isReversal: boolean;
  /** Announced but not booked; it may still be dropped. */
  isPending: boolean;
};

type Told = Pick<BankLine, 'bookingDate' | 'valueDate' | 'amount' | 'currency' | 'texts'> & {
  [Part in 'payerName' | 'payerIban' | 'endToEndId' | 'structuredReference' | 'bankReference' | 'accountIban']?:
    | string
    | null
    | undefined;
} & Partial<Pick<BankLine, 'isReversal' | 'isPending'>>;

/** 999,999,999.99 euros, the SEPA maximum. Sums of whole files stay exact. */
const maxCents = 99_999_999_999;

/**
 * Normalizes a movement: empty texts become null, repeated texts are dropped.
 * @throws BankFileError for a sum above the SEPA maximum
 */
export const bankLine = (told: Told): BankLine => ({
  bookingDate: told.bookingDate,
  valueDate: told.valueDate,
  amount: orRefused(Math.abs(told.amount) > maxCents ? null : told.amount, 'amount', null),
  currency: told.currency,
  payerName: tidy(told.payerName ?? ''),
  payerIban: ibanIn(told.payerIban ?? ''),
  texts: [...new Set(told.texts.map(tidy))],
  endToEndId: given(told.endToEndId),
  structuredReference: given(told.structuredReference),
  bankReference: given(told.bankReference),
  accountIban: ibanIn(told.accountIban ?? ''),
  isReversal: told.isReversal ?? false,
  isPending: told.isPending ?? false,
});

const bankFileErrors = [
  'unknownFormat',
  'spreadsheet',
  'tooLarge',
  'archive',
  'mt942',
  'broken',
  'doctype',
  'balance',
  'otherAccount',
  'currency',
  'amount',
  'date',
  'columns',
  'unknownColumns',
  'choice',
  'sign',
  'sections',
  'sheets',
  'empty',
  'tooLongLine',
  'tooCostly',
] as const;
export type BankFileErrorReason = (typeof bankFileErrors)[number];

/** The file cannot be read completely and is refused as a whole. */
export class BankFileError extends Error {
  override readonly name = 'BankFileError';
  constructor(
    readonly reason: BankFileErrorReason,
    /** Line of the file or number of the entry, from 1; null: the whole file. */
    readonly place: number | null = null,
  ) {
    super(place === null ? reason : `${reason} at ${place}`);
  }
}

/** @throws BankFileError when nothing was read */
export function orRefused<T>(read: T | null | undefined, reason: BankFileErrorReason, place: number | null): T {
  if (read === null || read === undefined) throw new BankFileError(reason, place);
  return read;
}

/** Reads a file piece by piece and returns the movements completed so far. */
export type BankFileReader = {
  readonly format: string;
  /** The table whose columns a person chose. */
  readonly chosen?: TableView | null;
  /** @throws BankFileError */
  push(text: string): BankLine[];
  end(): BankLine[] | Promise<BankLine[]>;
};
