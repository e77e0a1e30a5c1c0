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
  bankReference: string | null;
  accountIban: string | null;
  /** Reverses an earlier booking, or returns a transfer that this platform sent. */
  isReversal: boolean;
  /** Announced but not booked; it may still be dropped. */
  isPending: boolean;
};

type Raw = Pick<BankLine, 'bookingDate' | 'valueDate' | 'amount' | 'currency' | 'texts'> & {
  [Part in 'payerName' | 'payerIban' | 'endToEndId' | 'structuredReference' | 'bankReference' | 'accountIban']?:
    | string
    | null
    | undefined;
} & Partial<Pick<BankLine, 'isReversal' | 'isPending'>>;

/** 999,999,999.99 euros, the SEPA maximum. Sums of whole files stay exact. */
const maxCents = 99_999_999_999;

/** @throws BankFileError for a sum above the SEPA maximum */
export const bankLine = (raw: Raw): BankLine => ({
  bookingDate: raw.bookingDate,
  valueDate: raw.valueDate,
  amount: orRefused(Math.abs(raw.amount) > maxCents ? null : raw.amount, 'amount', null),
  currency: raw.currency,
  payerName: tidy(raw.payerName ?? ''),
  payerIban: ibanIn(raw.payerIban ?? ''),
  texts: [...new Set(raw.texts.map(tidy))],
  endToEndId: given(raw.endToEndId),
  structuredReference: given(raw.structuredReference),
  bankReference: given(raw.bankReference),
  accountIban: ibanIn(raw.accountIban ?? ''),
  isReversal: raw.isReversal ?? false,
  isPending: raw.isPending ?? false,
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
  readonly chosen?: TableView | null;
  /** @throws BankFileError */
  push(text: string): BankLine[];
  end(): BankLine[] | Promise<BankLine[]>;
};
