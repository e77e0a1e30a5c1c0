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

/** The writes of a try's life: each looks at the order as it is by then. */

type NextStep =
  | { kind: 'capture'; requestId: string; retry: number }
  | { kind: 'paid' | 'expired' | 'takeBack' | 'wait' | 'settled' };

/**
 * The money is authorized. May it be captured? The request that does it gets its id before it is sent, so that after a
 * crash the same one is sent again; from here on the order does not expire.
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
  // Of a paid order only a rest that is still open.
  if (isPaidStatus(order.status) && (await moneyOfOrder(tx, order)).open < attempt.amount) return { kind: 'paid' };
  if (order.status === 'canceled') return { kind: order.cancelReason === 'expired' ? 'expired' : 'takeBack' };
  // Nobody pays for what does not take place.
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
    // Still ours.
    leasedUntil: attempt.leasedUntil,
  });
  await notePaymentChoice(work, { orderId, paymentStatus: 'authorized' });
  return { kind: 'capture', requestId, retry: attempt.captureTries };
}

/**
 * The money is captured: the try is completed and its money enters the ledger in one write. Answers null when somebody
 * else was quicker.
 */
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
  // The order waits for the rest, and no longer for this try.
  if (received === 'partly') await notePaymentChoice(work, { orderId, paymentStatus: 'pending' });
  return received;
}

type AttemptFailure = {
  /** A code of the catalogue. */
  problem: string;
  handling: FailureHandling;
  errorName?: string | null;
  payerMessage?: string | null;
  transaction?: ProviderTransaction;
};

/** The try came to nothing. The order waits on, and says so when this was the newest one. */
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

/** An authorization that the order could not have was taken back at the provider; no money moved. */
export async function forgetAuthorization(
  work: Work,
  attempt: Attempt,
  { problem, transaction }: { problem: string; transaction: ProviderTransaction },
): Promise<void> {
  await failAttempt(work, attempt, { problem, handling: 'ABORT', transaction });
  const { orderId, method, amount } = attempt;
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: `payment.takenBack ${method} ${amount}` });
}
