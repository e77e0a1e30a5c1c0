import { and, desc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import { addAudit, notePaymentChoice, orderStateOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work, Write } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Instant, instant, plus, seconds } from '#src/kernel/time.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { type Received, receivePayment } from '../receive-payment.ts';
import { failureWord } from '../rules/failure.ts';
import type { FailureHandling } from '../rules/states.ts';
import type { ProviderTransaction } from '../saferpay/provider.ts';
import { newRequestId } from '../saferpay/transport.ts';
import { paymentAttempts } from '../schema.ts';

export type Attempt = typeof paymentAttempts.$inferSelect;

/** The lease is renewed every few seconds, so that another process soon takes over from a dead one. */
export const leaseMs = seconds(15);

const isOpen = inArray(paymentAttempts.status, ['pending', 'authorized']);

export const isOpenAttempt = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status === 'pending' || status === 'authorized';

export async function newestAttempt(reader: Reader | Tx, orderId: number): Promise<Attempt | null> {
  const [attempt] = await reader
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), isNotNull(paymentAttempts.secret)))
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  return attempt ?? null;
}

export async function attemptBySecret(reader: Reader, secret: string): Promise<Attempt | null> {
  const [attempt] = await reader.select().from(paymentAttempts).where(eq(paymentAttempts.secret, secret));
  return attempt ?? null;
}

export async function attemptById(reader: Reader | Tx, id: number): Promise<Attempt | null> {
  const [attempt] = await reader.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return attempt ?? null;
}

/** Attempts due for a status request, longest waiting first. */
export const dueAttempts = (reader: Reader, now: Instant, max: number): Promise<{ id: number }[]> =>
  reader
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(isNotNull(paymentAttempts.nextAskAt), lte(paymentAttempts.nextAskAt, now), isOpen))
    .orderBy(paymentAttempts.nextAskAt)
    .limit(max);

/** Leases an open attempt; null when settled or leased. Unless released, the job retries after the lease. */
export const leaseAttempt = (write: Write, id: number): Promise<Attempt | null> =>
  write(async ({ tx, now }) => {
    const [attempt] = await tx
      .update(paymentAttempts)
      .set({
        leasedUntil: plus(now, leaseMs),
        nextAskAt: plus(now, leaseMs),
        askedAt: now,
        asks: sql`${paymentAttempts.asks} + 1`,
      })
      .where(
        and(
          eq(paymentAttempts.id, id),
          isOpen,
          or(sql`${paymentAttempts.leasedUntil} is null`, lte(paymentAttempts.leasedUntil, now)),
        ),
      )
      .returning();
    return attempt ?? null;
  });

/** Renews the lease while the provider responds slowly. */
export const renewLease = (write: Write, id: number): Promise<unknown> =>
  write(({ tx, now }) =>
    tx
      .update(paymentAttempts)
      .set({ leasedUntil: plus(now, leaseMs), nextAskAt: dueWithoutNotification(plus(now, leaseMs)) })
      .where(and(eq(paymentAttempts.id, id), isOpen)),
  );

/** A notification received during the lease is not lost: it causes another request at once. */
export const dueWithoutNotification = (at: Instant) =>
  sql<Instant>`case when next_ask_at < leased_until then next_ask_at else ${at} end`;

/** Updates and releases an open attempt; false when it was settled meanwhile. */
export async function changeAttempt(
  tx: Tx,
  id: number,
  change: Parameters<ReturnType<typeof tx.update<typeof paymentAttempts>>['set']>[0],
): Promise<boolean> {
  const changed = await tx
    .update(paymentAttempts)
    .set({ leasedUntil: null, ...change })
    .where(and(eq(paymentAttempts.id, id), isOpen))
    .returning({ id: paymentAttempts.id });
  return changed.length > 0;
}

/** Whether another attempt of the order is authorized and not captured. */
async function hasOtherAuthorized(tx: Tx, { id, orderId }: Attempt): Promise<boolean> {
  const [other] = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        eq(paymentAttempts.status, 'authorized'),
        sql`${paymentAttempts.id} <> ${id}`,
        isNotNull(paymentAttempts.secret),
      ),
    )
    .limit(1);
  return other !== undefined;
}

const minute = 60_000;
/** The provider answers status requests for 24 h, and for 120 h while a payment is pending. */
export const lastAskMs = 120 * 60 * minute;

/** Next status request without a notification. The provider does not want to be polled, so pauses grow. */
export function nextAskOf(attempt: Pick<Attempt, 'createdAt' | 'pageUntil' | 'asks'>, now: Instant): Instant {
  const pageOver = plus(attempt.pageUntil ?? plus(attempt.createdAt, 60 * minute), minute);
  if (now < pageOver) return pageOver;
  const age = now - attempt.createdAt;
  const pause = age < 3 * 60 * minute ? 30 * minute : age < 24 * 60 * minute ? 5 * 60 * minute : 20 * 60 * minute;
  return instant(now + pause);
}

/** State changes of an attempt; each checks the current state of the order. */

type NextStep =
  | { kind: 'capture'; requestId: string; retry: number }
  | { kind: 'paid' | 'expired' | 'takeBack' | 'wait' | 'settled' };

/** Whether to capture. The request id is stored before sending. From here on the order does not expire. */
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
