import { and, eq, inArray, isNull } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import { enterMoney } from '../ledger.ts';
import { showRefunds } from '../money-of-order.ts';
import { mailRefund } from '../open-refund.ts';
import { makeReference, readRefundReference } from '../rules/payment-reference.ts';
import { refundFiles, refunds } from '../schema.ts';

type SettleRefund = {
  refundId: number;
  /** How the money was sent: `bank` for transfers, `cash` from the organizer. */
  method: string;
  /** Identification by bank or provider. */
  reference: string;
  provider?: { transactionId: string; captureId: string | null };
  note?: string;
  /** Null: reported by provider or bank file. */
  editorId: number | null;
  /** The mail about its cause says so. */
  isTold?: boolean;
};

/** Completes the refund and enters it in the ledger, once, in one write. False when it was completed before. */
export async function settleRefund(work: Work, input: SettleRefund): Promise<boolean> {
  const { refundId, method, reference, provider, note = '', editorId, isTold = false } = input;
  const [settled] = await work.tx
    .update(refunds)
    .set({
      status: 'completed',
      settledAt: work.now,
      leasedUntil: null,
      nextTryAt: null,
      problem: null,
      errorName: null,
      message: null,
      ...(provider ? { ...provider, providerStatus: 'CAPTURED' as const } : {}),
    })
    // A failure stored meanwhile is overridden: the money was sent.
    .where(and(eq(refunds.id, refundId), inArray(refunds.status, ['pending', 'failed'])))
    .returning();
  if (!settled) return false;
  const { orderId, amount } = settled;
  const entered = await enterMoney(work, { orderId, kind: 'refund', method, amount, reference, note });
  assert(entered, `refund ${refundId} was entered before`);
  await showRefunds(work, orderId);
  if (!isTold) await mailRefund(work, settled);
  await addAudit(work, { orderId, type: 'Other', editorId, comment: `refund.completed ${method} ${amount}` });
  return true;
}

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
  amount: Cents;
  bankReference: string;
};

/** Completes the refund or file that a debit names with its amount. Whether it was one of our refunds. */
export async function settleTransferRefund(work: Work, debit: BankDebit): Promise<boolean> {
  const { reference, amount, bankReference } = debit;
  const named = readRefundReference(reference);
  if (named) {
    const [refund] = await work.tx.select().from(refunds).where(eq(refunds.id, named.refundId));
    const prefix = /^[A-Z]+/.exec(named.reference)?.[0] ?? '';
    if (refund?.way !== 'transfer' || refund.amount !== amount) return false;
    if (makeReference(prefix, refund.orderId) !== named.reference) return false;
    const going = refund.status === 'withdrawn' ? await replacementOf(work, refund.id) : refund;
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

/** A refund reported as failed arrived: returns its replacement. Null: a person must look. */
async function replacementOf({ tx }: Work, refundId: number): Promise<{ id: number } | null> {
  const [again] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.reference, `again|${refundId}`), eq(refunds.status, 'pending'), isNull(refunds.fileId)));
  return again ?? null;
}

/** Banks may give one reference to several lines; the refund id makes it unique. */
const bankKey = (bankReference: string, refundId: number): string => `${bankReference}|R${refundId}`;
