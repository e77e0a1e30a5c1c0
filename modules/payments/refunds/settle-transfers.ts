import { and, eq, isNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import { makeReference } from '../rules/payment-reference.ts';
import { readRefundReference } from '../rules/refund-reference.ts';
import { refundFiles, refunds } from '../schema.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * A file was paid: everything in it that is still open is done. Answers how many that were.
 * @throws Problem NOT_FOUND
 */
export async function settleRefundFile(
  work: Work,
  { fileId, editorId, bankReference }: { fileId: number; editorId: number | null; bankReference?: string },
): Promise<number> {
  const [file] = await work.tx.select().from(refundFiles).where(eq(refundFiles.id, fileId));
  if (!file) return refuse('NOT_FOUND');
  const open = await work.tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.fileId, fileId), eq(refunds.status, 'pending')));
  for (const { id } of open) {
    const note = [file.messageId, bankReference].filter(Boolean).join(' ');
    await settleRefund(work, { refundId: id, method: 'bank', reference: `${file.messageId}|${id}`, note, editorId });
  }
  return open.length;
}

export type BankDebit = {
  /** Everything of the line that may name it: end-to-end id, message id, text. */
  reference: string;
  /** Cents above 0 that left the account. */
  amount: Cents;
  /** The bank's own identification. */
  bankReference: string;
};

/**
 * A line of the bank's file says that money left: the refund that it names, or a whole file that the bank booked as one
 * sum, is done. Answers whether it was one of ours, also when it was done before; name and amount must both be right.
 */
export async function settleTransferRefund(work: Work, debit: BankDebit): Promise<boolean> {
  const { reference, amount, bankReference } = debit;
  const named = readRefundReference(reference);
  if (named) {
    const [refund] = await work.tx.select().from(refunds).where(eq(refunds.id, named.refundId));
    const prefix = /^[A-Z]+/.exec(named.reference)?.[0] ?? '';
    if (refund?.way !== 'transfer' || refund.amount !== amount) return false;
    if (makeReference(prefix, refund.orderId) !== named.reference) return false;
    const going = refund.status === 'withdrawn' ? await openedInstead(work, refund.id) : refund;
    if (!going) return false;
    await settleRefund(work, {
      refundId: going.id,
      method: 'bank',
      reference: bankKey(bankReference, going.id),
      editorId: null,
    });
    return true;
  }
  const [, messageId] = /\b([A-Z]{1,4}-REFUND-\d{8}-\d+)\b/.exec(reference.toUpperCase()) ?? [];
  if (!messageId) return false;
  const [file] = await work.tx.select().from(refundFiles).where(eq(refundFiles.messageId, messageId));
  if (file?.sum !== amount) return false;
  await settleRefundFile(work, { fileId: file.id, editorId: null, bankReference });
  return true;
}

/**
 * The transfer was said not to have arrived and did: what was opened in its place has gone by it, unless a file has that
 * one, too. null: then a person has to look.
 */
async function openedInstead({ tx }: Work, refundId: number): Promise<{ id: number } | null> {
  const [again] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.reference, `again|${refundId}`), eq(refunds.status, 'pending'), isNull(refunds.fileId)));
  return again ?? null;
}

/** Banks give one reference to several lines at times; with the refund's number it names one. */
const bankKey = (bankReference: string, refundId: number): string => `${bankReference}|R${refundId}`;
