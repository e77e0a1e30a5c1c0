import { and, eq } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { hours, minutes, plus } from '#src/kernel/time.ts';
import { type RefundRow, showRefunds } from '../money-of-order.ts';
import type { ProviderStatus } from '../rules/states.ts';
import type { ProviderFailure } from '../saferpay/provider.ts';
import { refunds } from '../schema.ts';
import { settleRefund } from './settle-refund.ts';

type Failure = Pick<ProviderFailure, 'code' | 'errorName' | 'message'>;

/**
 * `done`: refunded. `waits`: the provider works on it. `failed`: refused. `later`: refused temporarily. `unknown`: no
 * answer.
 */
export type RefundOutcome =
  | { kind: 'done' | 'waits'; transactionId: string; captureId: string | null }
  | { kind: 'failed' | 'later' | 'unknown'; failure: Failure; transactionId?: string; providerStatus?: ProviderStatus };

const shortestPauseMs = minutes(5);
const longestPauseMs = hours(12);
/** After this many temporary refusals a person must look. */
const maxRefusals = 8;

const pauseAfter = (tries: number): number => Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(tries - 1, 20));

/** Stores the provider's answer. A late answer does not change a settled refund. */
export async function noteRefundOutcome(work: Work, taken: RefundRow, outcome: RefundOutcome): Promise<void> {
  const { id, orderId, method, amount, tries } = taken;
  const { transactionId = null } = outcome;
  if (outcome.kind === 'done') {
    await settleRefund(work, {
      refundId: id,
      method,
      reference: outcome.transactionId,
      provider: { transactionId: outcome.transactionId, captureId: outcome.captureId },
      editorId: null,
    });
    return;
  }
  const failed = outcome.kind === 'failed' || (outcome.kind === 'later' && tries >= maxRefusals);
  const said =
    'failure' in outcome
      ? {
          ...(outcome.providerStatus ? { providerStatus: outcome.providerStatus } : {}),
          problem: failed ? 'PAYMENT_REFUND_FAILED' : outcome.failure.code,
          errorName: outcome.failure.errorName,
          message: outcome.failure.message,
        }
      : { providerStatus: 'PENDING' as const, problem: null, errorName: null, message: null };
  const changed = await work.tx
    .update(refunds)
    .set({
      ...said,
      status: failed ? 'failed' : 'pending',
      leasedUntil: null,
      nextTryAt: failed ? null : plus(work.now, pauseAfter(tries)),
      ...(transactionId === null ? {} : { transactionId }),
    })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'pending'), eq(refunds.way, 'provider')))
    .returning({ id: refunds.id });
  if (!failed || changed.length === 0) return;
  await showRefunds(work, orderId);
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: `refund.failed ${method} ${amount}` });
}
