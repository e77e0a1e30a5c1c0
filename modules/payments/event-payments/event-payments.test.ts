import fc from 'fast-check';
import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { cancelOrder } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso, instant } from '#src/kernel/time.ts';
import { markPaid } from '../mark-paid.ts';
import { receivePayment } from '../receive-payment.ts';
import { openCancellationRefund } from '../refunds/giving-back.ts';
import { refundOrders } from '../refunds/refund-orders.ts';
import { refundScene } from '../refunds/testing.ts';
import { order, race } from '../testing.ts';
import { eventMoney, sumEntries } from './read-event-payments.ts';

const at = fromIso('2026-05-31T22:30:00Z');

test('days and months are those of the event', () => {
  const entry = { at, kind: 'payment', method: 'visa', amount: cents(3000), count: 1 } as const;
  expect(sumEntries([entry], 'day', 'Europe/Vienna').byTime[0]?.time).toBe('2026-06-01');
  expect(sumEntries([entry], 'month', 'Europe/Vienna').byTime[0]?.time).toBe('2026-06');
  expect(sumEntries([entry], 'month', 'America/New_York').byTime[0]?.time).toBe('2026-05');
});

test('every table adds up to the whole, to the cent', () => {
  const entry = fc.record({
    at: fc.integer({ min: 0, max: 1_000_000 }).map((quarter) => instant(quarter * 900_000)),
    kind: fc.constantFrom('payment' as const, 'refund' as const),
    method: fc.constantFrom('visa', 'bank', 'eps'),
    amount: fc.integer({ min: 1, max: 1_000_000 }).map(cents),
    count: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(entry), fc.constantFrom('day' as const, 'month' as const), (entries, period) => {
      const { all, byMethod, byTime } = sumEntries(entries, period, 'Europe/Vienna');
      for (const rows of [byMethod, byTime]) {
        for (const figure of ['payments', 'received', 'refunds', 'refunded'] as const) {
          expect(rows.reduce((sum, { figures }) => sum + figures[figure], 0)).toBe(all[figure]);
        }
      }
      const received = entries.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : 0), 0);
      expect(all.received).toBe(received);
    }),
  );
});

test('an organizer sees the money of the own event, as the ledger has it, and what is still to come', async () => {
  const scene = await refundScene();
  const { shop, editorId } = scene;
  const place = await race(shop, { organizer: 'club@organizer.example' });
  const person = (firstName: string) => ({ people: [{ firstName, lastName: 'Moser' }] });
  const [byCard, byBank, partly] = [
    await order(shop, place, person('Ida')),
    await order(shop, place, person('Eva')),
    await order(shop, place, person('Max')),
  ];
  await order(shop, place, person('Uwe'));
  await scene.payOnline(byCard);
  await shop.deps.write((work) => markPaid(work, { orderId: byBank, editorId }));
  const transfer = { orderId: partly, method: 'bank', amount: cents(1000), reference: 'line 1', editorId: null };
  await shop.deps.write((work) => receivePayment(work, transfer));
  await shop.deps.write((work) =>
    cancelOrder(work, {
      orderId: byCard,
      editorId,
      reason: 'byAdmin',
      giveBack: openCancellationRefund({ mode: 'none' }),
    }),
  );
  await scene.admin.json('POST', '/api/admin/orders/refund-orders', {
    orderIds: [byCard],
    mode: 'custom',
    amount: 2500,
  });
  await scene.paidOnline();

  const organizer = await shop.login('club@organizer.example');
  const base = '/api/admin/organizer-invoices';
  const payments = await organizer.json<{ count: number; rows: { kind: string; amount: number; orderId: number }[] }>(
    'GET',
    `${base}/event-payments/${place.eventId}`,
  );
  expect(payments.body).toMatchObject({
    count: 4,
    rows: [
      { kind: 'refund', amount: 2500, orderId: byCard, method: 'visa' },
      { kind: 'payment', amount: 1000, orderId: partly },
      { kind: 'payment', amount: 3000, orderId: byBank },
      { kind: 'payment', amount: 3000, orderId: byCard },
    ],
  });
  const pending = await organizer.json('GET', `${base}/event-pending-payment/${place.eventId}`);
  expect(pending.body).toEqual({ sum: 3000 + 2000, count: 2 });
  const page = await organizer.fetch(`/admin/events/${place.eventId}/payouts?by=day`);
  const text = (await page.text()).replaceAll('\u00a0', ' ');
  expect(page.status).toBe(200);
  for (const said of ['70,00 €', '25,00 €', '45,00 €', '50,00 € (2)', '5,00 €', '02.03.2026', 'Visa']) {
    expect(text).toContain(said);
  }
  await race(shop, { organizer: 'other@organizer.example' });
  const stranger = await shop.login('other@organizer.example');
  for (const path of [`${base}/event-payments/${place.eventId}`, `${base}/event-pending-payment/${place.eventId}`]) {
    expect((await stranger.json('GET', path)).status).toBe(404);
  }
  expect((await stranger.fetch(`/admin/events/${place.eventId}/payouts`)).status).toBe(404);
});

test('who goes back and pays another way is at one payment, and at none once it is paid', async () => {
  const scene = await refundScene();
  const { shop } = scene;
  const buyer = await shop.login('buyer@runner.example');
  const place = await race(shop, { organizer: 'club@organizer.example' });
  const orderId = await order(shop, place, { people: [{ firstName: 'Ida', lastName: 'Moser' }] });
  const underWay = async () => (await eventMoney(shop.deps.read, place.eventId)).underWay;
  for (const paymentMethod of ['visa', 'eps'])
    expect(await buyer.json('POST', `/api/orders/${orderId}/init`, { paymentMethod })).toMatchObject({ status: 200 });
  expect(await underWay()).toEqual({ sum: 3000, count: 1 });
  await scene.payOnline(orderId);
  expect(await underWay()).toEqual({ sum: 0, count: 0 });
});

test('processing fees are those that paid orders have; what a canceled one keeps stands for itself', async () => {
  const scene = await refundScene();
  const { shop, editorId } = scene;
  const { read, write } = shop.deps;
  const place = await race(shop, { organizer: 'club@organizer.example' });
  await write((work) => updateEvent(work, place.eventId, { processingFee: 150 }));
  const ordered = (firstName: string) =>
    order(shop, place, { price: 3150, people: [{ firstName, lastName: 'Moser' }] });
  const [paid, canceled, partly] = [await ordered('Ida'), await ordered('Eva'), await ordered('Max')];
  const money = () => eventMoney(read, place.eventId);
  const transfer = { orderId: partly, method: 'bank', amount: cents(1000), reference: 'line 1', editorId: null };
  await write((work) => receivePayment(work, transfer));
  expect(await money()).toMatchObject({ fees: 0, keptOfCanceled: 0 });
  await write((work) => markPaid(work, { orderId: paid, editorId }));
  await write((work) => markPaid(work, { orderId: canceled, editorId }));
  expect(await money()).toMatchObject({ fees: 300, keptOfCanceled: 0 });
  const giveBack = openCancellationRefund({ mode: 'withoutProcessingFee' });
  await write((work) => cancelOrder(work, { orderId: canceled, editorId, reason: 'byAdmin', giveBack }));
  expect(await money()).toMatchObject({ fees: 150, keptOfCanceled: 150 });
  await write((work) => refundOrders(work, { orderIds: [paid], mode: 'custom', amount: 3100, editorId }));
  expect(await money()).toMatchObject({ fees: 50, keptOfCanceled: 150 });
});
