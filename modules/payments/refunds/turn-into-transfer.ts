import { and, eq } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { type RefundRow, showRefunds } from '../money-of-order.ts';
import { askForAccount } from '../post-refund-mails.ts';
import { refuse } from '../rules/problems.ts';
import type { Provider } from '../saferpay/provider.ts';
import { refunds } from '../schema.ts';

/**
 * Replaces a failed provider refund by a transfer.
 * @throws Problem CANT_CHANGE_REFUND_STATUS unless it is a refund through the provider that failed
 */
export async function turnIntoTransfer(work: Work, refund: RefundRow, editorId: number): Promise<void> {
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
