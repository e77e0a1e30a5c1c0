import { beforeEach, expect, test } from 'vitest';
import { adminOrderOf, cancelOrder, orderOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { hours } from '#src/kernel/time.ts';
import type { TestShop } from '#tests/support/shop.ts';
import { paidSumOf } from '../ledger.ts';
import { markPaid } from '../mark-paid.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { refundReference } from '../rules/payment-reference.ts';
import { bankImports, bankLines, refunds } from '../schema.ts';
import { setOrderStatus } from '../set-order-status.ts';
import { order, race } from '../testing.ts';
import { openCancellationRefund } from './giving-back.ts';
import { listRefundFiles } from './read-refund-lists.ts';
import { makeRefundFile } from './refund-files.ts';
import { refundOf } from './retry-refund.ts';
import { setRefundStatus } from './set-refund-status.ts';
import { settleRefundFile, settleTransferRefund } from './settle-refund.ts';
import { handsOn, type RefundScene, refundScene } from './testing.ts';

let scene: RefundScene;
let shop: TestShop;
let editorId: number;
let hands: ReturnType<typeof handsOn>;

beforeEach(async () => {
  scene = await refundScene();
  ({ shop, editorId } = scene);
  hands = handsOn(scene);
});

test('a cancellation with protection gives back what was promised, once; an administrator decides alone', async () => {
  const orderId = await hands.paidByCard();
  await hands.write((work) =>
    cancelOrder(work, {
      orderId,
      editorId: null,
      reason: 'byUser',
      giveBack: openCancellationRefund({ mode: 'allBut', keep: cents(500) }),
    }),
  );
  await shop.settle();
  await shop.settle();
  expect((await hands.rows(orderId)).map(({ amount, reason, editorId: by }) => [amount, reason, by])).toEqual([
    [2500, 'granted', null],
  ]);

  const other = await hands.paidByCard();
  await hands.write((work) =>
    cancelOrder(work, {
      orderId: other,
      editorId,
      reason: 'byAdmin',
      giveBack: openCancellationRefund({ mode: 'none' }),
    }),
  );
  await shop.settle();
  expect(await hands.rows(other)).toEqual([]);
  expect((await hands.shown(other)).refundStatus).toBe(null);
});

test('a reactivated order keeps the money of refunds that have not started', async () => {
  const orderId = await hands.paidByBank();
  await hands.write((work) =>
    cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'none' }) }),
  );
  await hands.opened([orderId]);
  await hands.write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId }));
  expect(await hands.row(orderId)).toMatchObject({ status: 'withdrawn' });
  expect((await orderOf(shop.deps.read, orderId))?.status).toBe('complete');

  await hands.write((work) =>
    cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'none' }) }),
  );
  await hands.opened([orderId]);
  const waiting = (await hands.rows(orderId)).at(-1) ?? expect.fail();
  await hands.account(waiting.id);
  await hands.write((work) => makeRefundFile(work, { refundIds: 'all', bank: shop.deps.config.bank, editorId }));
  await hands.write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId }));
  // The bank may have it already.
  expect((await refundOf(shop.deps.read, waiting.id)).status).toBe('pending');
  expect((await orderOf(shop.deps.read, orderId))?.status).toBe('pending');
});

test('sets the refund status by hand: completed once and for good, failed, and retried', async () => {
  const orderId = await hands.paidByBank();
  const set = (refundStatus: 'pending' | 'completed' | 'failed') =>
    hands.write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus, editorId, isSuperAdmin: true }));
  for (const status of ['pending', 'completed', 'failed'] as const) {
    await expect(set(status)).rejects.toMatchObject({ code: 'CANT_REFUND_LESS_THAN_ZERO' });
  }
  await hands.opened([orderId], 'custom', 1000);
  await set('failed');
  expect((await hands.shown(orderId)).refundStatus).toBe('failed');
  await set('pending');
  expect((await hands.shown(orderId)).refundStatus).toBe('pending');
  await Promise.allSettled([set('completed'), set('completed'), set('completed')]);
  expect(await hands.ledgerRefunds(orderId)).toMatchObject([{ method: 'bank', amount: 1000 }]);
  for (const status of ['pending', 'failed'] as const) {
    await expect(set(status)).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  }
  expect(await hands.shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 1000 });
});

test('marks the whole money of a canceled order as refunded by hand', async () => {
  const orderId = await hands.paidByCard();
  await hands.write((work) =>
    cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'none' }) }),
  );
  await hands.write((work) =>
    setRefundStatus(work, { orderIds: [orderId], refundStatus: 'completed', editorId, isSuperAdmin: true }),
  );
  expect(await hands.ledgerRefunds(orderId)).toMatchObject([{ method: 'bank', amount: 3000 }]);
  expect(await hands.shown(orderId)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
});

test('only the provider completes a refund in its hands', async () => {
  const orderId = await hands.paidByCard();
  await hands.opened([orderId]);
  for (const refundStatus of ['completed', 'failed'] as const) {
    await expect(
      hands.write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus, editorId, isSuperAdmin: true })),
    ).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  }
});

test('validates an account; only a super admin changes a known one', async () => {
  const orderId = await hands.paidByBank();
  await hands.opened([orderId], 'custom', 1000);
  const { id } = await hands.row(orderId);
  await expect(hands.account(id, 'AT483200000012345865')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(hands.account(id, 'TR330006100519786457841326')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(hands.account(id, undefined, '  ')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await hands.account(id, 'at48 3200 0000 1234 5864', ' Zoë  Wałęsa ', false);
  expect(await hands.row(orderId)).toMatchObject({ iban: 'AT483200000012345864', accountHolder: 'Zoë Wałęsa' });
  await expect(hands.account(id, 'BE72000000001616', 'Me', false)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await hands.account(id, 'BE72000000001616', 'Zoë Wałęsa');
  const { audits } = await adminOrderOf(shop.deps.read, orderId);
  expect(audits.map(({ comment }) => comment)).toContain('refund.account BE72…1616 1000');
});

test('refuses refunds to the platform’s own account', async () => {
  const orderId = await hands.paidByBank();
  await hands.opened([orderId]);
  const { id } = await hands.row(orderId);
  const { bank } = shop.deps.config;
  const ours = bank?.iban ?? expect.fail();
  const refused = { iban: ['payments.refund.error.ours'] };
  await expect(hands.account(id, ours)).rejects.toMatchObject({ details: { fields: refused } });
  const form = { iban: ours, accountHolder: 'Zoë Wałęsa', bic: '' };
  const buyer = await shop.login('buyer@runner.example');
  for (const [who, path] of [
    [scene.admin, `/admin/refunds/${id}/account`],
    [buyer, `/orders/${orderId}/refund-account`],
  ] as const) {
    const answer = await who.form(path, form);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(await answer.text()).toContain('Das ist das Konto, auf das eingezahlt wurde.');
  }
  // Accounts entered before this rule need another account.
  const { iban, accountHolder } = { iban: ours, accountHolder: 'Startblock' };
  await hands.write(({ tx }) => tx.update(refunds).set({ iban, accountHolder }));
  const make = (refundIds: number[] | 'all') =>
    hands.write((work) => makeRefundFile(work, { refundIds, bank, editorId }));
  for (const chosen of ['all', [id]] as const)
    await expect(make(chosen as 'all')).rejects.toMatchObject({ code: 'CANT_CREATE_PAIN_XML_INFO' });
  expect(await (await scene.admin.fetch('/admin/refunds')).text()).toContain('Überweisungen ohne Konto (1)');
  await hands.account(id);
  expect(await make('all')).toBe(1);
});

test('refunds a transfer to its account, unless there were two', async () => {
  const orderId = await hands.paidByBank();
  const line = (fingerprint: string, payerIban: string) =>
    hands.write(async ({ tx, now }) => {
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
        amount: cents(3000),
        payerName: 'Ada Berger',
        payerIban,
        outcome: 'paid',
        orderId,
        createdAt: now,
      });
    });
  await line('1', 'AT483200000012345864');
  await hands.opened([orderId], 'custom', 1000);
  await line('2', 'BE72000000001616');
  await hands.opened([orderId], 'custom', 1500);
  expect((await hands.rows(orderId)).map(({ iban, accountHolder }) => [iban, accountHolder])).toEqual([
    ['AT483200000012345864', 'Ada Berger'],
    [null, null],
  ]);
});

test('a transfer is in one file only, and completes with it or by a bank line', async () => {
  const place = await race(shop);
  const ids: number[] = [];
  for (const firstName of ['Ida', 'Eva', 'Uwe']) {
    const orderId = await order(shop, place, { people: [{ firstName, lastName: 'Moser' }] });
    await hands.write((work) => markPaid(work, { orderId, editorId }));
    await hands.opened([orderId]);
    await hands.account((await hands.row(orderId)).id);
    ids.push(orderId);
  }
  const { bank } = shop.deps.config;
  const make = (refundIds: number[] | 'all') =>
    hands.write((work) => makeRefundFile(work, { refundIds, bank, editorId }));
  const answers = await Promise.allSettled([make([1, 2]), make([2, 1]), make([1, 2])]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect((await listRefundFiles(shop.deps.read)).map(({ open }) => open)).toEqual([2]);
  await expect(make([2, 3])).rejects.toMatchObject({ code: 'CANT_CREATE_PAIN_XML_INFO' });
  await expect(hands.account(1)).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  await expect(
    hands.write((work) => makeRefundFile(work, { refundIds: 'all', bank: null, editorId })),
  ).rejects.toMatchObject({
    code: 'CANT_CREATE_PAIN_XML_INFO',
  });
  expect(await make('all')).toBe(2);
  await expect(make('all')).rejects.toMatchObject({ code: 'CANT_CREATE_PAIN_XML_INFO' });

  const settle = (reference: string, amount: number) =>
    hands.write((work) => settleTransferRefund(work, { reference, amount: cents(amount), bankReference: 'B1' }));
  const first = refundReference('SB', ids[0] ?? 0, 1);
  expect(await settle(first, 2999)).toBe(false);
  expect(await settle(refundReference('SB', ids[1] ?? 0, 1), 3000)).toBe(false);
  expect(await settle('nothing of ours', 3000)).toBe(false);
  expect(await settle(`EREF+${first} SVWZ+Erstattung`, 3000)).toBe(true);
  expect(await settle(first, 3000)).toBe(true);
  expect(await hands.ledgerRefunds(ids[0] ?? 0)).toHaveLength(1);

  // The bank booked the other file as one sum under the id of its block.
  expect(await settle('SB-REFUND-20260302-2-1', 3001)).toBe(false);
  expect(await settle('SB-REFUND-20260302-2-1', 3000)).toBe(true);
  expect(await hands.shown(ids[2] ?? 0)).toEqual({ refundStatus: 'completed', refundedPrice: 3000 });
  expect(await hands.write((work) => settleRefundFile(work, { fileId: 1, editorId }))).toBe(1);
  expect(await hands.write((work) => settleRefundFile(work, { fileId: 1, editorId }))).toBe(0);
  for (const orderId of ids) expect(await paidSumOf(shop.deps.read, orderId)).toBe(0);
});

test('resends a transfer that the bank could not pay, under a new reference', async () => {
  const orderId = await hands.paidByBank();
  await hands.opened([orderId]);
  await hands.account(1);
  await hands.write((work) => makeRefundFile(work, { refundIds: 'all', bank: shop.deps.config.bank, editorId }));
  const set = (refundStatus: 'pending' | 'failed') =>
    hands.write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus, editorId, isSuperAdmin: true }));
  await set('failed');
  await set('pending');
  expect((await hands.rows(orderId)).map(({ status, fileId, iban }) => [status, fileId, iban])).toEqual([
    ['withdrawn', 1, 'AT483200000012345864'],
    ['pending', null, 'AT483200000012345864'],
  ]);
  expect(
    await moneyOfOrder(shop.deps.read, { id: orderId, totalPrice: cents(3000), status: 'complete' }),
  ).toMatchObject({
    kept: 0,
  });
  shop.clock.advance(hours(1));
  expect(
    await hands.write((work) => makeRefundFile(work, { refundIds: 'all', bank: shop.deps.config.bank, editorId })),
  ).toBe(2);
});

test('organizers cannot change a transfer in a file; one reported as failed may still be paid once', async () => {
  const orderId = await hands.paidByBank();
  await hands.opened([orderId]);
  const first = await hands.row(orderId);
  await hands.account(first.id);
  await hands.write((work) => makeRefundFile(work, { refundIds: 'all', bank: shop.deps.config.bank, editorId }));
  const set = (refundStatus: 'failed' | 'completed' | 'pending', isSuperAdmin: boolean) =>
    hands.write((work) => setRefundStatus(work, { orderIds: [orderId], refundStatus, editorId, isSuperAdmin }));
  await expect(set('failed', false)).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  await expect(set('completed', false)).rejects.toMatchObject({ code: 'CANT_CHANGE_REFUND_STATUS' });
  await set('failed', true);
  await set('pending', false);
  const debit = { reference: refundReference('SB', orderId, first.id), amount: cents(3000), bankReference: 'B1' };
  expect(await hands.write((work) => settleTransferRefund(work, debit))).toBe(true);
  expect((await hands.rows(orderId)).map(({ status }) => status)).toEqual(['withdrawn', 'completed']);
  expect(await hands.ledgerRefunds(orderId)).toMatchObject([{ amount: 3000 }]);
  expect(await hands.write((work) => settleTransferRefund(work, debit))).toBe(false);
});
