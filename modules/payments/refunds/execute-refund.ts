import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work, Write } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { hours, type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/log.ts';
import { type RefundRow, showRefunds } from '../money-of-order.ts';
import { refundReference } from '../rules/payment-reference.ts';
import type { ProviderStatus } from '../rules/states.ts';
import { providerOf } from '../saferpay/client.ts';
import { meaningOf } from '../saferpay/error-names.ts';
import type { Provider, ProviderFailure, ProviderTransaction } from '../saferpay/provider.ts';
import { paymentAttempts, refunds } from '../schema.ts';
import { refundsByReference } from './refund-orders.ts';
import { settleRefund } from './settle-refund.ts';

type Executing = { write: Write; provider: Provider; prefix: string };

/**
 * Safe for concurrent processes and after crashes: a write leases the refund before the request, and a later process
 * first asks the provider for its state.
 */
export async function executeRefund({ write, provider, prefix }: Executing, refundId: number): Promise<void> {
  const taken = await write((work) => takeRefund(work, refundId));
  if (!taken) return;
  const outcome = await askProvider(provider, taken, prefix);
  await write((work) => storeRefundOutcome(work, taken, outcome));
}

async function askProvider(provider: Provider, refund: TakenRefund, prefix: string): Promise<RefundOutcome> {
  const { transactionId, providerStatus } = refund;
  if (transactionId !== null && providerStatus === 'PENDING') return askAgain(provider, transactionId);
  if (transactionId !== null && providerStatus === 'AUTHORIZED') return capture(provider, refund, transactionId);
  const orderId = refundReference(prefix, refund.orderId, refund.id);
  if (refund.tries > 1) {
    const known = await provider.inquire({ orderId });
    if (known.ok) return continueRefund(provider, refund, known.transaction);
    // Repeats the request only if the refund certainly does not exist; other failures leave its state unknown.
    if (known.failure.errorName !== 'TRANSACTION_NOT_FOUND') return { kind: 'unknown', failure: known.failure };
  }
  const payment = await captureOf(provider, refund.payment);
  if (typeof payment !== 'string') return payment;
  const response = await provider.refund({
    captureId: payment,
    amount: refund.amount,
    orderId,
    requestId: refund.requestId,
    description: orderId,
  });
  return response.ok ? continueRefund(provider, refund, response.transaction) : refusalOutcome(response.failure);
}

/** The capture to refund; if its id is missing, asks for its payment. */
async function captureOf(provider: Provider, payment: TakenRefund['payment']): Promise<string | RefundOutcome> {
  if (payment.captureId !== null) return payment.captureId;
  const known = await provider.inquire({ transactionId: payment.transactionId });
  if (!known.ok) return { kind: 'unknown', failure: known.failure };
  return known.transaction.captureId ?? known.transaction.id;
}

/** Validates the provider's response before acting on it. */
function continueRefund(
  provider: Provider,
  refund: TakenRefund,
  transaction: ProviderTransaction,
): Promise<RefundOutcome> {
  const { id, status, type, amount, currency } = transaction;
  if (type !== 'REFUND' || amount !== refund.amount || currency !== 'EUR') {
    const message = `${type} ${amount} ${currency}`;
    return Promise.resolve({ kind: 'unknown', failure: { code: 'PAYMENT_UNEXPECTED', errorName: null, message } });
  }
  if (status === 'AUTHORIZED') return capture(provider, refund, id);
  if (status === 'CAPTURED')
    return Promise.resolve({ kind: 'done', transactionId: id, captureId: transaction.captureId });
  if (status === 'PENDING')
    return Promise.resolve({ kind: 'waits', transactionId: id, captureId: transaction.captureId });
  const failure = { code: 'PAYMENT_REFUND_FAILED', errorName: null, message: status } as const;
  return Promise.resolve({ kind: 'failed', failure, transactionId: id, providerStatus: status });
}

/** An authorized refund moves no money until it is captured. */
async function capture(provider: Provider, refund: TakenRefund, transactionId: string): Promise<RefundOutcome> {
  const captured = await provider.capture({
    transactionId,
    requestId: `${refund.requestId}-c`,
    retry: refund.tries - 1,
  });
  if (captured.ok) {
    const { status, captureId } = captured;
    return { kind: status === 'CAPTURED' ? 'done' : 'waits', transactionId, captureId };
  }
  const { failure } = captured;
  if (failure.errorName === 'TRANSACTION_ALREADY_CAPTURED') return { kind: 'done', transactionId, captureId: null };
  return { ...startedOutcome(failure), transactionId, providerStatus: 'AUTHORIZED' };
}

async function askAgain(provider: Provider, transactionId: string): Promise<RefundOutcome> {
  const asserted = await provider.assertRefund({ transactionId });
  if (!asserted.ok) return { ...startedOutcome(asserted.failure), transactionId, providerStatus: 'PENDING' };
  return { kind: asserted.status === 'CAPTURED' ? 'done' : 'waits', transactionId, captureId: null };
}

/** Temporary refusals are retried; unknown outcomes are polled. */
const refusalOutcome = (failure: ProviderFailure): Extract<RefundOutcome, { failure: unknown }> =>
  failure.kind === 'refused'
    ? { kind: failure.handling === 'RETRY' || failure.handling === 'RETRY_LATER' ? 'later' : 'failed', failure }
    : { kind: 'unknown', failure };

/** After the provider started the refund, a setup error does not mean that it failed. */
const startedOutcome = (failure: ProviderFailure) =>
  meaningOf(failure.errorName) === 'setup' ? { kind: 'unknown' as const, failure } : refusalOutcome(failure);

/** Refunds started while the caller waits; the job does the rest. */
const maxAtOnce = 20;
const maxConcurrent = 4;

export async function executeRefunds(deps: Deps, references: readonly string[]): Promise<RefundRow[]> {
  const opened = await refundsByReference(deps.read, references);
  const waiting = opened.filter(({ way, status }) => way === 'provider' && status === 'pending').map(({ id }) => id);
  await executeEach(deps, waiting.slice(0, maxAtOnce));
  if (waiting.length > 0) deps.runNow('refunds');
  return refundsByReference(deps.read, references);
}

/** A failure does not stop the others; the job retries it. */
export async function executeEach(deps: Deps, refundIds: readonly number[]): Promise<void> {
  const provider = providerOf(deps);
  if (!provider) return;
  const executing = { write: deps.write, provider, prefix: deps.config.paymentReferencePrefix };
  const waiting = [...refundIds];
  const run = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await executeRefund(executing, id).catch((error: unknown) =>
        deps.log.error('a refund could not be executed', { refundId: id, ...describeError(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, run));
}

/** Also the pause after a crash, because the provider's answers about a refund may lag by minutes. */
const leaseMs = minutes(5);

type TakenRefund = RefundRow & {
  requestId: string;
  payment: { transactionId: string; captureId: string | null };
};

/** Provider refunds that are due. */
export const isDue = (now: Instant): SQL | undefined =>
  and(
    eq(refunds.status, 'pending'),
    eq(refunds.way, 'provider'),
    lte(refunds.nextTryAt, now),
    or(isNull(refunds.leasedUntil), lte(refunds.leasedUntil, now)),
  );

/** Leases a refund, which then counts as started, even after a crash. Null: leased, or nothing to do. */
export async function takeRefund({ tx, now }: Work, refundId: number): Promise<TakenRefund | null> {
  const [row] = await tx
    .update(refunds)
    .set({
      leasedUntil: plus(now, leaseMs),
      tries: sql`${refunds.tries} + 1`,
      requestId: sql`coalesce(${refunds.requestId}, ${secretToken(18).replaceAll('_', '.')})`,
    })
    .where(and(eq(refunds.id, refundId), isDue(now)))
    .returning();
  if (!row) return null;
  const [payment] = await tx
    .select({ transactionId: paymentAttempts.transactionId, captureId: paymentAttempts.captureId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, row.attemptId ?? 0));
  return {
    ...row,
    requestId: present(row.requestId, 'a refund that was taken up has a request'),
    payment: {
      transactionId: present(payment?.transactionId, 'only what the provider has taken goes back through it'),
      captureId: payment?.captureId ?? null,
    },
  };
}

type Failure = Pick<ProviderFailure, 'code' | 'errorName' | 'message'>;

/** `waits`: in progress. `failed`: refused. `later`: refused temporarily. `unknown`: no answer. */
type RefundOutcome =
  | { kind: 'done' | 'waits'; transactionId: string; captureId: string | null }
  | { kind: 'failed' | 'later' | 'unknown'; failure: Failure; transactionId?: string; providerStatus?: ProviderStatus };

const shortestPauseMs = minutes(5);
const longestPauseMs = hours(12);
/** After this many temporary refusals a person must look. */
const maxRefusals = 8;

const pauseAfter = (tries: number): number => Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(tries - 1, 20));

/** Stores the provider's answer. A late answer does not change a settled refund. */
async function storeRefundOutcome(work: Work, taken: RefundRow, outcome: RefundOutcome): Promise<void> {
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
  const refusal =
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
      ...refusal,
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
