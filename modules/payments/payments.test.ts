import { expect, test } from 'vitest';
import { orderOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { days } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { enterMoney, paidSumOf } from './ledger.ts';
import { markPaid } from './mark-paid.ts';
import { parseReference } from './rules/payment-reference.ts';
import { ledgerEntries } from './schema.ts';
import { setOrderStatus } from './set-order-status.ts';
import { order, race, raceOrganizer } from './testing.ts';

type Transfer = {
  payee: string;
  iban: string;
  bic: string;
  qrCode: string;
  totalPrice: number;
  reference: string;
  emailSent: boolean;
};

test('a buyer chooses the transfer and gets account, reference and code, on the page and once by mail', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop, { bankTransferHoldDays: 7 }));
  const buyer = await shop.login('buyer@runner.example');
  const answer = await buyer.json<Transfer>('POST', `/api/orders/${orderId}/payment-in-advance`);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    payee: 'Startblock Demo',
    iban: 'AT611904300234573201',
    totalPrice: 3000,
    emailSent: true,
  });
  expect(answer.body.qrCode).toMatch(/^data:image\/png;base64,/);
  expect(parseReference(answer.body.reference, 'SB')).toBe(orderId);

  shop.clock.advance(24 * 3_600_000);
  expect((await buyer.json<Transfer>('POST', `/api/orders/${orderId}/payment-in-advance`)).body).toEqual({
    ...answer.body,
    emailSent: false,
  });
  const kept = await orderOf(shop.deps.read, orderId);
  expect(kept?.expiresAt).toBe(shop.clock() + 6 * 24 * 3_600_000);
  await shop.settle();
  const mails = (await shop.mails('buyer@runner.example')).filter((mail) =>
    mail.text.includes('AT61 1904 3002 3457 3201'),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(answer.body.reference);
});

test('the pages lead from the choice to the account, in words and groups of four', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const orderId = await order(shop, { eventId, competitionId });
  const buyer = await shop.login('buyer@runner.example');
  const page = await buyer.fetch(`/events/${eventId}/payment?order=${orderId}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Banküberweisung');
  const nothing = await buyer.form(`/events/${eventId}/payment?order=${orderId}`, {});
  expect(nothing.status).toBe(400);
  const chosen = await buyer.form(`/events/${eventId}/payment?order=${orderId}`, { paymentMethod: 'bank' });
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `/payment-in-advance/${orderId}`]);
  const transfer = await (await buyer.fetch(`/payment-in-advance/${orderId}`)).text();
  expect(transfer).toContain('AT61 1904 3002 3457 3201');
  expect(transfer).not.toMatch(/ style=/);
  const stranger = await shop.login('other@runner.example');
  expect((await stranger.fetch(`/payment-in-advance/${orderId}`)).status).toBe(404);
  expect((await stranger.json('POST', `/api/orders/${orderId}/payment-in-advance`)).status).toBe(404);
});

test('without an account, without permission of the event or with another method there is no beginning', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop, { paymentInAdvancePossible: false }));
  const buyer = await shop.login('buyer@runner.example');
  const init = (paymentMethod: string) => buyer.json('POST', `/api/orders/${orderId}/init`, { paymentMethod });
  for (const method of ['bank', 'giropay']) {
    expect(await init(method)).toMatchObject({ status: 409, body: { code: 'PAYMENT_INIT_FAILED' } });
  }
  expect(await init('shells')).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(await buyer.json('POST', `/api/orders/${orderId}/assert`)).toMatchObject({ body: { status: 'pending' } });
});

test('of many who mark an order as paid at once, one is right and the money is entered once', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  const organizer = await shop.login(raceOrganizer);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      organizer.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body)).toEqual(
    Array.from({ length: 11 }, () => expect.objectContaining({ code: 'ORDER_ALREADY_PAID' })),
  );
  expect(await shop.deps.read.select().from(ledgerEntries)).toHaveLength(1);
  expect(await paidSumOf(shop.deps.read, orderId)).toBe(3000);
  expect((await orderOf(shop.deps.read, orderId))?.status).toBe('complete');
});

test('only those of the event may, and for others the order is not there', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  await race(shop, { organizer: 'second@organizer.example' });
  const body = { status: 'complete' };
  const path = `/api/admin/orders/${orderId}/status`;
  expect((await (await shop.login('second@organizer.example')).json('PATCH', path, body)).status).toBe(404);
  expect((await (await shop.login('buyer@runner.example')).json('PATCH', path, body)).status).toBe(403);
  expect((await shop.visitor().json('PATCH', path, body)).status).toBe(401);
  expect(await paidSumOf(shop.deps.read, orderId)).toBe(0);
  expect((await (await shop.login('root@shop.example', { superAdmin: true })).json('PATCH', path, body)).status).toBe(
    200,
  );
});

test('another sum, a canceled order and the same money twice are refused', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  const { write, config } = shop.deps;
  await expect(write((work) => markPaid(work, { orderId, editorId: 1, amount: cents(2999) }))).rejects.toMatchObject({
    code: 'NOT_MATCHING_ORDER_TOTAL',
  });
  const entry = { orderId, kind: 'payment', method: 'bank', amount: cents(100), reference: 'line 1' } as const;
  expect(await write((work) => enterMoney(work, entry))).toBe(true);
  expect(await write((work) => enterMoney(work, entry))).toBe(false);
  expect(await write((work) => enterMoney(work, { ...entry, kind: 'refund', amount: cents(40) }))).toBe(true);
  expect(await paidSumOf(shop.deps.read, orderId)).toBe(60);

  const organizer = await shop.login(raceOrganizer);
  await organizer.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'canceled' });
  const paid = await organizer.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  expect(paid).toMatchObject({ status: 409, body: { code: 'CANT_CHANGE_ORDER_STATUS' } });
  await expect(write((work) => chooseBankTransfer(work, { orderId, bank: config.bank }))).rejects.toMatchObject({
    code: 'PAYMENT_INIT_FAILED',
  });
});

test('marking as paid asks first, on a page that works without script', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  const organizer = await shop.login(raceOrganizer);
  const question = await (await organizer.fetch(`/admin/orders/${orderId}/mark-paid`)).text();
  expect(question).toContain('Das lässt sich nicht rückgängig machen.');
  // Browsers count a line break as one character and post two. Texts that are too long are refused, never cut.
  const long = await organizer.form(`/admin/orders/${orderId}/mark-paid`, { comment: `${'x'.repeat(500)}ENDE` });
  const shown = await long.text();
  expect([long.status, shown.includes('xENDE"'), shown.includes('Das ist zu lang.')]).toEqual([400, true, true]);
  const done = await organizer.form(`/admin/orders/${orderId}/mark-paid`, { comment: 'Kontoauszug 12' });
  expect(done.headers.get('location')).toBe(`/admin/orders/${orderId}?done=paid`);
  const again = await organizer.form(`/admin/orders/${orderId}/mark-paid`, {});
  expect(again.status).toBe(409);
});

test('however an order is completed, its money is in the ledger', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  const organizer = await shop.login(raceOrganizer);
  const path = `/api/admin/orders/${orderId}/update`;
  const answer = await organizer.json('PATCH', path, { status: 'complete', comment: 'bar bezahlt' });
  expect(answer).toMatchObject({ status: 200, body: { order: { status: 'complete', paymentMethod: 'bank' } } });
  expect(await paidSumOf(shop.deps.read, orderId)).toBe(3000);
  expect((await organizer.json('PATCH', path, { status: 'complete' })).body).toMatchObject({
    code: 'ORDER_ALREADY_PAID',
  });
});

test('an order becomes complete with its money alone, and a reactivated one has the days of its event again', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop, { bankTransferHoldDays: 7 }));
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const editorId = Number((await admin.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id);
  await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank: shop.deps.config.bank }));
  await shop.deps.write((work) => setOrderStatus(work, { orderId, to: 'canceled', editorId }));
  shop.clock.advance(days(2));
  await shop.deps.write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId }));
  expect(await orderOf(shop.deps.read, orderId)).toMatchObject({
    status: 'pending',
    expiresAt: shop.clock() + days(7),
  });
  shop.clock.advance(days(7));
  await shop.settle();
  expect((await orderOf(shop.deps.read, orderId))?.status).toBe('canceled');
  expect(await paidSumOf(shop.deps.read, orderId)).toBe(0);
});
