import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { adminOrderOf, cancelOrder, orderOf } from '#modules/orders/index.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import type { TestShop } from '#tests/support/shop.ts';
import { paidSumOf } from '../ledger.ts';
import { markPaid } from '../mark-paid.ts';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { receivePayment } from '../receive-payment.ts';
import { refundReference } from '../rules/refund-reference.ts';
import type { Provider } from '../saferpay/provider.ts';
import { bankImports, bankLines, ledgerEntries, paymentAttempts } from '../schema.ts';
import { setOrderStatus } from '../set-order-status.ts';
import { order, race } from '../testing.ts';
import { executeRefund } from './execute-refund.ts';
import { openRefunds } from './open-refunds.ts';
import { makeRefundFile } from './refund-files.ts';
import { refundOf, retryRefund } from './retry-refund.ts';
import { setRefundAccount } from './set-refund-account.ts';
import { setRefundStatus } from './set-refund-status.ts';
import { settleRefundFile, settleTransferRefund } from './settle-transfers.ts';
import { takeRefund } from './take-refund.ts';
import { loseCaptureId, type RefundScene, realProvider, refundScene } from './testing.ts';
import { takeBackAuthorization, turnIntoTransfer } from './turn-into-transfer.ts';

let scene: RefundScene;
let shop: TestShop;
let editorId: number;

beforeEach(async () => {
  scene = await refundScene();
  ({ shop, editorId } = scene);
});

const write: TestShop['deps']['write'] = (verb) => shop.deps.write(verb);
const opened = (orderIds: number[], mode: 'full' | 'withoutProcessingFee' | 'custom' = 'full', amount?: number) =>
  write((work) => openRefunds(work, { orderIds, mode, amount: amount ?? null, editorId }));
const rows = (orderId: number) => refundsOf(shop.deps.read, orderId);
const row = async (orderId: number) => (await rows(orderId))[0] ?? expect.fail('there is no refund');
const execute = (orderId: number) => scene.execute(orderId);
const paidByCard = () => scene.paidOnline();
const isRefund = (name: string) => name === 'Refund';
const paidByBank = async () => {
  const orderId = await order(shop, await race(shop));
  await write((work) => markPaid(work, { orderId, editorId }));
  return orderId;
};
const ledgerRefunds = async (orderId: number) =>
  shop.deps.read
    .select({ method: ledgerEntries.method, amount: ledgerEntries.amount, reference: ledgerEntries.reference })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'refund')));
const shown = async (orderId: number) => {
  const { refundStatus, refundedPrice } = await adminOrderOf(shop.deps.read, orderId);
  return { refundStatus, refundedPrice };
};

test('a card payment goes back the way it came, is captured, and enters the ledger once', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  expect(await shown(orderId)).toEqual({ refundStatus: 'pending', refundedPrice: 0 });
  await execute(orderId);
  await execute(orderId);
  expect(scene.calls()).toEqual(['Refund', 'Capture']);
  expect(await scene.gone()).toBe(3000);
  const { transactionId } = await row(orderId);
  expect(await ledgerRefunds(orderId)).toEqual([{ method: 'visa', amount: 3000, reference: transactionId }]);
  expect(await paidSumOf(shop.deps.read, orderId)).toBe(0);
  expect(await shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
  const known = await realProvider(scene).inquire({ orderId: refundReference('SB', orderId, (await row(orderId)).id) });
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
  const orderId = await paidByCard();
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => opened([orderId])));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await Promise.all(Array.from({ length: 10 }, () => execute(orderId)));
  expect(await scene.gone()).toBe(3000);
  expect(await ledgerRefunds(orderId)).toHaveLength(1);
  // Without the look at what is left, and without taking a refund up, the provider gives it back ten times.
  const other = await paidByCard();
  const [attempt] = await shop.deps.read.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, other));
  const provider = realProvider(scene);
  const asked = { captureId: attempt?.captureId ?? '', amount: 300, description: 'x' };
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const done = await provider.refund({ ...asked, orderId: `careless${index}`, requestId: `r${index}` });
      if (done.ok) await provider.capture({ transactionId: done.transaction.id, requestId: `c${index}`, retry: 0 });
    }),
  );
  expect(await scene.gone()).toBe(6000);
});

test('the same custom sum twice in a moment is one refund; later, or from somebody else, it is another', async () => {
  const orderId = await paidByCard();
  await Promise.all([opened([orderId], 'custom', 500), opened([orderId], 'custom', 500)]);
  expect(await rows(orderId)).toHaveLength(1);
  shop.clock.advance(minutes(3));
  await opened([orderId], 'custom', 500);
  expect(await rows(orderId)).toHaveLength(2);
  await expect(opened([orderId], 'custom', 2001)).rejects.toMatchObject({ code: 'CANT_REFUND_MORE_THAN_TOTAL' });
  await expect(opened([orderId], 'custom', 0)).rejects.toMatchObject({ code: 'CANT_REFUND_LESS_THAN_ZERO' });
  await execute(orderId);
  expect(await scene.gone()).toBe(1000);
  expect(await moneyOfOrder(shop.deps.read, { id: orderId, totalPrice: 3000 })).toMatchObject({
    kept: 2000,
    refunded: 1000,
  });
});

test('what somebody saw must still be so', async () => {
  const orderId = await paidByCard();
  const asSeen = (left: number) =>
    write((work) =>
      openRefunds(work, {
        orderIds: [orderId],
        mode: 'custom',
        amount: 1000,
        editorId,
        seen: new Map([[orderId, left]]),
      }),
    );
  await asSeen(3000);
  await expect(asSeen(3000)).rejects.toMatchObject({ code: 'CANT_REFUND_MEANWHILE', details: { left: 2000 } });
  await asSeen(2000);
  expect(await rows(orderId)).toHaveLength(2);
});

test('many orders: all or nothing before any money moves', async () => {
  const place = await race(shop);
  const paid = await order(shop, place);
  await scene.payOnline(paid);
  const unpaid = await order(shop, place, { people: [{ firstName: 'Ida', lastName: 'Moser' }] });
  await expect(opened([paid, unpaid])).rejects.toMatchObject({
    code: 'CANT_REFUND_LESS_THAN_ZERO',
    details: { orderId: unpaid },
  });
  expect(await rows(paid)).toEqual([]);
  await expect(opened([paid, 99_999])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await rows(paid)).toEqual([]);
});

test('what came by several ways goes back by each of them, never more than it brought', async () => {
  const orderId = await order(shop, await race(shop));
  const transfer = { orderId, method: 'bank', amount: 500, reference: 'line 1', editorId: null };
  await write((work) => receivePayment(work, transfer));
  await scene.payOnline(orderId, 'eps');
  await opened([orderId], 'custom', 2700);
  expect((await rows(orderId)).map(({ way, method, amount }) => [way, method, amount])).toEqual([
    ['provider', 'eps', 2500],
    ['transfer', 'bank', 200],
  ]);
  await opened([orderId]);
  expect((await rows(orderId)).at(-1)).toMatchObject({ way: 'transfer', amount: 300 });
  await execute(orderId);
  expect(await scene.gone()).toBe(2500);
  expect(await shown(orderId)).toEqual({ refundStatus: 'pending', refundedPrice: 2500 });
});

test('nobody answered: asked again only by name, and repeated only when there is none', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  scene.fails('Refund', { kind: 'close', when: 'after' });
  await execute(orderId);
  expect(await row(orderId)).toMatchObject({ status: 'pending', problem: 'PAYMENT_NO_RESPONSE' });
  await execute(orderId);
  expect(scene.calls()).toEqual(['Refund']);
  shop.clock.advance(minutes(5));
  await execute(orderId);
  expect(scene.calls()).toEqual(['Refund', 'Inquire', 'Capture']);
  expect(await scene.gone()).toBe(3000);
  expect(await ledgerRefunds(orderId)).toHaveLength(1);

  const other = await paidByCard();
  await opened([other]);
  scene.fails('Refund', { kind: 'close' });
  scene.fails('Inquire', { kind: 'error', errorName: 'PERMISSION_DENIED' });
  await execute(other);
  shop.clock.advance(minutes(5));
  await execute(other);
  // Nobody knows yet, so nothing is repeated.
  expect(scene.calls().filter(isRefund)).toHaveLength(1);
  shop.clock.advance(minutes(10));
  await execute(other);
  expect(scene.calls().filter(isRefund)).toHaveLength(2);
  expect(await scene.gone()).toBe(6000);
});

test('a process that dies after any step leaves a refund that goes back once', async () => {
  // Before it asked the provider.
  const first = await paidByCard();
  await opened([first]);
  await write((work) => takeRefund(work, 1));
  await execute(first);
  expect(scene.calls()).toEqual([]);
  shop.clock.advance(minutes(5));
  await execute(first);
  expect([scene.calls(), await scene.gone()]).toEqual([['Inquire', 'Refund', 'Capture'], 3000]);

  // After the provider did it all, before it was written down.
  const second = await paidByCard();
  await opened([second]);
  const [refund] = await rows(second);
  const dies = () => Promise.reject(new Error('killed'));
  let writes = 0;
  const dying: typeof write = (verb) => (++writes > 1 ? dies() : write(verb));
  const executing = { write: dying, provider: realProvider(scene), prefix: 'SB' };
  await expect(executeRefund(executing, refund?.id ?? 0)).rejects.toThrow('killed');
  expect([await scene.gone(), await ledgerRefunds(second)]).toEqual([6000, []]);
  shop.clock.advance(minutes(5));
  await Promise.all([execute(second), execute(second), execute(second)]);
  expect(await scene.gone()).toBe(6000);
  expect(await ledgerRefunds(second)).toHaveLength(1);
  expect(await shown(second)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
});

test('an answer that comes late changes nothing that is settled', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  const { id } = await row(orderId);
  type Answer = Awaited<ReturnType<Provider['refund']>>;
  let answer: (outcome: Answer) => void = () => {};
  const refund = () => new Promise<Answer>((resolve) => (answer = resolve));
  const hanging = executeRefund({ write, provider: { ...realProvider(scene), refund }, prefix: 'SB' }, id);
  await expect.poll(async () => (await row(orderId)).tries).toBe(1);
  shop.clock.advance(minutes(5));
  await execute(orderId);
  const no = { operation: 'Refund', kind: 'refused', code: 'PAYMENT_REFUND_FAILED', handling: 'ABORT' } as const;
  const failure = { ...no, errorName: 'GENERAL_DECLINED', message: 'no', payerMessage: null, transactionId: null };
  answer({ ok: false, failure });
  await hanging;
  expect(await row(orderId)).toMatchObject({ status: 'completed', problem: null });
  expect(await scene.gone()).toBe(3000);
});

test('what the provider refuses stays as failed with its words; it can be tried again or transferred, once', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  scene.fails('Refund', { kind: 'error', errorName: 'ACTION_NOT_SUPPORTED', message: 'giropay cannot' });
  await execute(orderId);
  expect(await row(orderId)).toMatchObject({
    status: 'failed',
    problem: 'PAYMENT_REFUND_FAILED',
    errorName: 'ACTION_NOT_SUPPORTED',
    message: 'giropay cannot',
    nextTryAt: null,
  });
  expect(await shown(orderId)).toEqual({ refundStatus: 'failed', refundedPrice: 0 });
  // It is owed still, so it is not given back a second time by another refund.
  await expect(opened([orderId])).rejects.toMatchObject({ code: 'CANT_REFUND_LESS_THAN_ZERO' });

  scene.fails('Refund', { kind: 'error', errorName: 'GENERAL_DECLINED' });
  expect(await write(async (work) => retryRefund(work, await row(orderId)))).toBe(true);
  await execute(orderId);
  const failed = await row(orderId);
  expect(failed).toMatchObject({ status: 'failed', errorName: 'GENERAL_DECLINED' });
  await write((work) => turnIntoTransfer(work, failed, editorId));
  await expect(write((work) => turnIntoTransfer(work, failed, editorId))).rejects.toMatchObject({
    code: 'CANT_CHANGE_REFUND_STATUS',
  });
  await execute(orderId);
  expect(await scene.gone()).toBe(0);
  await write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus: 'completed', editorId }));
  expect(await ledgerRefunds(orderId)).toMatchObject([{ method: 'bank', amount: 3000 }]);
});

test('a refusal that may pass is tried again with growing pauses, and not for ever', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  const fault = { kind: 'error', errorName: 'NO_CREDITS_AVAILABLE', behavior: 'RETRY_LATER' } as const;
  scene.fails('Refund', { ...fault, times: 8 });
  const pauses: number[] = [];
  for (let round = 0; round < 8; round++) {
    await execute(orderId);
    const { nextTryAt } = await row(orderId);
    if (nextTryAt === null) break;
    pauses.push((nextTryAt - shop.clock()) / minutes(1));
    shop.clock.set(nextTryAt);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320]);
  expect((await row(orderId)).status).toBe('failed');
});

test('a refund that was only authorized is captured later, and taken back before it is transferred', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  scene.fails('Capture', { kind: 'close', times: 3 });
  await execute(orderId);
  expect(await row(orderId)).toMatchObject({ status: 'pending', providerStatus: 'AUTHORIZED' });
  scene.fails('Capture', { kind: 'error', errorName: 'TRANSACTION_DECLINED' });
  shop.clock.advance(minutes(5));
  await execute(orderId);
  const failed = await row(orderId);
  expect(failed).toMatchObject({ status: 'failed', providerStatus: 'AUTHORIZED' });
  scene.fails('Cancel', { kind: 'close', times: 3 });
  const provider = realProvider(scene);
  await expect(takeBackAuthorization(provider, failed)).rejects.toMatchObject({ code: 'PAYMENT_REFUND_FAILED' });
  await takeBackAuthorization(provider, failed);
  await write((work) => turnIntoTransfer(work, failed, editorId));
  const taken = await provider.inquire({ transactionId: failed.transactionId ?? '' });
  expect(taken).toMatchObject({ ok: true, transaction: { status: 'CANCELED' } });
  expect(await scene.gone()).toBe(0);
});

test('a refund that the provider works on is asked for later, and a second capture counts as done', async () => {
  const orderId = await paidByCard();
  scene.provider.simulator.misbehaviour.pendNext('refund');
  await opened([orderId]);
  await execute(orderId);
  expect(await row(orderId)).toMatchObject({ status: 'pending', providerStatus: 'PENDING' });
  expect(await ledgerRefunds(orderId)).toEqual([]);
  shop.clock.advance(minutes(5));
  await execute(orderId);
  expect(await row(orderId)).toMatchObject({ status: 'pending', providerStatus: 'PENDING' });
  await scene.provider.simulator.finish((await row(orderId)).transactionId ?? '');
  shop.clock.advance(minutes(10));
  await execute(orderId);
  expect(scene.calls()).toEqual(['Refund', 'AssertRefund', 'AssertRefund']);
  expect(await shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });

  const other = await paidByCard();
  await opened([other]);
  scene.fails('Capture', { kind: 'close', when: 'after' });
  await execute(other);
  shop.clock.advance(minutes(5));
  await execute(other);
  expect((await row(other)).status).toBe('completed');
  expect(await scene.gone()).toBe(6000);
});

test('another sum than ours, or a payment under our name, is not believed', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  const provider = realProvider(scene);
  const refund: Provider['refund'] = (asked) => provider.refund({ ...asked, amount: 2999 });
  const strange = { ...provider, refund };
  await executeRefund({ write, provider: strange, prefix: 'SB' }, (await row(orderId)).id);
  expect(await row(orderId)).toMatchObject({ status: 'pending', problem: 'PAYMENT_UNEXPECTED' });
  expect(await ledgerRefunds(orderId)).toEqual([]);
});

test('where the id of the capture got lost, the payment is asked for it', async () => {
  const orderId = await paidByCard();
  await loseCaptureId(scene, orderId);
  await opened([orderId]);
  await execute(orderId);
  expect(scene.calls()).toEqual(['Inquire', 'Refund', 'Capture']);
  expect(await scene.gone()).toBe(3000);
});

test('a cancellation with protection gives back what was promised, once; an administrator decides alone', async () => {
  const orderId = await paidByCard();
  await write((work) => cancelOrder(work, { orderId, editorId: null, reason: 'byUser', refundDue: 2500 }));
  await shop.settle();
  await shop.settle();
  expect((await rows(orderId)).map(({ amount, reason, editorId: by }) => [amount, reason, by])).toEqual([
    [2500, 'granted', null],
  ]);

  const other = await paidByCard();
  await write((work) => cancelOrder(work, { orderId: other, editorId, reason: 'byAdmin' }));
  await shop.settle();
  expect(await rows(other)).toEqual([]);
  expect((await shown(other)).refundStatus).toBe('pending');
});

test('an order that comes back keeps what has not begun to go', async () => {
  const orderId = await paidByBank();
  await write((work) => cancelOrder(work, { orderId, editorId, reason: 'byAdmin' }));
  await opened([orderId]);
  await write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId }));
  expect(await row(orderId)).toMatchObject({ status: 'withdrawn' });
  expect((await orderOf(shop.deps.read, orderId))?.status).toBe('complete');

  await write((work) => cancelOrder(work, { orderId, editorId, reason: 'byAdmin' }));
  await opened([orderId]);
  const waiting = (await rows(orderId)).at(-1) ?? expect.fail();
  await account(waiting.id);
  await write((work) => makeRefundFile(work, { refundIds: 'all', bank: shop.deps.config.bank, editorId }));
  await write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId }));
  // The bank may have it already.
  expect((await refundOf(shop.deps.read, waiting.id)).status).toBe('pending');
  expect((await orderOf(shop.deps.read, orderId))?.status).toBe('pending');
});

const account = async (
  refundId: number,
  iban = 'AT611904300234573201',
  accountHolder = 'Zoë Wałęsa',
  isSuperAdmin = true,
) =>
  write(async (work) =>
    setRefundAccount(work, {
      refund: await refundOf(work.tx, refundId),
      account: { iban, accountHolder },
      editor: { userId: editorId, visitId: 'v', level: 'verified', isSuperAdmin, organizerIds: [] },
    }),
  );

test('the state is set by hand: done once and for ever, failed, and again', async () => {
  const orderId = await paidByBank();
  const set = (refundStatus: 'pending' | 'completed' | 'failed') =>
    write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus, editorId }));
  for (const status of ['pending', 'completed', 'failed'] as const) {
    await expect(set(status)).rejects.toMatchObject({ code: 'CANT_REFUND_LESS_THAN_ZERO' });
  }
  await opened([orderId], 'custom', 1000);
  await set('failed');
  expect((await shown(orderId)).refundStatus).toBe('failed');
  await set('pending');
  expect((await shown(orderId)).refundStatus).toBe('pending');
  await Promise.allSettled([set('completed'), set('completed'), set('completed')]);
  expect(await ledgerRefunds(orderId)).toMatchObject([{ method: 'bank', amount: 1000 }]);
  for (const status of ['pending', 'failed'] as const) {
    await expect(set(status)).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  }
  expect(await shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 1000 });
});

test('a canceled order that was paid is taken as given back by hand, all of it', async () => {
  const orderId = await paidByCard();
  await write((work) => cancelOrder(work, { orderId, editorId, reason: 'byAdmin' }));
  await write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus: 'completed', editorId }));
  expect(await ledgerRefunds(orderId)).toMatchObject([{ method: 'bank', amount: 3000 }]);
  expect(await shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
});

test('of what the provider is at only the provider says that it is done', async () => {
  const orderId = await paidByCard();
  await opened([orderId]);
  for (const refundStatus of ['completed', 'failed'] as const) {
    await expect(
      write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus, editorId })),
    ).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  }
});

test('an account is checked, and a known one is changed by a super admin alone', async () => {
  const orderId = await paidByBank();
  await opened([orderId], 'custom', 1000);
  const { id } = await row(orderId);
  await expect(account(id, 'AT611904300234573202')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(account(id, 'TR330006100519786457841326')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(account(id, undefined, '  ')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await account(id, 'at61 1904 3002 3457 3201', ' Zoë  Wałęsa ', false);
  expect(await row(orderId)).toMatchObject({ iban: 'AT611904300234573201', accountHolder: 'Zoë Wałęsa' });
  await expect(account(id, 'BE72000000001616', 'Me', false)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await account(id, 'BE72000000001616', 'Zoë Wałęsa');
  const { audits } = await adminOrderOf(shop.deps.read, orderId);
  expect(audits.map(({ comment }) => comment)).toContain('refund.account BE72…1616 1000');
});

test('where a transfer came from it goes back to, unless there were two accounts', async () => {
  const orderId = await paidByBank();
  const line = (fingerprint: string, payerIban: string) =>
    write(async ({ tx, now }) => {
      const file = {
        fileName: 'a',
        format: 'camt.053',
        fileHash: fingerprint,
        lines: 1,
        newLines: 1,
        editorId,
        createdAt: now,
      };
      const [made] = await tx.insert(bankImports).values(file).returning({ id: bankImports.id });
      await tx.insert(bankLines).values({
        importId: made?.id ?? 0,
        fingerprint,
        bookingDate: '2026-03-02' as never,
        amount: 3000,
        payerName: 'Ada Berger',
        payerIban,
        outcome: 'paid',
        orderId,
        createdAt: now,
      });
    });
  await line('1', 'AT611904300234573201');
  await opened([orderId], 'custom', 1000);
  await line('2', 'BE72000000001616');
  await opened([orderId], 'custom', 1500);
  expect((await rows(orderId)).map(({ iban, accountHolder }) => [iban, accountHolder])).toEqual([
    ['AT611904300234573201', 'Ada Berger'],
    [null, null],
  ]);
});

test('a transfer is in one file only, and is done with it, or by the line of the bank', async () => {
  const place = await race(shop);
  const ids: number[] = [];
  for (const firstName of ['Ida', 'Eva', 'Uwe']) {
    const orderId = await order(shop, place, { people: [{ firstName, lastName: 'Moser' }] });
    await write((work) => markPaid(work, { orderId, editorId }));
    await opened([orderId]);
    await account((await row(orderId)).id);
    ids.push(orderId);
  }
  const { bank } = shop.deps.config;
  const make = (refundIds: number[] | 'all') => write((work) => makeRefundFile(work, { refundIds, bank, editorId }));
  const answers = await Promise.allSettled([make([1, 2]), make([2, 1]), make([1, 2])]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(make([2, 3])).rejects.toMatchObject({ code: 'CANT_CREATE_PAIN_XML_INFO' });
  await expect(account(1)).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  await expect(write((work) => makeRefundFile(work, { refundIds: 'all', bank: null, editorId }))).rejects.toMatchObject(
    {
      code: 'CANT_CREATE_PAIN_XML_INFO',
    },
  );
  expect(await make('all')).toBe(2);
  await expect(make('all')).rejects.toMatchObject({ code: 'CANT_CREATE_PAIN_XML_INFO' });

  const settle = (reference: string, amount: number) =>
    write((work) => settleTransferRefund(work, { reference, amount, bankReference: 'B1' }));
  const first = refundReference('SB', ids[0] ?? 0, 1);
  expect(await settle(first, 2999)).toBe(false);
  expect(await settle(refundReference('SB', ids[1] ?? 0, 1), 3000)).toBe(false);
  expect(await settle('nothing of ours', 3000)).toBe(false);
  expect(await settle(`EREF+${first} SVWZ+Erstattung`, 3000)).toBe(true);
  expect(await settle(first, 3000)).toBe(true);
  expect(await ledgerRefunds(ids[0] ?? 0)).toHaveLength(1);

  // The bank booked the other file as one sum, under the id of its block.
  expect(await settle('SB-REFUND-20260302-2-1', 3001)).toBe(false);
  expect(await settle('SB-REFUND-20260302-2-1', 3000)).toBe(true);
  expect(await shown(ids[2] ?? 0)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
  expect(await write((work) => settleRefundFile(work, { fileId: 1, editorId }))).toBe(1);
  expect(await write((work) => settleRefundFile(work, { fileId: 1, editorId }))).toBe(0);
  for (const orderId of ids) expect(await paidSumOf(shop.deps.read, orderId)).toBe(0);
});

test('what the bank could not pay goes out again under a number of its own', async () => {
  const orderId = await paidByBank();
  await opened([orderId]);
  await account(1);
  await write((work) => makeRefundFile(work, { refundIds: 'all', bank: shop.deps.config.bank, editorId }));
  const set = (refundStatus: 'pending' | 'failed') =>
    write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus, editorId }));
  await set('failed');
  await set('pending');
  expect((await rows(orderId)).map(({ status, fileId, iban }) => [status, fileId, iban])).toEqual([
    ['withdrawn', 1, 'AT611904300234573201'],
    ['pending', null, 'AT611904300234573201'],
  ]);
  expect(await moneyOfOrder(shop.deps.read, { id: orderId, totalPrice: 3000 })).toMatchObject({ kept: 0 });
  shop.clock.advance(hours(1));
  expect(await write((work) => makeRefundFile(work, { refundIds: 'all', bank: shop.deps.config.bank, editorId }))).toBe(
    2,
  );
});
