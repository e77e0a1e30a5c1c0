import { addAudit, notePaymentChoice, orderStateOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { type Received, receivePayment } from '../receive-payment.ts';
import { failureWord } from '../rules/failure.ts';
import type { FailureHandling } from '../rules/states.ts';
import type { ProviderTransaction } from '../saferpay/provider.ts';
import { newRequestId } from '../saferpay/transport.ts';
import {
  type Attempt,
  attemptById,
  changeAttempt,
  hasOtherAuthorized,
  isOpenAttempt,
  newestAttempt,
} from './attempts.ts';

/** State changes of an attempt; each checks the current state of the order. */

type NextStep =
  | { kind: 'capture'; requestId: string; retry: number }
  | { kind: 'paid' | 'expired' | 'takeBack' | 'wait' | 'settled' };

/**
 * Decides whether an authorized payment may be captured. Stores the request id before sending, so that the same request
 * is repeated after a crash. From here on the order does not expire.
 */
export async function prepareCapture(
  work: Work,
  { id, orderId }: Attempt,
  transaction: ProviderTransaction,
): Promise<NextStep> {
  const { tx } = work;
  const attempt = present(await attemptById(tx, id), 'attempts are never deleted');
  if (!isOpenAttempt(attempt)) return { kind: 'settled' };
  const order = present(await orderStateOf(tx, orderId), 'an attempt has an order');
  // Of a paid order only an open rest.
  if (isPaidStatus(order.status) && (await moneyOfOrder(tx, order)).open < attempt.amount) return { kind: 'paid' };
  if (order.status === 'canceled') return { kind: order.cancelReason === 'expired' ? 'expired' : 'takeBack' };
  // Nobody pays for a canceled event.
  if (order.isEventCanceled) return { kind: 'takeBack' };
  if (await hasOtherAuthorized(tx, attempt)) return { kind: 'wait' };
  const requestId = attempt.captureRequestId ?? newRequestId();
  await changeAttempt(tx, id, {
    status: 'authorized',
    providerStatus: transaction.status,
    transactionId: transaction.id,
    means: transaction.means,
    captureRequestId: requestId,
    captureTries: attempt.captureTries + 1,
    leasedUntil: attempt.leasedUntil,
  });
  await notePaymentChoice(work, { orderId, paymentStatus: 'authorized' });
  return { kind: 'capture', requestId, retry: attempt.captureTries };
}

/** Completes the attempt and enters its captured money in one write. Null when another process was faster. */
export async function finishAttempt(
  work: Work,
  attempt: Attempt,
  transaction: ProviderTransaction,
): Promise<Received | null> {
  const { id, orderId, method } = attempt;
  const changed = await changeAttempt(work.tx, id, {
    status: 'completed',
    settledAt: work.now,
    nextAskAt: null,
    providerStatus: 'CAPTURED',
    transactionId: transaction.id,
    captureId: transaction.captureId,
    means: transaction.means,
  });
  if (!changed) return null;
  const received = await receivePayment(work, {
    orderId,
    method,
    amount: transaction.amount,
    reference: transaction.id,
    means: transaction.means,
    editorId: null,
    attemptId: id,
  });
  // The order waits for the rest, no longer for this attempt.
  if (received === 'partly') await notePaymentChoice(work, { orderId, paymentStatus: 'pending' });
  return received;
}

type AttemptFailure = {
  problem: string;
  handling: FailureHandling;
  errorName?: string | null;
  payerMessage?: string | null;
  transaction?: ProviderTransaction;
};

/** Marks the attempt as failed. The order stays pending, and shows the failure if this was its newest attempt. */
export async function failAttempt(work: Work, attempt: Attempt, failure: AttemptFailure): Promise<void> {
  const { problem, handling, errorName = null, payerMessage = null, transaction } = failure;
  const before = await attemptById(work.tx, attempt.id);
  const changed = await changeAttempt(work.tx, attempt.id, {
    status: 'failed',
    settledAt: work.now,
    nextAskAt: null,
    problem,
    failureHandling: handling,
    errorName,
    payerMessage,
    ...(transaction ? { providerStatus: transaction.status, transactionId: transaction.id } : {}),
  });
  if (!changed) return;
  countFailure(work, failure);
  const order = await orderStateOf(work.tx, attempt.orderId);
  if (order?.status !== 'pending') return;
  if (await hasOtherAuthorized(work.tx, attempt)) return;
  const newest = await newestAttempt(work.tx, attempt.orderId);
  if (newest?.id !== attempt.id && before?.status !== 'authorized') return;
  await notePaymentChoice(work, {
    orderId: attempt.orderId,
    paymentStatus: order.paymentMethod === 'bank' ? 'pending' : 'failed',
  });
}

export const countFailure = (
  work: Work,
  { handling, errorName = null }: Pick<AttemptFailure, 'handling' | 'errorName'>,
): void =>
  work.count('startblock_payments_failed_total', { reason: failureWord({ errorName, failureHandling: handling }) });

/** Marks an attempt whose authorization was canceled at the provider; no money moved. */
export async function forgetAuthorization(
  work: Work,
  attempt: Attempt,
  { problem, transaction }: { problem: string; transaction: ProviderTransaction },
): Promise<void> {
  await failAttempt(work, attempt, { problem, handling: 'ABORT', transaction });
  const { orderId, method, amount } = attempt;
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: `payment.takenBack ${method} ${amount}` });
}
