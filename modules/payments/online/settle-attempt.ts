import { orderStateOf } from '#modules/orders/index.ts';
import type { Job } from '#src/data/jobs.ts';
import { instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/log.ts';
import { reactivateExpired } from '../receive-payment.ts';
import type { PaymentStatus } from '../rules/states.ts';
import { providerOf } from '../saferpay/client.ts';
import { meaningOf } from '../saferpay/error-names.ts';
import type { Provider, ProviderFailure, ProviderTransaction } from '../saferpay/provider.ts';
import {
  type Attempt,
  attemptById,
  changeAttempt,
  dueAttempts,
  dueWithoutNotification,
  failAttempt,
  finishAttempt,
  forgetAuthorization,
  lastAskMs,
  leaseAttempt,
  leaseMs,
  nextAskOf,
  prepareCapture,
  renewLease,
} from './attempts.ts';

/**
 * Acts on the state of an attempt: capture, ledger entry, completion. Called by return, notification, status request
 * and job, in any order and repeatedly. One process works at a time; a crash at any point is followed up.
 */
export function settleAttempt(deps: Deps, id: number): Promise<PaymentStatus> {
  const mine = underWay.get(deps.database) ?? new Map<number, Promise<PaymentStatus>>();
  underWay.set(deps.database, mine);
  const known = mine.get(id);
  if (known) return known;
  const settled = settleLeased(deps, id).finally(() => mine.delete(id));
  mine.set(id, settled);
  return settled;
}
const underWay = new WeakMap<object, Map<number, Promise<PaymentStatus>>>();

async function settleLeased(deps: Deps, id: number): Promise<PaymentStatus> {
  const provider = providerOf(deps);
  const attempt = provider && (await leaseAttempt(deps.write, id));
  if (!attempt) return (await attemptById(deps.read, id))?.status ?? 'failed';
  const extendLease = setInterval(() => {
    renewLease(deps.write, id).catch((error) => deps.log.error('a lease was not renewed', describeError(error)));
  }, leaseMs / 3);
  try {
    await settle(deps, provider, attempt);
  } finally {
    clearInterval(extendLease);
  }
  return (await attemptById(deps.read, id))?.status ?? 'failed';
}

async function settle(deps: Deps, provider: Provider, attempt: Attempt): Promise<void> {
  if (attempt.token === null) {
    // No payer was sent to its page.
    await deps.write((work) => failAttempt(work, attempt, { problem: 'PAYMENT_INIT_FAILED', handling: 'RETRY' }));
    return;
  }
  const response = await provider.assert({ token: attempt.token });
  if (response.ok) return settleTransaction(deps, provider, attempt, response.transaction);
  const { failure } = response;
  // After a day the page can no longer be asked for, but a resulting payment can.
  if (failure.errorName === 'TOKEN_EXPIRED' || failure.errorName === 'TOKEN_INVALID') {
    const found = await provider.inquire({ orderId: attempt.reference });
    if (found.ok) return settleTransaction(deps, provider, attempt, found.transaction);
    if (found.failure.errorName === 'TRANSACTION_NOT_FOUND') return fail(deps, attempt, failure);
    return waitOn(deps, attempt, found.failure);
  }
  const refused = failure.kind === 'refused' && meaningOf(failure.errorName) === 'refused';
  return refused ? fail(deps, attempt, failure) : waitOn(deps, attempt, failure);
}

async function settleTransaction(
  deps: Deps,
  provider: Provider,
  attempt: Attempt,
  transaction: ProviderTransaction,
): Promise<void> {
  if (!isOurs(attempt, transaction)) {
    deps.log.error('a payment is not what was asked for', {
      attemptId: attempt.id,
      orderId: attempt.orderId,
      transactionId: transaction.id,
      amount: transaction.amount,
      currency: transaction.currency,
    });
    if (transaction.status === 'AUTHORIZED')
      return takeBack(deps, provider, attempt, transaction, 'PAYMENT_UNEXPECTED');
    if (transaction.status !== 'CAPTURED' || transaction.currency !== 'EUR') {
      await deps.write((work) => failAttempt(work, attempt, { problem: 'PAYMENT_UNEXPECTED', handling: 'ABORT' }));
      return;
    }
    // Captured with another amount: enters what came; the excess is refunded.
  }
  if (transaction.status === 'CAPTURED') return finish(deps, attempt, transaction);
  if (transaction.status === 'PENDING') return waitOn(deps, attempt, null, transaction);
  if (transaction.status === 'CANCELED') {
    await deps.write((work) =>
      failAttempt(work, attempt, { problem: 'PAYMENT_ASSERT_FAILED', handling: 'ABORT', transaction }),
    );
    return;
  }
  return capture(deps, provider, attempt, transaction);
}

const isOurs = (attempt: Attempt, { amount, currency, orderId }: ProviderTransaction): boolean =>
  amount === attempt.amount && currency === 'EUR' && (orderId === null || orderId === attempt.reference);

/** Captures an authorized payment if the order may have it. */
async function capture(
  deps: Deps,
  provider: Provider,
  attempt: Attempt,
  transaction: ProviderTransaction,
): Promise<void> {
  const prepare = () => deps.write((work) => prepareCapture(work, attempt, transaction));
  let next = await prepare();
  if (next.kind === 'expired')
    next = (await reactivateExpired(deps.write, attempt.orderId)) ? await prepare() : { kind: 'takeBack' };
  if (next.kind === 'settled') return;
  // Another attempt is being captured; one of the two will be canceled.
  if (next.kind === 'wait') return waitOn(deps, attempt, null, transaction, minutes(1));
  if (next.kind !== 'capture') {
    const problem = next.kind === 'paid' ? 'ORDER_ALREADY_PAID' : 'CANT_CHANGE_ORDER_STATUS';
    return takeBack(deps, provider, attempt, transaction, problem);
  }
  const { requestId, retry } = next;
  const captured = await provider.capture({ transactionId: transaction.id, requestId, retry });
  if (captured.ok) {
    const { status, captureId } = captured;
    if (status === 'PENDING') return waitOn(deps, attempt, null, { ...transaction, captureId });
    return finish(deps, attempt, { ...transaction, status, captureId });
  }
  const { failure } = captured;
  if (failure.errorName === 'TRANSACTION_ALREADY_CAPTURED') {
    const known = await provider.inquire({ transactionId: transaction.id });
    return finish(deps, attempt, known.ok ? known.transaction : { ...transaction, status: 'CAPTURED' });
  }
  if (failure.kind === 'refused' && meaningOf(failure.errorName) !== 'setup')
    return fail(deps, attempt, failure, transaction);
  return waitOn(deps, attempt, failure, transaction);
}

async function takeBack(
  deps: Deps,
  provider: Provider,
  attempt: Attempt,
  transaction: ProviderTransaction,
  problem: string,
): Promise<void> {
  const canceled = await provider.cancel({ transactionId: transaction.id, requestId: `cancel-${attempt.reference}` });
  if (!canceled.ok) {
    const known = await provider.inquire({ transactionId: transaction.id });
    if (known.ok && known.transaction.status === 'CAPTURED') return finish(deps, attempt, known.transaction);
    if (!known.ok || known.transaction.status !== 'CANCELED')
      return waitOn(deps, attempt, canceled.failure, transaction);
  }
  await deps.write((work) =>
    forgetAuthorization(work, attempt, { problem, transaction: { ...transaction, status: 'CANCELED' } }),
  );
}

async function finish(deps: Deps, attempt: Attempt, transaction: ProviderTransaction): Promise<void> {
  const order = await orderStateOf(deps.read, attempt.orderId);
  if (order?.status === 'canceled') await reactivateExpired(deps.write, attempt.orderId);
  await deps.write((work) => finishAttempt(work, attempt, transaction));
  deps.runNow('refunds');
}

const fail = async (
  deps: Deps,
  attempt: Attempt,
  failure: ProviderFailure,
  transaction?: ProviderTransaction,
): Promise<void> => {
  await deps.write((work) =>
    failAttempt(work, attempt, {
      problem: failure.code,
      handling: failure.handling,
      errorName: failure.errorName,
      payerMessage: failure.payerMessage,
      ...(transaction ? { transaction } : {}),
    }),
  );
};

/** Undecided: retries later, and gives up after five days. */
async function waitOn(
  deps: Deps,
  attempt: Attempt,
  failure: ProviderFailure | null,
  transaction?: ProviderTransaction,
  pauseMs?: number,
): Promise<void> {
  // Retries soon for an authorized or unknown payment, rarely while the payer is on the page.
  const isUrgent = transaction?.status === 'AUTHORIZED' || (failure !== null && failure.kind !== 'refused');
  await deps.write(async (work) => {
    const { now } = work;
    if (now > attempt.createdAt + lastAskMs && !transaction) {
      await failAttempt(work, attempt, {
        problem: failure?.code ?? 'PAYMENT_ASSERT_FAILED',
        handling: 'ABORT',
        errorName: failure?.errorName ?? null,
      });
      return;
    }
    const soon = Math.min(minutes(1) * 2 ** Math.min(attempt.asks, 6), minutes(60));
    const nextAskAt = isUrgent || pauseMs !== undefined ? plus(now, pauseMs ?? soon) : nextAskOf(attempt, now);
    await changeAttempt(work.tx, attempt.id, {
      nextAskAt: dueWithoutNotification(instant(nextAskAt)),
      ...(transaction
        ? { providerStatus: transaction.status, transactionId: transaction.id, captureId: transaction.captureId }
        : {}),
    });
  });
}

const atOnce = 20;

/** Follows up attempts without a result. Each attempt has its own next time. */
export const settlePaymentsJob = (deps: Deps): Job => ({
  name: 'settle-payments',
  everyMs: 5_000,
  async run() {
    if (!providerOf(deps)) return false;
    const due = await dueAttempts(deps.read, deps.clock(), atOnce);
    await Promise.all(
      due.map(({ id }) =>
        settleAttempt(deps, id).catch((error) =>
          deps.log.error('a payment was not settled', { attemptId: id, ...describeError(error) }),
        ),
      ),
    );
    return due.length === atOnce;
  },
});
