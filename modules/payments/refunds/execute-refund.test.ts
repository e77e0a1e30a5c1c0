import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { adminOrderOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { minutes } from '#src/kernel/time.ts';
import type { TestShop } from '#tests/support/shop.ts';
import { paidSumOf } from '../ledger.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { receivePayment } from '../receive-payment.ts';
import { refundReference } from '../rules/payment-reference.ts';
import type { Provider } from '../saferpay/provider.ts';
import { paymentAttempts } from '../schema.ts';
import { order, race } from '../testing.ts';
import { executeRefund, takeRefund } from './execute-refund.ts';
import { refundOrders } from './refund-orders.ts';
import { refundByTransfer, retryRefund, takeBackAuthorization } from './retry-refund.ts';
import { setRefundStatus } from './set-refund-status.ts';
import { handsOn, loseCaptureId, type RefundScene, realProvider, refundScene } from './testing.ts';

let scene: RefundScene;
let shop: TestShop;
let editorId: number;
let hands: ReturnType<typeof handsOn>;

beforeEach(async () => {
  scene = await refundScene();
  ({ shop, editorId } = scene);
  hands = handsOn(scene);
});

test('a card payment goes back the way it came, is captured, and enters the ledger once', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  expect(await hands.shown(orderId)).toEqual({ refundStatus: 'pending', refundedPrice: 0 });
  await hands.execute(orderId);
  await hands.execute(orderId);
  expect(scene.calls()).toEqual(['Refund', 'Capture']);
  expect(await scene.gone()).toBe(3000);
  const { transactionId } = await hands.row(orderId);
  expect(await hands.ledgerRefunds(orderId)).toEqual([{ method: 'visa', amount: 3000, reference: transactionId }]);
  expect(await paidSumOf(shop.deps.read, orderId)).toBe(0);
  expect(await hands.shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
  const known = await realProvider(scene).inquire({
    orderId: refundReference('SB', orderId, (await hands.row(orderId)).id),
  });
  expect(known).toMatchObject({ ok: true, transaction: { id: transactionId, status: 'CAPTURED', amount: 3000 } });
  const { audits } = await adminOrderOf(shop.deps.read, orderId);
  expect(audits.map(({ comment, editor }) => [comment, editor?.id ?? null])).toEqual(
    expect.arrayContaining([
      ['refund.opened full 3000', editorId],
      ['refund.completed visa 3000', null],
    ]),
  );
});

test('of many who refund the same order at once, the money goes back once', async () => {
  const orderId = await hands.paidByCard();
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => hands.opened([orderId])));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await Promise.all(Array.from({ length: 10 }, () => hands.execute(orderId)));
  expect(await scene.gone()).toBe(3000);
  expect(await hands.ledgerRefunds(orderId)).toHaveLength(1);
  // Without checking the remainder and leasing the refund, the provider refunds it ten times.
  const other = await hands.paidByCard();
  const [attempt] = await shop.deps.read.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, other));
  const provider = realProvider(scene);
  const asked = { captureId: attempt?.captureId ?? '', amount: cents(300), description: 'x' };
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const done = await provider.refund({ ...asked, orderId: `careless${index}`, requestId: `r${index}` });
      if (done.ok) await provider.capture({ transactionId: done.transaction.id, requestId: `c${index}`, retry: 0 });
    }),
  );
  expect(await scene.gone()).toBe(6000);
});

test('the same key is one refund; without one every call is', async () => {
  const orderId = await hands.paidByCard();
  const withKey = (key: string) =>
    hands.write((work) =>
      refundOrders(work, { orderIds: [orderId], mode: 'custom', amount: 500, editorId: scene.editorId, key }),
    );
  const [first, again] = await Promise.all([withKey('a % key'), withKey('a % key')]);
  expect(again).toEqual(first);
  expect(await hands.rows(orderId)).toHaveLength(1);
  await hands.opened([orderId], 'custom', 250);
  await hands.opened([orderId], 'custom', 250);
  expect(await hands.rows(orderId)).toHaveLength(3);
  await expect(hands.opened([orderId], 'custom', 2001)).rejects.toMatchObject({ code: 'CANT_REFUND_MORE_THAN_TOTAL' });
  await expect(hands.opened([orderId], 'custom', 0)).rejects.toMatchObject({ code: 'CANT_REFUND_LESS_THAN_ZERO' });
  await hands.execute(orderId);
  expect(await scene.gone()).toBe(1000);
  expect(
    await moneyOfOrder(shop.deps.read, { id: orderId, totalPrice: cents(3000), status: 'complete' }),
  ).toMatchObject({
    kept: 2000,
    refunded: 1000,
  });
});

test('refuses a refund when the remainder changed since it was viewed', async () => {
  const orderId = await hands.paidByCard();
  const asSeen = (left: number) =>
    hands.write((work) =>
      refundOrders(work, {
        orderIds: [orderId],
        mode: 'custom',
        amount: 1000,
        editorId,
        shown: new Map([[orderId, left]]),
      }),
    );
  await asSeen(3000);
  await expect(asSeen(3000)).rejects.toMatchObject({ code: 'CANT_REFUND_MEANWHILE', details: { left: 2000 } });
  await asSeen(2000);
  expect(await hands.rows(orderId)).toHaveLength(2);
});

test('refunds many orders or none, before any money moves', async () => {
  const place = await race(shop);
  const paid = await order(shop, place);
  await scene.payOnline(paid);
  const unpaid = await order(shop, place, { people: [{ firstName: 'Ida', lastName: 'Moser' }] });
  await expect(hands.opened([paid, unpaid])).rejects.toMatchObject({
    code: 'CANT_REFUND_LESS_THAN_ZERO',
    details: { orderId: unpaid },
  });
  expect(await hands.rows(paid)).toEqual([]);
  await expect(hands.opened([paid, 99_999])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await hands.rows(paid)).toEqual([]);
});

test('refunds each payment method at most what it brought', async () => {
  const orderId = await order(shop, await race(shop));
  const transfer = { orderId, method: 'bank', amount: cents(500), reference: 'line 1', editorId: null };
  await hands.write((work) => receivePayment(work, transfer));
  await scene.payOnline(orderId, 'eps');
  await hands.opened([orderId], 'custom', 2700);
  expect((await hands.rows(orderId)).map(({ way, method, amount }) => [way, method, amount])).toEqual([
    ['provider', 'eps', 2500],
    ['transfer', 'bank', 200],
  ]);
  await hands.opened([orderId]);
  expect((await hands.rows(orderId)).at(-1)).toMatchObject({ way: 'transfer', amount: 300 });
  await hands.execute(orderId);
  expect(await scene.gone()).toBe(2500);
  expect(await hands.shown(orderId)).toEqual({ refundStatus: 'pending', refundedPrice: 2500 });
});

test('without an answer, asks for the refund by its id and repeats it only if it does not exist', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  scene.fails('Refund', { kind: 'close', when: 'after' });
  await hands.execute(orderId);
  expect(await hands.row(orderId)).toMatchObject({ status: 'pending', problem: 'PAYMENT_NO_RESPONSE' });
  await hands.execute(orderId);
  expect(scene.calls()).toEqual(['Refund']);
  shop.clock.advance(minutes(5));
  await hands.execute(orderId);
  expect(scene.calls()).toEqual(['Refund', 'Inquire', 'Capture']);
  expect(await scene.gone()).toBe(3000);
  expect(await hands.ledgerRefunds(orderId)).toHaveLength(1);

  const other = await hands.paidByCard();
  await hands.opened([other]);
  scene.fails('Refund', { kind: 'close' });
  scene.fails('Inquire', { kind: 'error', errorName: 'PERMISSION_DENIED' });
  await hands.execute(other);
  shop.clock.advance(minutes(5));
  await hands.execute(other);
  // The outcome is unknown, so nothing is repeated.
  expect(scene.calls().filter((name) => name === 'Refund')).toHaveLength(1);
  shop.clock.advance(minutes(10));
  await hands.execute(other);
  expect(scene.calls().filter((name) => name === 'Refund')).toHaveLength(2);
  expect(await scene.gone()).toBe(6000);
});

test('a refund is sent once, even if a process dies after any step', async () => {
  // Before the request to the provider.
  const first = await hands.paidByCard();
  await hands.opened([first]);
  await hands.write((work) => takeRefund(work, 1));
  await hands.execute(first);
  expect(scene.calls()).toEqual([]);
  shop.clock.advance(minutes(5));
  await hands.execute(first);
  expect([scene.calls(), await scene.gone()]).toEqual([['Inquire', 'Refund', 'Capture'], 3000]);

  // After the provider's success, before storing it.
  const second = await hands.paidByCard();
  await hands.opened([second]);
  const [refund] = await hands.rows(second);
  const dies = () => Promise.reject(new Error('killed'));
  let writes = 0;
  const dying: typeof hands.write = (verb) => (++writes > 1 ? dies() : hands.write(verb));
  const executing = { write: dying, provider: realProvider(scene), prefix: 'SB' };
  await expect(executeRefund(executing, refund?.id ?? 0)).rejects.toThrow('killed');
  expect([await scene.gone(), await hands.ledgerRefunds(second)]).toEqual([6000, []]);
  shop.clock.advance(minutes(5));
  await Promise.all([hands.execute(second), hands.execute(second), hands.execute(second)]);
  expect(await scene.gone()).toBe(6000);
  expect(await hands.ledgerRefunds(second)).toHaveLength(1);
  expect(await hands.shown(second)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
});

test('a late answer does not change a settled refund', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  const { id } = await hands.row(orderId);
  type Answer = Awaited<ReturnType<Provider['refund']>>;
  let answer: (outcome: Answer) => void = () => {};
  const refund = () => new Promise<Answer>((resolve) => (answer = resolve));
  const hanging = executeRefund({ write: hands.write, provider: { ...realProvider(scene), refund }, prefix: 'SB' }, id);
  await expect.poll(async () => (await hands.row(orderId)).tries).toBe(1);
  shop.clock.advance(minutes(5));
  await hands.execute(orderId);
  const no = { operation: 'Refund', kind: 'refused', code: 'PAYMENT_REFUND_FAILED', handling: 'ABORT' } as const;
  const failure = { ...no, errorName: 'GENERAL_DECLINED', message: 'no', payerMessage: null, transactionId: null };
  answer({ ok: false, failure });
  await hanging;
  expect(await hands.row(orderId)).toMatchObject({ status: 'completed', problem: null });
  expect(await scene.gone()).toBe(3000);
});

test('a refused refund stays failed with its message, and can be retried or transferred once', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  scene.fails('Refund', { kind: 'error', errorName: 'ACTION_NOT_SUPPORTED', message: 'giropay cannot' });
  await hands.execute(orderId);
  expect(await hands.row(orderId)).toMatchObject({
    status: 'failed',
    problem: 'PAYMENT_REFUND_FAILED',
    errorName: 'ACTION_NOT_SUPPORTED',
    message: 'giropay cannot',
    nextTryAt: null,
  });
  expect(await hands.shown(orderId)).toEqual({ refundStatus: 'failed', refundedPrice: 0 });
  // Still owed, so another refund cannot use it.
  await expect(hands.opened([orderId])).rejects.toMatchObject({ code: 'CANT_REFUND_LESS_THAN_ZERO' });

  scene.fails('Refund', { kind: 'error', errorName: 'GENERAL_DECLINED' });
  expect(await hands.write(async (work) => retryRefund(work, await hands.row(orderId)))).toBe(true);
  await hands.execute(orderId);
  const failed = await hands.row(orderId);
  expect(failed).toMatchObject({ status: 'failed', errorName: 'GENERAL_DECLINED' });
  await hands.write((work) => refundByTransfer(work, failed, editorId));
  await expect(hands.write((work) => refundByTransfer(work, failed, editorId))).rejects.toMatchObject({
    code: 'CANT_CHANGE_REFUND_STATUS',
  });
  await hands.execute(orderId);
  expect(await scene.gone()).toBe(0);
  await hands.write((work) =>
    setRefundStatus(work, { orderIds: [orderId], refundStatus: 'completed', editorId, isSuperAdmin: true }),
  );
  expect(await hands.ledgerRefunds(orderId)).toMatchObject([{ method: 'bank', amount: 3000 }]);
});

test('retries a temporary refusal with backoff, a limited number of times', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  const fault = { kind: 'error', errorName: 'NO_CREDITS_AVAILABLE', behavior: 'RETRY_LATER' } as const;
  scene.fails('Refund', { ...fault, times: 8 });
  const pauses: number[] = [];
  for (let round = 0; round < 8; round++) {
    await hands.execute(orderId);
    const { nextTryAt } = await hands.row(orderId);
    if (nextTryAt === null) break;
    pauses.push((nextTryAt - shop.clock()) / minutes(1));
    shop.clock.set(nextTryAt);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320]);
  expect((await hands.row(orderId)).status).toBe('failed');
});

test('captures an authorized refund later, or cancels it before a transfer', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  scene.fails('Capture', { kind: 'close', times: 3 });
  await hands.execute(orderId);
  expect(await hands.row(orderId)).toMatchObject({ status: 'pending', providerStatus: 'AUTHORIZED' });
  scene.fails('Capture', { kind: 'error', errorName: 'TRANSACTION_DECLINED' });
  shop.clock.advance(minutes(5));
  await hands.execute(orderId);
  const failed = await hands.row(orderId);
  expect(failed).toMatchObject({ status: 'failed', providerStatus: 'AUTHORIZED' });
  scene.fails('Cancel', { kind: 'close', times: 3 });
  const provider = realProvider(scene);
  await expect(takeBackAuthorization(provider, failed)).rejects.toMatchObject({ code: 'PAYMENT_REFUND_FAILED' });
  await takeBackAuthorization(provider, failed);
  await hands.write((work) => refundByTransfer(work, failed, editorId));
  const taken = await provider.inquire({ transactionId: failed.transactionId ?? '' });
  expect(taken).toMatchObject({ ok: true, transaction: { status: 'CANCELED' } });
  expect(await scene.gone()).toBe(0);
});

test('polls a refund in progress; a second capture counts as done', async () => {
  const orderId = await hands.paidByCard();
  scene.provider.simulator.misbehaviour.pendNext('refund');
  await hands.opened([orderId]);
  await hands.execute(orderId);
  expect(await hands.row(orderId)).toMatchObject({ status: 'pending', providerStatus: 'PENDING' });
  expect(await hands.ledgerRefunds(orderId)).toEqual([]);
  shop.clock.advance(minutes(5));
  await hands.execute(orderId);
  expect(await hands.row(orderId)).toMatchObject({ status: 'pending', providerStatus: 'PENDING' });
  await scene.provider.simulator.finish((await hands.row(orderId)).transactionId ?? '');
  shop.clock.advance(minutes(10));
  await hands.execute(orderId);
  expect(scene.calls()).toEqual(['Refund', 'AssertRefund', 'AssertRefund']);
  expect(await hands.shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });

  const other = await hands.paidByCard();
  await hands.opened([other]);
  scene.fails('Capture', { kind: 'close', when: 'after' });
  await hands.execute(other);
  shop.clock.advance(minutes(5));
  await hands.execute(other);
  expect((await hands.row(other)).status).toBe('completed');
  expect(await scene.gone()).toBe(6000);
});

test('rejects another amount, or a payment with the refund’s id', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  const provider = realProvider(scene);
  const refund: Provider['refund'] = (asked) => provider.refund({ ...asked, amount: cents(2999) });
  const strange = { ...provider, refund };
  await executeRefund({ write: hands.write, provider: strange, prefix: 'SB' }, (await hands.row(orderId)).id);
  expect(await hands.row(orderId)).toMatchObject({ status: 'pending', problem: 'PAYMENT_UNEXPECTED' });
  expect(await hands.ledgerRefunds(orderId)).toEqual([]);
});

test('asks the payment for a missing capture id', async () => {
  const orderId = await hands.paidByCard();
  await loseCaptureId(scene, orderId);
  await hands.opened([orderId]);
  await hands.execute(orderId);
  expect(scene.calls()).toEqual(['Inquire', 'Refund', 'Capture']);
  expect(await scene.gone()).toBe(3000);
});
