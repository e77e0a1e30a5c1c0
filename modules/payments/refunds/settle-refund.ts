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
  if (!isTold) await tellOfRefund(work, settled);
  await addAudit(work, { orderId, type: 'Other', editorId, comment: `refund.completed ${method} ${amount}` });
  return true;
}
