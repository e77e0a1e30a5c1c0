import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { cancelOrder, orderOf } from '#modules/orders/index.ts';
import { orders } from '#modules/orders/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { cents } from '#src/kernel/money.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { camtFile } from './bank-files/testing.ts';
import { assignLine } from './bank-import/assign-line.ts';
import { bankShop, referenceOf, upload } from './bank-import/testing.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { markPaid } from './mark-paid.ts';
import { refundsOf } from './money-of-order.ts';
import { payingScene } from './online/testing.ts';
import { receivePayment } from './receive-payment.ts';
import { openCancellationRefund } from './refunds/giving-back.ts';
import { refundOrders } from './refunds/refund-orders.ts';
import { handsOn, refundScene } from './refunds/testing.ts';
import { bankLines } from './schema.ts';
import { setOrderStatus } from './set-order-status.ts';
import { order, race } from './testing.ts';

const shown = async (shop: TestShop, orderId: number) => {
  const known = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
  return [known.status, known.paymentStatus];
};
const reactivate = (shop: TestShop, orderId: number, editorId = 1) =>
  shop.deps.write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId }));
const calledOff = async (shop: TestShop, orderId: number) => {
  const { event } = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
  await shop.deps.write((work) => updateEvent(work, event.id, { canceled: true }));
};
const partOf = (shop: TestShop, orderId: number, amount: number) =>
  shop.deps.write((work) =>
    receivePayment(work, {
      orderId,
      method: 'bank',
      amount: cents(amount),
      reference: `line|${orderId}|${amount}`,
      editorId: null,
    }),
  );

describe('an order that comes back', () => {
  test('after its money went back is unpaid, and says so', async () => {
    const scene = await refundScene();
    const { shop, editorId } = scene;
    const hands = handsOn(scene);
    const orderId = await scene.paidOnline();
    await hands.write((work) =>
      cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'none' }) }),
    );
    await hands.opened([orderId]);
    await scene.execute(orderId);
    await reactivate(shop, orderId, editorId);
    const buyer = await shop.login('buyer@runner.example');
    expect((await buyer.json('POST', `/api/orders/${orderId}/assert`)).body).toEqual({ status: 'pending' });
    expect(await shown(shop, orderId)).toEqual(['pending', 'pending']);
  });

  test('and whose authorization was taken back expires like any other', async () => {
    const scene = await payingScene();
    const { shop, orderId, provider } = scene;
    provider.simulator.misbehaviour.failNext({ operation: 'Transaction/Capture', kind: 'error500', times: 3 });
    await scene.comeBack(await scene.pay(await scene.begin()));
    expect(await shown(shop, orderId)).toEqual(['pending', 'authorized']);
    await shop.deps.write((work) =>
      cancelOrder(work, {
        orderId,
        editorId: 1,
        reason: 'byAdmin',
        giveBack: openCancellationRefund({ mode: 'none' }),
      }),
    );
    shop.clock.advance(minutes(3));
    await shop.settle();
    expect((await scene.state()).attempts).toEqual(['failed']);
    await reactivate(shop, orderId);
    expect(await shown(shop, orderId)).toEqual(['pending', 'pending']);
    shop.clock.advance(hours(3));
    await shop.settle();
    expect((await shown(shop, orderId))[0]).toBe('canceled');
  });

  test('has its days for a transfer anew, and choosing it once more takes none away and gives none', async () => {
    const shop = await testShop();
    const orderId = await order(shop, await race(shop, { bankTransferHoldDays: 7 }));
    const choose = () => shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank: shop.deps.config.bank }));
    const first = await choose();
    shop.clock.advance(days(3));
    expect((await choose()).dueAt).toBe(first.dueAt);
    shop.clock.advance(days(7));
    await shop.settle();
    expect((await shown(shop, orderId))[0]).toBe('canceled');
    await reactivate(shop, orderId);
    expect((await choose()).dueAt).toBe(shop.clock() + days(7));
    await shop.settle();
    expect((await shown(shop, orderId))[0]).toBe('pending');
  });

  test.each(['over', 'canceled'] as const)(
    'does not by itself when the event is %s: the money goes back',
    async (what) => {
      const bank = await bankShop(await testShop());
      const { shop } = bank;
      const orderId = await bank.order();
      shop.clock.advance(hours(5));
      await shop.settle();
      if (what === 'over') shop.clock.set('2026-06-17T15:50:00Z');
      else await calledOff(shop, orderId);
      const admin = await shop.login('super@shop.example', { superAdmin: true });
      const { rows } = await upload(admin, camtFile([{ amount: 3000, text: referenceOf(orderId) }]));
      expect(rows.map(({ outcome }) => outcome)).toEqual(['alreadyPaid']);
      expect(await bank.state(orderId)).toEqual({ status: 'canceled', paid: 3000, refunds: [['late', 3000]] });
      // A person may reactivate it.
      await reactivate(shop, orderId);
      expect((await bank.state(orderId)).status).toBe('pending');
    },
  );
});

describe('an order that was paid in part', () => {
  test('and expires gives back what came', async () => {
    const bank = await bankShop(await testShop());
    const { shop } = bank;
    const orderId = await bank.order();
    await upload(bank.admin, camtFile([{ amount: 1000, text: referenceOf(orderId) }]));
    const [line] = await shop.deps.read.select().from(bankLines);
    const lineId = line?.id ?? expect.fail();
    await shop.deps.write((work) =>
      assignLine(work, { lineId, shares: [{ orderId, amount: cents(1000) }], editorId: 1 }),
    );
    shop.clock.advance(hours(5));
    await shop.settle();
    expect(await bank.state(orderId)).toEqual({ status: 'canceled', paid: 1000, refunds: [['granted', 1000]] });
  });

  test('and whose rest comes by card after it expired keeps both, and nothing goes back', async () => {
    const scene = await payingScene();
    const { shop, orderId } = scene;
    await partOf(shop, orderId, 1000);
    const paid = await scene.pay(await scene.begin());
    await shop.deps.write((work) =>
      cancelOrder(work, {
        orderId,
        editorId: null,
        reason: 'expired',
        giveBack: openCancellationRefund({ mode: 'full' }),
      }),
    );
    await shop.settle();
    expect(await scene.state()).toMatchObject({ order: 'complete', payments: [1000, 2000], returned: [] });
    await scene.comeBack(paid);
    await shop.settle();
    expect((await scene.state()).refunds.filter(({ status }) => status !== 'withdrawn')).toEqual([]);
  });

  test('and lost that part before the card paid the rest waits for it, and expires', async () => {
    const scene = await payingScene();
    const { shop, orderId } = scene;
    await partOf(shop, orderId, 1000);
    const token = await scene.begin();
    const admin = await shop.login('super@shop.example', { superAdmin: true });
    await admin.json('POST', '/api/admin/orders/refund-orders', { orderIds: [orderId], mode: 'full' });
    await scene.comeBack(await scene.pay(token));
    expect(await shown(shop, orderId)).toEqual(['pending', 'pending']);
    shop.clock.advance(hours(3));
    await shop.settle();
    await shop.settle();
    expect(await scene.state()).toMatchObject({ order: 'canceled', payments: [1000, 2000], returned: [2000] });
  });
});

test('a buyer who cancels after a goodwill refund gets what is left but the protection and the fee', async () => {
  const scene = await refundScene();
  const { shop } = scene;
  const hands = handsOn(scene);
  const orderId = await hands.paidByCard();
  await hands.opened([orderId], 'custom', 1000);
  await scene.execute(orderId);
  await hands.write((work) =>
    cancelOrder(work, {
      orderId,
      editorId: null,
      reason: 'byUser',
      giveBack: openCancellationRefund({ mode: 'allBut', keep: cents(500) }),
    }),
  );
  await shop.settle();
  expect((await hands.rows(orderId)).map(({ amount }) => amount)).toEqual([1000, 1500]);
});

test('shows the real refund before and after a cancellation', async () => {
  const shop = await testShop();
  const made = await shop.deps.write((work) => makeRace(work));
  const buyer = await shop.login('buyer@runner.example');
  const booking = bookingOf(made, [runner()], {
    cancellationProtections: [{ id: made.protectionId, price: 500 }],
    totalPrice: 3650,
  });
  const booked = await buyer.json<{ orderId: number }>('POST', `/api/events/${made.eventId}/book`, booking);
  const { orderId } = booked.body;
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  // 10,00 are refunded already; of the rest, protection and fee are retained.
  await shop.deps.write((work) =>
    refundOrders(work, { orderIds: [orderId], mode: 'custom', amount: 1000, editorId: 1 }),
  );
  const asked = await (await buyer.fetch(`/orders/${orderId}/cancel`)).text();
  expect([asked.includes('20,00'), asked.includes('30,00')]).toEqual([true, false]);
  shop.clock.advance(minutes(1));
  expect((await buyer.form(`/orders/${orderId}/cancel`, {})).status).toBe(303);
  await shop.settle();
  const rows = await refundsOf(shop.deps.read, orderId);
  expect(rows.map(({ amount }) => amount)).toEqual([1000, 2000]);
  const mail = (await shop.mails('buyer@runner.example')).find(({ subject }) => subject.startsWith('Storniert'));
  expect(mail?.text).toMatch(/bekommst 20,00/);
});

test('an unknown method is an invalid call; one that is not offered is refused', async () => {
  const { buyer, orderId } = await payingScene();
  const init = (paymentMethod: unknown) =>
    buyer.json<{ code: string; details: object }>('POST', `/api/orders/${orderId}/init`, { paymentMethod });
  for (const named of ['paypal', '', 'VISA', null, 5]) {
    const { status, body } = await init(named);
    expect([named, status, body]).toMatchObject([
      named,
      400,
      { code: 'VALIDATION_FAILED', details: { fields: { paymentMethod: [expect.any(String)] } } },
    ]);
  }
  for (const named of ['giropay', 'voucher', 'account', 'giftcard']) {
    const { status, body } = await init(named);
    expect([named, status, body]).toMatchObject([named, 409, { code: 'PAYMENT_INIT_FAILED' }]);
  }
});

test('refuses payments for a canceled event', async () => {
  const scene = await payingScene();
  const { shop, buyer, orderId } = scene;
  await calledOff(shop, orderId);
  for (const [path, body] of [
    ['init', { paymentMethod: 'visa' }],
    ['init', { paymentMethod: 'bank' }],
    ['payment-in-advance', {}],
  ] as const) {
    const answer = await buyer.json<{ code: string }>('POST', `/api/orders/${orderId}/${path}`, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'PAYMENT_INIT_FAILED']);
  }
  expect(await shop.deps.read.select().from(orders).where(eq(orders.paymentMethod, 'bank'))).toEqual([]);
});

test('repeated calls of return address and notification rarely reach the provider', async () => {
  const scene = await payingScene();
  const { shop, provider, buyer } = scene;
  await scene.begin();
  const secret = /payment\/return\/([\w-]+)/.exec(JSON.stringify(await provider.simulator.books()))?.[1];
  const asked = () => provider.simulator.calls.filter(({ operation }) => operation === 'PaymentPage/Assert').length;
  for (let at = 0; at < 20; at += 1) {
    expect((await buyer.fetch(`/payment/return/${secret}`)).status).toBe(303);
    expect((await buyer.fetch(`/api/payments/notify/${secret}`)).status).toBe(200);
    await shop.settle();
  }
  expect(asked()).toBeLessThan(10);
  shop.clock.advance(minutes(2));
  await buyer.fetch(`/payment/return/${secret}`);
  expect(asked()).toBeGreaterThan(6);
});
