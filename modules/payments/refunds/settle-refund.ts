import { and, eq, inArray } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { enterMoney } from '../ledger.ts';
import { showRefunds } from '../money-of-order.ts';
import { tellOfRefund } from '../post-refund-mails.ts';
import { refunds } from '../schema.ts';

type SettleRefund = {
  refundId: number;
  /** The way that the money went: `bank` of every transfer, whatever it was paid by; `cash` out of the organizer's till. */
  method: string;
  /** The bank's or the provider's own identification. */
  reference: string;
  provider?: { transactionId: string; captureId: string | null };
  note?: string;
  /** null: the provider or the bank's file said so. */
  editorId: number | null;
  /** The mail of what it goes back for says that it went. */
  isTold?: boolean;
};

/** The money has gone: the refund is done and the ledger has its entry, in one write and once. false: it was done before. */
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
    // A refusal that came late may stand there as failed; money that went is stronger.
    .where(and(eq(refunds.id, refundId), inArray(refunds.status, ['pending', 'failed'])))
    .returning();
  if (!settled) return false;
  const { orderId, amount } = settled;
  const entered = await enterMoney(work, { orderId, kind: 'refund', method, amount, reference, note });
  assert(entered, `refund ${refundId} was entered before`);
  await showRefunds(work, orderId);
  if (!isTold) await tellOfRefund(work, settled);
  await addAudit(work, { orderId, type: 'Other', editorId, comment: `refund.completed ${method} ${amount}` });
  return true;
}
