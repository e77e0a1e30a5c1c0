import { and, eq, inArray } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import type { BankLineOutcome } from '../rules/states.ts';
import { bankLines } from '../schema.ts';
import { bookDecisions, booksFor, settleRefunds } from './book-lines.ts';
import { decide, ignored, reactivateWithin } from './decide.ts';
import { ImportRun } from './import-run.ts';
import { withOrdersOfBills } from './named-orders.ts';
import type { SavedLine } from './read-lines.ts';

const decidableOutcomes: readonly BankLineOutcome[] = ['ignored', 'notFound'];

export const canDecideAgain = ({ outcome }: Pick<SavedLine, 'outcome'>): boolean => decidableOutcomes.includes(outcome);

/** Rebuilds the movement from the stored line: its texts are joined, and only euros are stored as credits. */
const storedMovement = (line: SavedLine): BankLine => ({
  bookingDate: line.bookingDate,
  valueDate: line.valueDate,
  amount: line.amount,
  currency: 'EUR',
  payerName: line.payerName,
  payerIban: line.payerIban,
  texts: [line.text],
  endToEndId: line.endToEndId,
  structuredReference: null,
  bankReference: line.bankReference,
  accountIban: line.accountIban,
  isReversal: line.isReversal ?? false,
  isPending: false,
});

/** Decides a stored line by the current rules and books it. Null when the line has moved money meanwhile. */
export async function decideAgain(
  work: Work,
  { config, ordersOfBills }: Pick<Deps, 'config' | 'ordersOfBills'>,
  { lineId, editorId }: { lineId: number; editorId: number },
): Promise<BankLineOutcome | null> {
  const { tx } = work;
  const [line] = await tx
    .update(bankLines)
    .set({ editorId })
    .where(and(eq(bankLines.id, lineId), inArray(bankLines.outcome, [...decidableOutcomes])))
    .returning();
  if (!line) return null;
  const bank = { iban: config.bank?.iban ?? null, prefix: config.paymentReferencePrefix };
  const run = new ImportRun(bank, 'stored', ordersOfBills);
  const [read] = await withOrdersOfBills(tx, ordersOfBills, [run.read(storedMovement(line))]);
  assert(read, 'one line was read');
  const books = await booksFor(tx, run, [read]);
  const decision = read.isPayment
    ? await decide(read.line, read.named, books, (orderIds) => reactivateWithin(work, orderIds))
    : ignored;
  const decided = {
    ...read,
    fingerprint: line.fingerprint,
    decision,
    index: 0,
    before: { ...line, isReversal: line.isReversal ?? false },
  };
  if (decision.outcome !== line.outcome) await bookDecisions(work, [decided], { importId: null, editorId });
  await settleRefunds(work, [decided]);
  return decision.outcome;
}
