import type { Write } from '#src/data/work.ts';
import { refundReference } from '../rules/refund-reference.ts';
import { meaningOf } from '../saferpay/error-names.ts';
import type { Provider, ProviderFailure, ProviderTransaction } from '../saferpay/provider.ts';
import { noteRefundOutcome, type RefundOutcome } from './note-refund-outcome.ts';
import { type TakenRefund, takeRefund } from './take-refund.ts';

type Executing = { write: Write; provider: Provider; prefix: string };

/**
 * Continues one refund through the provider as far as possible. Safe for concurrent processes and after crashes: a
 * write leases the refund before the request, and a later process first asks the provider for its state.
 */
export async function executeRefund({ write, provider, prefix }: Executing, refundId: number): Promise<void> {
  const taken = await write((work) => takeRefund(work, refundId));
  if (!taken) return;
  const outcome = await askProvider(provider, taken, prefix);
  await write((work) => noteRefundOutcome(work, taken, outcome));
}

async function askProvider(provider: Provider, refund: TakenRefund, prefix: string): Promise<RefundOutcome> {
  const { transactionId, providerStatus } = refund;
  if (transactionId !== null && providerStatus === 'PENDING') return askAgain(provider, transactionId);
  if (transactionId !== null && providerStatus === 'AUTHORIZED') return capture(provider, refund, transactionId);
  const orderId = refundReference(prefix, refund.orderId, refund.id);
  if (refund.tries > 1) {
    const known = await provider.inquire({ orderId });
    if (known.ok) return goOn(provider, refund, known.transaction);
    // Repeats the request only if the refund certainly does not exist; other failures leave its state unknown.
    if (known.failure.errorName !== 'TRANSACTION_NOT_FOUND') return { kind: 'unknown', failure: known.failure };
  }
  const payment = await captureOf(provider, refund.payment);
  if (typeof payment !== 'string') return payment;
  const asked = await provider.refund({
    captureId: payment,
    amount: refund.amount,
    orderId,
    requestId: refund.requestId,
    description: orderId,
  });
  return asked.ok ? goOn(provider, refund, asked.transaction) : refusedOr(asked.failure);
}

/** The capture to refund; if its id is missing, asks for its payment. */
async function captureOf(provider: Provider, payment: TakenRefund['payment']): Promise<string | RefundOutcome> {
  if (payment.captureId !== null) return payment.captureId;
  const known = await provider.inquire({ transactionId: payment.transactionId });
  if (!known.ok) return { kind: 'unknown', failure: known.failure };
  // Old captures have the id of their transaction.
  return known.transaction.captureId ?? known.transaction.id;
}

/** Validates the provider's response before acting on it. */
function goOn(provider: Provider, refund: TakenRefund, transaction: ProviderTransaction): Promise<RefundOutcome> {
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
  return { ...begunOr(failure), transactionId, providerStatus: 'AUTHORIZED' };
}

async function askAgain(provider: Provider, transactionId: string): Promise<RefundOutcome> {
  const asserted = await provider.assertRefund({ transactionId });
  if (!asserted.ok) return { ...begunOr(asserted.failure), transactionId, providerStatus: 'PENDING' };
  return { kind: asserted.status === 'CAPTURED' ? 'done' : 'waits', transactionId, captureId: null };
}

/** Temporary refusals are retried; unknown outcomes are polled. */
const refusedOr = (failure: ProviderFailure): Extract<RefundOutcome, { failure: unknown }> =>
  failure.kind === 'refused'
    ? { kind: failure.handling === 'RETRY' || failure.handling === 'RETRY_LATER' ? 'later' : 'failed', failure }
    : { kind: 'unknown', failure };

/** After the provider started the refund, a setup error does not mean that it failed. */
const begunOr = (failure: ProviderFailure) =>
  meaningOf(failure.errorName) === 'setup' ? { kind: 'unknown' as const, failure } : refusedOr(failure);
