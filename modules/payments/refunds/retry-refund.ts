import { and, eq } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { type RefundRow, showRefunds } from '../money-of-order.ts';
import { askForAccount, openRefund } from '../open-refund.ts';
import { refundOpened } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import type { Provider } from '../saferpay/provider.ts';
import { refunds } from '../schema.ts';

/** Schedules a failed refund for a retry by the same way. False when it has not failed. */
export async function retryRefund(work: Work, refund: RefundRow): Promise<boolean> {
  if (refund.fileId !== null) return resendTransfer(work, refund);
  const [row] = await work.tx
    .update(refunds)
    .set({ status: 'pending', nextTryAt: refund.way === 'provider' ? work.now : null, leasedUntil: null })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'failed')))
    .returning({ id: refunds.id });
  if (!row) return false;
  await showRefunds(work, refund.orderId);
  await work.announce(refundOpened({ orderId: refund.orderId, refundId: refund.id, amount: refund.amount }));
  return true;
}

/** The refund stays in its old file; the money is sent under a new reference. */
async function resendTransfer(work: Work, refund: RefundRow): Promise<boolean> {
  const { id, orderId, amount, reason, method, iban, accountHolder, bic, editorId } = refund;
  const [row] = await work.tx
    .update(refunds)
    .set({ status: 'withdrawn', settledAt: work.now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'failed')))
    .returning({ id: refunds.id });
  if (!row) return false;
  const payee = { iban, name: accountHolder, bic };
  const opened = await openRefund(work, { orderId, amount, reason, method, reference: `again|${id}`, payee, editorId });
  assert(opened, `refund ${id} is tried again once`);
  return true;
}

/** @throws Problem NOT_FOUND */
export async function refundOf(reader: Pick<Work['tx'], 'select'>, refundId: number): Promise<RefundRow> {
  const [row] = await reader.select().from(refunds).where(eq(refunds.id, refundId));
  return row ?? refuseGenerally('NOT_FOUND');
}

/**
 * Replaces a failed provider refund by a transfer.
 * @throws Problem CANT_CHANGE_REFUND_STATUS unless it is a refund through the provider that failed
 */
export async function refundByTransfer(work: Work, refund: RefundRow, editorId: number): Promise<void> {
  const { id, orderId, method, amount } = refund;
  const [row] = await work.tx
    .update(refunds)
    .set({ way: 'transfer', status: 'pending', nextTryAt: null, leasedUntil: null, problem: null })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'failed'), eq(refunds.way, 'provider')))
    .returning({ id: refunds.id });
  if (!row) return refuse('CANT_CHANGE_REFUND_STATUS', { orderId, from: refund.status, to: 'transfer' });
  await showRefunds(work, orderId);
  if (refund.iban === null) await askForAccount(work, refund);
  await addAudit(work, { orderId, type: 'Other', editorId, comment: `refund.transfer ${method} ${amount}` });
}

/**
 * Cancels an authorized refund at the provider, or the money could be sent twice.
 * @throws Problem PAYMENT_REFUND_FAILED when the provider does not confirm it
 */
export async function takeBackAuthorization(provider: Provider | null, refund: RefundRow): Promise<void> {
  const { transactionId, providerStatus, orderId } = refund;
  if (refund.status !== 'failed' || transactionId === null) return;
  if (providerStatus === 'PENDING') return refuse('PAYMENT_REFUND_FAILED', { orderId, reason: 'providerPending' });
  if (providerStatus !== 'AUTHORIZED') return;
  const canceled = await provider?.cancel({ transactionId, requestId: `${refund.requestId}-x` });
  if (!canceled?.ok) return refuse('PAYMENT_REFUND_FAILED', { orderId, reason: canceled?.failure.errorName ?? null });
}
