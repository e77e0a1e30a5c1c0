import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { type BankLineOutcome, bankLineOutcomes } from '../rules/states.ts';

/** One line of the file with its (predicted) outcome. */
export type ResultRow = {
  bookingDate: CalendarDate;
  amount: Cents;
  payerName: string;
  reference: string;
  orderId: number | null;
  alsoPaid: readonly number[];
  outcome: BankLineOutcome;
  isKnown: boolean;
};
export type ImportResult = {
  format: string;
  rows: ResultRow[];
  importId: number | null;
};

export function writtenText({ texts, structuredReference }: Pick<BankLine, 'texts' | 'structuredReference'>): string {
  const text = texts[0] ?? '';
  const isApart = structuredReference !== null && !text.includes(structuredReference);
  return [text, isApart ? structuredReference : ''].filter((part) => part !== '').join(' ');
}

export type Tally = Readonly<Record<BankLineOutcome, { count: number; sum: Cents }>>;

export function tallyOf(rows: readonly Pick<ResultRow, 'outcome' | 'amount'>[]): Tally {
  const tally = Object.fromEntries(
    bankLineOutcomes.map((outcome) => [outcome, { count: 0, sum: zeroCents }]),
  ) as Record<BankLineOutcome, { count: number; sum: Cents }>;
  for (const { outcome, amount } of rows) {
    tally[outcome].count += 1;
    tally[outcome].sum = cents(tally[outcome].sum + amount);
  }
  return tally;
}
