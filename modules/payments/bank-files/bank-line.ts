import type { Cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { given, ibanIn, tidy } from './cells.ts';
import type { TableView } from './table-columns.ts';

/** One movement as a bank's file tells it. */
export type BankLine = {
  bookingDate: CalendarDate;
  valueDate: CalendarDate | null;
  /** Cents; above 0 what came in, below what went out. */
  amount: Cents;
  /** ISO 4217. */
  currency: string;
  /** The other side: of a credit who paid, of a debit who got it. */
  payerName: string;
  payerIban: string | null;
  /** What the payer wrote, as people read it first; then the same joined another way, where the bank cut it. */
  texts: readonly string[];
  endToEndId: string | null;
  /** Of a field of its own: ISO 11649, or what the bank's form calls the payment reference. */
  structuredReference: string | null;
  /** The bank's own number of the booking. */
  bankReference: string | null;
  /** The account of the file, when it names one. */
  accountIban: string | null;
  /** Takes an earlier booking back, or brings back a transfer of ours. */
  isReversal: boolean;
  /** Announced and not booked yet: it may still vanish. */
  isPending: boolean;
};

type Told = Pick<BankLine, 'bookingDate' | 'valueDate' | 'amount' | 'currency' | 'texts'> & {
  [Part in 'payerName' | 'payerIban' | 'endToEndId' | 'structuredReference' | 'bankReference' | 'accountIban']?:
    | string
    | null
    | undefined;
} & Partial<Pick<BankLine, 'isReversal' | 'isPending'>>;

/** 999,999,999.99 euros: a SEPA transfer carries no more, and the sums of whole files stay exact. */
const maxCents = 99_999_999_999;

/**
 * The movement that a file tells in the words of its bank: what stands for nothing is nothing, and each text stands once.
 * @throws BankFileError for a sum that no transfer carries
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

/** Why a file is refused; each has its sentence in the locales. */
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

/** The file cannot be read completely, so nothing of it counts. */
export class BankFileError extends Error {
  override readonly name = 'BankFileError';
  constructor(
    readonly reason: BankFileErrorReason,
    /** The line of the file or the number of the entry, from 1; null: of the whole. */
    readonly place: number | null = null,
  ) {
    super(place === null ? reason : `${reason} at ${place}`);
  }
}

/** What was read. @throws BankFileError when that was nothing: then nothing of the file counts */
export function orRefused<T>(read: T | null | undefined, reason: BankFileErrorReason, place: number | null): T {
  if (read === null || read === undefined) throw new BankFileError(reason, place);
  return read;
}

/** Takes a file piece by piece and answers the movements that are complete by then. */
export type BankFileReader = {
  /** `camt.053.001.08`, `mt940`, or the name of the CSV's layout. */
  readonly format: string;
  /** Of a table: the columns that somebody chose. */
  readonly chosen?: TableView | null;
  /** @throws BankFileError */
  push(text: string): BankLine[];
  /** Nothing more comes. @throws BankFileError for what was cut off */
  end(): BankLine[] | Promise<BankLine[]>;
};
