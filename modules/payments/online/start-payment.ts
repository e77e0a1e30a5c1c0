import { and, count, eq, isNotNull } from 'drizzle-orm';
import { notePaymentChoice, type OrderRecord, orderStateOf, refuseOrderAwaitingMember } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { isOnlineMethod, type OnlineMethod } from '#src/kernel/payment-methods.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { hours, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { paymentNotifyPath, paymentReturnPath } from '../paths.ts';
import { configuredMethods, possibleMethods } from '../rules/methods.ts';
import { refuse } from '../rules/problems.ts';
import { providerOf } from '../saferpay/client.ts';
import type { ProviderFailure } from '../saferpay/provider.ts';
import { newRequestId } from '../saferpay/transport.ts';
import { paymentAttempts } from '../schema.ts';
import { changeAttempt, countFailure, nextAskOf } from './attempts.ts';

const perOrder: Limit = { name: 'payment-start', most: 30, windowMs: hours(1), per: 'account' };

/**
 * Starts an attempt to pay through the provider and returns the URL of its page, which can be opened once. Earlier
 * attempts may still succeed; the first success pays the order and the others are refunded.
 * @throws Problem ORDER_ALREADY_PAID, PAYMENT_INIT_FAILED (canceled, nothing open, not possible here, or refused by the
 * provider, with `details.failureHandling`), PAYMENT_NO_RESPONSE, PAYMENT_UNEXPECTED, TOO_MANY_REQUESTS
 */
export async function startOnlinePayment(
  deps: Deps,
  { order, method, locale }: { order: OrderRecord; method: string; locale: Locale },
): Promise<{ redirectUrl: string }> {
  const { config } = deps;
  const provider = providerOf(deps);
  const offered = possibleMethods(order.event, configuredMethods(config));
  if (!provider || !isOnlineMethod(method) || !offered.includes(method)) {
    return refuse('PAYMENT_INIT_FAILED', { reason: 'methodNotPossible', paymentMethod: method });
  }
  const attempt = await deps.write((work) => newAttempt(work, order.id, method, config.paymentReferencePrefix));
  const addressOf = (path: string) => `${config.publicUrl}${path}`;
  const notifyUrl = addressOf(paymentNotifyPath(attempt.secret));
  const outcome = await provider.initialize({
    requestId: newRequestId(),
    orderId: attempt.reference,
    amount: attempt.amount,
    method,
    description: `${order.event.title} · ${order.orderNumber}`.slice(0, 500),
    payerNote: attempt.reference.slice(0, 50),
    language: locale === 'de' ? 'de' : 'en',
    returnUrl: addressOf(paymentReturnPath(attempt.secret)),
    successNotifyUrl: `${notifyUrl}?r=success`,
    failNotifyUrl: `${notifyUrl}?r=fail`,
  });
  if (!outcome.ok) {
    await deps.write((work) => noteNotStarted(work, attempt.id, outcome.failure));
    return refuse(outcome.failure.code as 'PAYMENT_INIT_FAILED', {
      reason: 'provider',
      failureHandling: outcome.failure.handling,
    });
  }
  const { token, redirectUrl } = outcome;
  await deps.write(async (work) => {
    // Limits the effect of a wrong clock of the provider.
    const latest = plus(work.now, hours(2));
    const pageUntil = instant(Math.min(Math.max(outcome.pageUntil, work.now), latest));
    const { createdAt } = attempt;
    await changeAttempt(work.tx, attempt.id, {
      token,
      pageUntil,
      nextAskAt: nextAskOf({ createdAt, pageUntil, asks: 0 }, work.now),
    });
    await noteChoice(work, order.id, method);
  });
  return { redirectUrl };
}

async function newAttempt(work: Work, orderId: number, method: OnlineMethod, prefix: string) {
  const { tx, now } = work;
  const order = (await orderStateOf(tx, orderId)) ?? refuseGenerally('NOT_FOUND');
  const { open } = await moneyOfOrder(tx, order);
  if (isPaidStatus(order.status) && open === 0) return refuse('ORDER_ALREADY_PAID', { orderId });
  if (order.status === 'canceled') return refuse('PAYMENT_INIT_FAILED', { reason: 'orderCanceled' });
  refuseOrderAwaitingMember(order);
  if (open === 0) return refuse('PAYMENT_INIT_FAILED', { reason: 'nothingOpen' });
  await countTry(work, perOrder, String(orderId), 1);
  const [before] = await tx
    .select({ tries: count() })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), isNotNull(paymentAttempts.secret)));
  const secret = secretToken(18);
  const [attempt] = await tx
    .insert(paymentAttempts)
    .values({
      orderId,
      method,
      reference: `${prefix}${orderId}-${(before?.tries ?? 0) + 1}`,
      amount: open,
      status: 'pending',
      secret,
      createdAt: now,
      // If this process dies now, no payer was sent to the page.
      nextAskAt: plus(now, minutes(10)),
    })
    .returning();
  return { ...present(attempt, 'the attempt was just written'), secret };
}

async function noteChoice(work: Work, orderId: number, method: OnlineMethod): Promise<void> {
  const order = await orderStateOf(work.tx, orderId);
  if (order?.paymentMethod === 'bank') return;
  await notePaymentChoice(work, { orderId, paymentMethod: method, paymentStatus: 'pending' });
}

async function noteNotStarted(work: Work, id: number, failure: ProviderFailure): Promise<void> {
  const changed = await changeAttempt(work.tx, id, {
    status: 'failed',
    settledAt: work.now,
    nextAskAt: null,
    problem: failure.code,
    errorName: failure.errorName,
    failureHandling: failure.handling,
    payerMessage: failure.payerMessage,
  });
  if (changed) countFailure(work, failure);
}
