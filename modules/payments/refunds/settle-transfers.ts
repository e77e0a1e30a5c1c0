import { and, eq, isNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import { makeReference } from '../rules/payment-reference.ts';
import { readRefundReference } from '../rules/refund-reference.ts';
import { refundFiles, refunds } from '../schema.ts';
import { settleRefund } from './settle-refund.ts';

/** Completes all open refunds of a paid file. Returns their number. @throws Problem NOT_FOUND */
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
  /** End-to-end id, message id and text of the line. */
  reference: string;
  /** Cents above 0 that left the account. */
  amount: Cents;
  bankReference: string;
};

/**
 * Completes the refund that a debit names, or a whole file booked as one sum. Name and amount must match. Returns
 * whether it was one of our refunds, also when it was completed before.
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
 * A refund reported as failed arrived after all: returns its replacement, unless a file has that, too. Null: a person
 * must look.
 */
async function openedInstead({ tx }: Work, refundId: number): Promise<{ id: number } | null> {
  const [again] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.reference, `again|${refundId}`), eq(refunds.status, 'pending'), isNull(refunds.fileId)));
  return again ?? null;
}

/** Banks may give one reference to several lines; the refund id makes it unique. */
const bankKey = (bankReference: string, refundId: number): string => `${bankReference}|R${refundId}`;
