import { beforeEach, describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { cancelOrder, orderOf } from '#modules/orders/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { cents } from '#src/kernel/money.ts';
import { hours } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { markPaid } from '../mark-paid.ts';
import { refundsOf } from '../money-of-order.ts';
import { receivePayment } from '../receive-payment.ts';
import { openCancellationRefund } from './giving-back.ts';

let shop: TestShop;
let admin: Caller;
let race: Awaited<ReturnType<typeof makeRace>>;
let buyers = 0;

beforeEach(async () => {
  shop = await testShop();
  race = await shop.deps.write((work) => makeRace(work));
  admin = await shop.login('admin@example.test', { superAdmin: true });
  buyers = 0;
});

type Bought = { orderId: number; email: string; buyer: Caller };

/** An order of 31,50 €, 1,50 € of it the fee. */
async function bought(paid: 'paid' | 'unpaid' = 'paid', change: Record<string, unknown> = {}): Promise<Bought> {
  buyers += 1;
  const email = `buyer${buyers}@example.test`;
  const buyer = await shop.login(email);
  const booking = bookingOf(race, [runner()], change);
  const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  const { orderId } = body;
  if (paid === 'paid') await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  return { orderId, email, buyer };
}

const opened = async (orderId: number) => (await refundsOf(shop.deps.read, orderId)).map(({ amount }) => amount);
const statusOf = async (orderId: number) => (await orderOf(shop.deps.read, orderId))?.status;

async function written(email: string): Promise<string> {
  await shop.settle();
  const [mail] = (await shop.mails(email)).filter(({ subject }) => subject.startsWith('Storniert'));
  return mail?.text ?? expect.fail('no cancellation was mailed');
}
/** Refund named by a mail, in cents; null: none. */
const toldIn = (text: string): number | null => {
  const [, euros, rest] = /Du bekommst (\d+),(\d\d)\s€ zurück\./.exec(text) ?? [];
  return euros === undefined ? null : Number(euros) * 100 + Number(rest);
};

describe('a cancellation by call decides, opens and announces the refund', () => {
  const cases = [
    ['left out', undefined, null, '31,50'],
    ['none', { mode: 'none' }, null, '31,50'],
    ['full', { mode: 'full' }, 3150, null],
    ['withoutProcessingFee', { mode: 'withoutProcessingFee' }, 3000, '1,50'],
    ['custom', { mode: 'custom', amount: 1234 }, 1234, '19,16'],
  ] as const;
  for (const [name, refund, back, kept] of cases) {
    test(name, async () => {
      const { orderId, email, buyer } = await bought();
      const body = refund ? { refund } : {};
      expect((await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, body)).status).toBe(200);
      expect(await opened(orderId)).toEqual(back === null ? [] : [back]);
      const text = await written(email);
      expect(toldIn(text)).toBe(back);
      if (kept) expect(text).toMatch(new RegExp(`${kept}\\s€ werden nicht erstattet`));
      else expect(text).not.toContain('nicht erstattet');
      const page = await (await buyer.fetch(`/orders/${orderId}`)).text();
      expect(page.includes('Wir überweisen dir')).toBe(back !== null);
    });
  }

  test('a refund above the remainder cancels nothing', async () => {
    const { orderId } = await bought();
    for (const [amount, code] of [
      [3151, 'CANT_REFUND_MORE_THAN_TOTAL'],
      [0, 'CANT_REFUND_LESS_THAN_ZERO'],
    ] as const) {
      const refund = { mode: 'custom', amount };
      const { body } = await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund });
      expect(body).toMatchObject({ code, details: { orderId } });
    }
    for (const refund of [
      { mode: 'some' },
      { mode: 'custom', amount: 1.5 },
      { mode: 'custom', amount: null },
      { mode: 'custom' },
      'full',
    ]) {
      expect((await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund })).status).toBe(400);
    }
    expect([await statusOf(orderId), await opened(orderId)]).toEqual(['complete', []]);
  });

  test('money wants a login of the last two hours, a cancellation without any does not', async () => {
    const [first, second] = [await bought(), await bought()];
    shop.clock.advance(hours(3));
    const refused = await admin.json('PATCH', `/api/admin/orders/${first.orderId}/cancel`, {
      refund: { mode: 'full' },
    });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'INVALID_TOKEN' }]);
    const many = await admin.json('PATCH', '/api/admin/orders/cancel', {
      orderIds: [first.orderId],
      refund: { mode: 'full' },
    });
    expect(many.status).toBe(403);
    expect(await statusOf(first.orderId)).toBe('complete');
    expect((await admin.json('PATCH', `/api/admin/orders/${second.orderId}/cancel`)).status).toBe(200);
  });

  test('two concurrent cancellations refund once', async () => {
    const { orderId, email } = await bought();
    const cancel = () => admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode: 'full' } });
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await opened(orderId)).toEqual([3150]);
    expect(toldIn(await written(email))).toBe(3150);
  });
});

describe('many by one decision', () => {
  test('refunds each order what it has, unpaid ones nothing, and each mail names its own sum', async () => {
    const [first, second, unpaid] = [await bought(), await bought(), await bought('unpaid')];
    const orderIds = [first, second, unpaid].map(({ orderId }) => orderId);
    const refund = { mode: 'withoutProcessingFee' };
    const { body } = await admin.json('PATCH', '/api/admin/orders/cancel', { orderIds, refund });
    expect(body).toEqual({ count: 3 });
    expect(await Promise.all(orderIds.map(opened))).toEqual([[3000], [3000], []]);
    for (const { email } of [first, second]) expect(toldIn(await written(email))).toBe(3000);
    const text = await written(unpaid.email);
    expect([toldIn(text), text.includes('Verrechnet wird nichts')]).toEqual([null, true]);
  });

  test('refuses a sum above one order’s remainder before any is canceled', async () => {
    const [first, second] = [await bought(), await bought()];
    const unpaid = await bought('unpaid');
    await admin.json('POST', '/api/admin/orders/refund-orders', {
      orderIds: [second.orderId],
      mode: 'custom',
      amount: 3000,
    });
    const cancel = (orderIds: number[]) =>
      admin.json('PATCH', '/api/admin/orders/cancel', { orderIds, refund: { mode: 'custom', amount: 500 } });
    const refused = await cancel([first.orderId, second.orderId]);
    expect(refused.body).toMatchObject({ code: 'CANT_REFUND_MORE_THAN_TOTAL', details: { orderId: second.orderId } });
    expect(await statusOf(first.orderId)).toBe('complete');
    expect((await cancel([first.orderId, unpaid.orderId])).body).toEqual({ count: 2 });
    expect([await opened(first.orderId), await opened(unpaid.orderId)]).toEqual([[500], []]);
  });

  test('the page sums up each choice, does nothing without one, and asks again when the money changed', async () => {
    const [first, second] = [await bought(), await bought()];
    const orders = `${first.orderId} ${second.orderId}`;
    const path = '/admin/cancel-orders';
    const asked = await (await admin.fetch(`${path}?order=${first.orderId}&order=${second.orderId}`)).text();
    expect([asked.includes('63,00'), asked.includes('60,00'), asked.includes('name="left" value="6300"')]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await admin.form(path, { orders, left: '6300' })).status).toBe(400);
    const wrong = await admin.form(path, { orders, left: '6300', refund: 'custom', amount: 'zehn' });
    expect([wrong.status, (await wrong.text()).includes('value="zehn"')]).toEqual([400, true]);
    expect((await admin.form(path, { orders, left: '3150', refund: 'full' })).status).toBe(409);
    expect([await statusOf(first.orderId), await statusOf(second.orderId)]).toEqual(['complete', 'complete']);
    const done = await admin.form(path, { orders, left: '6300', refund: 'custom', amount: '12,34' });
    expect(done.headers.get('location')).toContain('canceled=2');
    expect([await opened(first.orderId), await opened(second.orderId)]).toEqual([[1234], [1234]]);
  });
});

describe('the page of one order', () => {
  test('asks for the refund, shows the input again, and does what it showed', async () => {
    const { orderId, email } = await bought();
    const path = `/admin/orders/${orderId}/cancel`;
    const asked = await (await admin.fetch(path)).text();
    for (const sum of ['31,50', '30,00']) expect(asked).toContain(sum);
    expect((await admin.form(path, {})).status).toBe(400);
    const wrong = await admin.form(path, { refund: 'custom', amount: '99', left: '3150' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('Es kann nicht mehr erstattet werden');
    expect((await admin.form(path, { refund: 'full', left: '2000' })).status).toBe(409);
    expect(await statusOf(orderId)).toBe('complete');
    expect((await admin.form(path, { refund: 'custom', amount: '5', left: '3150' })).status).toBe(303);
    expect([await opened(orderId), toldIn(await written(email))]).toEqual([[500], 500]);
  });

  test('asks for no refund of an unpaid order; setting the status leads to the page', async () => {
    const { orderId, email } = await bought('unpaid');
    const path = `/admin/orders/${orderId}/cancel`;
    const led = await admin.form(`/admin/orders/${orderId}/status`, { status: 'canceled' });
    expect([led.headers.get('location'), await statusOf(orderId)]).toEqual([path, 'pending']);
    expect(await (await admin.fetch(path)).text()).not.toContain('name="refund"');
    expect((await admin.form(path, { left: '0' })).status).toBe(303);
    expect(await written(email)).toContain('Verrechnet wird nichts');
  });

  test('asks again when money arrived after the question', async () => {
    const { orderId } = await bought('unpaid');
    await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
    expect((await admin.form(`/admin/orders/${orderId}/cancel`, { left: '0' })).status).toBe(400);
    const refused = await admin.form(`/admin/orders/${orderId}/cancel`, { left: '0', refund: 'none' });
    expect([refused.status, await statusOf(orderId)]).toEqual([409, 'complete']);
  });
});

describe('the cancellation mail explains the refund, whoever cancels', () => {
  const part = (orderId: number) =>
    shop.deps.write((work) =>
      receivePayment(work, { orderId, method: 'bank', amount: cents(1000), reference: `p${orderId}`, editorId: null }),
    );

  test('an expired order refunds its partial payment', async () => {
    const { orderId, email } = await bought('unpaid');
    await part(orderId);
    shop.clock.advance(hours(5));
    await shop.settle();
    expect([await statusOf(orderId), await opened(orderId), toldIn(await written(email))]).toEqual([
      'canceled',
      [1000],
      1000,
    ]);
  });

  test('a buyer with protection gets all but protection and fee, opened in the write that cancels', async () => {
    const { orderId, email, buyer } = await bought('paid', {
      cancellationProtections: [{ id: race.protectionId, price: 500 }],
      totalPrice: 3650,
    });
    expect((await buyer.json('PATCH', `/api/orders/${orderId}/cancel`)).status).toBe(200);
    // No mail was needed.
    expect(await opened(orderId)).toEqual([3000]);
    const text = await written(email);
    expect(toldIn(text)).toBe(3000);
    expect(text).toMatch(/6,50\s€ werden nicht erstattet: Stornoschutz und Bearbeitungsgebühr/);
  });

  test('mentions no fee where there is none, before and after the cancellation', async () => {
    await shop.deps.write((work) => updateEvent(work, race.eventId, { processingFee: cents(0) }));
    const { orderId, email, buyer } = await bought('paid', {
      cancellationProtections: [{ id: race.protectionId, price: 500 }],
      totalPrice: 3500,
    });
    const page = await (await buyer.fetch(`/orders/${orderId}/cancel`)).text();
    expect(page).toContain('Der Stornoschutz wird nicht erstattet.');
    await buyer.json('PATCH', `/api/orders/${orderId}/cancel`);
    const text = await written(email);
    expect(text).toMatch(/5,00\s€ werden nicht erstattet: der Stornoschutz\./);
    expect(page + text).not.toContain('Bearbeitungsgebühr');
  });

  test('names a canceled event as the reason', async () => {
    const { orderId, email } = await bought();
    await shop.deps.write((work) => updateEvent(work, race.eventId, { canceled: true }));
    await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode: 'full' } });
    const text = await written(email);
    expect([text.includes('„Donaulauf“ findet nicht statt'), toldIn(text)]).toEqual([true, 3150]);
  });

  test('does not promise again what was refunded before', async () => {
    const { orderId, email } = await bought();
    await admin.json('POST', '/api/admin/orders/refund-orders', { orderIds: [orderId], mode: 'full' });
    shop.clock.advance(hours(1));
    await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode: 'full' } });
    const text = await written(email);
    expect([toldIn(text), text.includes('schon vorher erstattet')]).toEqual([null, true]);
    expect(await opened(orderId)).toEqual([3150]);
  });

  test('sends no cancellation mail for an order reactivated meanwhile', async () => {
    const { orderId, email } = await bought();
    const giveBack = openCancellationRefund({ mode: 'none' });
    await shop.deps.write((work) => cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack }));
    await admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'pending' });
    await shop.settle();
    expect((await shop.mails(email)).filter(({ subject }) => subject.startsWith('Storniert'))).toEqual([]);
  });
});
