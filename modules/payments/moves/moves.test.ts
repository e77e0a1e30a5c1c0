import { expect, test } from 'vitest';
import { createCompetition, createPrice } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { camtFile } from '../bank-files/testing.ts';
import { bankShop, outcomes, previewedAndBooked, referenceOf } from '../bank-import/testing.ts';
import { markPaid } from '../mark-paid.ts';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { payingScene, raceOrganizer } from '../online/testing.ts';
import { receivePayment } from '../receive-payment.ts';
import { refundOrders } from '../refunds/refund-orders.ts';
import { order, race } from '../testing.ts';
import { moveBooked } from './move-booked.ts';

/** Competitions of the same event at other prices. */
async function competitionsAt<P extends number>(shop: TestShop, eventId: number, prices: readonly P[]) {
  const ids = {} as Record<P, number>;
  for (const price of prices) {
    ids[price] = await shop.deps.write(async (work) => {
      const id = await createCompetition(work, eventId, {
        title: `Um ${price}`,
        timestamp: fromIso('2026-05-17T07:30:00Z'),
        totalTicketCount: 10,
      });
      await createPrice(work, id, { price, quantity: 10 });
      return id;
    });
  }
  return ids;
}

/** State of the order and its money. Asserts that lines add up to the total, and charges to the tickets. */
async function stateOf(shop: TestShop, orderId: number) {
  const known = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
  const sum = known.orderItems.reduce((total, { priceTotal }) => total + priceTotal, 0);
  expect(sum).toBe(known.totalPrice);
  const { kept, open } = await moneyOfOrder(shop.deps.read, known);
  const refunds = (await refundsOf(shop.deps.read, orderId)).map(({ reason, status, amount }) => [
    reason,
    status,
    amount,
  ]);
  return { status: known.status, total: known.totalPrice, paymentStatus: known.paymentStatus, kept, open, refunds };
}
const personOf = async (shop: TestShop, orderId: number) => {
  const known = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
  return known.competitions[0]?.teams[0]?.participants[0] ?? expect.fail();
};

async function scene() {
  const shop = await testShop();
  const made = await race(shop);
  const at = await competitionsAt(shop, made.eventId, [0, 1000, 3000, 5000]);
  const orderId = await order(shop, made);
  const { id: participantId } = await personOf(shop, orderId);
  return {
    shop,
    made,
    at,
    orderId,
    participantId,
    state: () => stateOf(shop, orderId),
    pay: () => shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 })),
    receive: (amount: number, reference: string) =>
      shop.deps.write((work) =>
        receivePayment(work, { orderId, method: 'bank', amount: cents(amount), reference, editorId: null }),
      ),
    move: (competitionId: number, keepsPrice = false) =>
      shop.deps.write((work) => moveBooked(work, { orderId, participantId, competitionId, keepsPrice, editorId: 1 })),
  };
}

test('a price increase of a paid order is open until it is paid, once', async () => {
  const { shop, at, orderId, state, pay, move, receive } = await scene();
  await pay();
  await shop.settle();
  expect(await move(at[5000])).toEqual({ difference: 2000, open: 2000, goesBack: 0 });
  expect(await state()).toMatchObject({
    status: 'complete',
    total: 5000,
    paymentStatus: 'pending',
    kept: 3000,
    open: 2000,
  });
  await shop.settle();
  const [mail] = await shop.mails('buyer@runner.example');
  expect(mail?.subject).toBe('Umgebucht: Zoë Wałęsa startet bei Um 5000');
  expect(mail?.text).toMatch(/20,00/);
  expect(mail?.text).toContain(referenceOf(orderId));

  const buyer = await shop.login('buyer@runner.example');
  const page = await buyer.fetch(`/events/1/payment?order=${orderId}`);
  expect([page.status, (await page.text()).includes('20,00')]).toEqual([200, true]);
  const chosen = await buyer.json('POST', `/api/orders/${orderId}/payment-in-advance`);
  expect(chosen).toMatchObject({ status: 200, body: { totalPrice: 2000, reference: referenceOf(orderId) } });
  expect((await buyer.json('POST', `/api/orders/${orderId}/assert`)).body).toEqual({ status: 'pending' });
  expect((await buyer.fetch(`/payment-in-advance/${orderId}`)).status).toBe(200);

  expect(await receive(500, 'a')).toBe('partly');
  expect(await receive(1500, 'b')).toBe('completed');
  expect(await state()).toMatchObject({
    status: 'complete',
    paymentStatus: 'completed',
    kept: 5000,
    open: 0,
    refunds: [],
  });
  expect(await receive(1500, 'c')).toBe('twice');
  expect(await state()).toMatchObject({ kept: 5000, refunds: [['twice', 'pending', 1500]] });
  expect((await buyer.json('POST', `/api/orders/${orderId}/assert`)).body).toEqual({ status: 'completed' });
  expect((await buyer.json('POST', `/api/orders/${orderId}/init`, { paymentMethod: 'bank' })).body).toMatchObject({
    code: 'ORDER_ALREADY_PAID',
  });
});

test('refunds a price reduction, and withdraws the refund when the price rises again', async () => {
  const { shop, at, orderId, state, pay, move } = await scene();
  await pay();
  await move(at[1000]);
  expect(await state()).toMatchObject({ total: 1000, kept: 1000, open: 0, refunds: [['moved', 'pending', 2000]] });
  await move(at[3000]);
  expect(await state()).toMatchObject({ total: 3000, kept: 3000, open: 0, refunds: [['moved', 'withdrawn', 2000]] });
  await move(at[0]);
  await move(at[5000]);
  expect(await state()).toMatchObject({ total: 5000, kept: 3000, open: 2000 });
  const organizer = await shop.login(raceOrganizer);
  const payouts = async () =>
    (await (await organizer.fetch('/admin/events/1/payouts')).text()).replace(/\s/g, ' ').replaceAll('&amp;', '&');
  const rests = '/admin/orders?event=1&rest=open';
  expect(await payouts()).toContain(`${rests}">20,00 € (1)`);
  expect((await organizer.fetch(`/admin/orders/${orderId}/mark-paid`)).status).toBe(200);
  const marked = await organizer.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  expect(marked).toMatchObject({ status: 200, body: { order: { paymentStatus: 'completed' } } });
  expect(await state()).toMatchObject({ kept: 5000, open: 0 });
  expect(await payouts()).not.toContain('Offene Reste');
  const again = await organizer.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  expect(again.body).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
});

test('the payments page of an event links to open rests, also of shipped orders', async () => {
  const { shop, at, orderId, pay, move } = await scene();
  await pay();
  await move(at[5000]);
  const organizer = await shop.login(raceOrganizer);
  const rests = '/admin/orders?event=1&rest=open';
  for (const status of ['complete', 'shipped']) {
    if (status === 'shipped') await organizer.json('PATCH', `/api/admin/orders/${orderId}/status`, { status });
    const payouts = (await (await organizer.fetch('/admin/events/1/payouts')).text()).replaceAll('&amp;', '&');
    expect([status, payouts.includes(`href="${rests}"`)]).toEqual([status, true]);
    const list = await (await organizer.fetch(rests)).text();
    expect([status, list.includes(`href="/admin/orders/${orderId}"`)]).toEqual([status, true]);
  }
});

test('a pending order costs its new total, and is complete when nothing is open', async () => {
  const { shop, at, state, move, receive, orderId } = await scene();
  await move(at[5000]);
  expect(await state()).toMatchObject({ status: 'pending', total: 5000, open: 5000 });
  expect(await receive(1000, 'part')).toBe('partly');
  await move(at[1000]);
  expect(await state()).toMatchObject({ status: 'complete', total: 1000, kept: 1000, open: 0, refunds: [] });
  const free = await order(
    shop,
    { eventId: 1, competitionId: at[5000] },
    { price: 5000, people: [{ firstName: 'A', lastName: 'B' }] },
  );
  const { id: participantId } = await personOf(shop, free);
  await shop.deps.write((work) =>
    moveBooked(work, { orderId: free, participantId, competitionId: at[0], editorId: 1 }),
  );
  expect(await stateOf(shop, free)).toMatchObject({ status: 'complete', total: 0, open: 0 });
  expect(orderId).not.toBe(free);
});

test('an organizer may keep the price; the line names the new competition all the same', async () => {
  const { shop, at, orderId, state, pay, move } = await scene();
  await pay();
  expect(await move(at[5000], true)).toEqual({ difference: 0, open: 0, goesBack: 0 });
  expect(await state()).toMatchObject({ total: 3000, paymentStatus: 'completed', kept: 3000, open: 0, refunds: [] });
  const known = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
  expect(known.orderItems.map(({ name, priceTotal }) => [name, priceTotal])).toEqual([['Um 5000', 3000]]);
  // Moves back at the current price.
  await move(at[1000]);
  expect(await state()).toMatchObject({ total: 1000, refunds: [['moved', 'pending', 2000]] });
});

test('a move does not refund again what was refunded before', async () => {
  const { shop, at, orderId, state, pay, move, receive } = await scene();
  await pay();
  const grant = (amount: number) =>
    shop.deps.write((work) => refundOrders(work, { orderIds: [orderId], mode: 'custom', amount, editorId: 1 }));
  await grant(2500);
  expect(await move(at[1000])).toEqual({ difference: -2000, open: 0, goesBack: 500 });
  expect(await state()).toMatchObject({ total: 1000, kept: 0, open: 0, paymentStatus: 'completed' });
  expect(await move(at[0])).toEqual({ difference: -1000, open: 0, goesBack: 0 });
  expect(await state()).toMatchObject({
    kept: 0,
    refunds: [
      ['granted', 'pending', 2500],
      ['moved', 'pending', 500],
    ],
  });
  expect(await receive(700, 'late')).toBe('twice');
  expect(await state()).toMatchObject({ kept: 0, open: 0 });
});

test('a bank file pays a rest exactly and once', async () => {
  const { shop, admin, ...bank } = await bankShop(await testShop());
  const at = await competitionsAt(shop, bank.made.eventId, [5000]);
  const orderId = await bank.order();
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const { id: participantId } = await personOf(shop, orderId);
  await shop.deps.write((work) => moveBooked(work, { orderId, participantId, competitionId: at[5000], editorId: 1 }));
  const line = (amount: number, id: string) => ({ amount, text: referenceOf(orderId), bankReference: id });
  const rows = await previewedAndBooked(admin, camtFile([line(1999, 'a'), line(2000, 'b'), line(2000, 'c')]));
  expect(outcomes(rows)).toEqual([
    ['amountMismatch', orderId],
    ['paid', orderId],
    ['alreadyPaid', orderId],
  ]);
  expect(await stateOf(shop, orderId)).toMatchObject({
    paymentStatus: 'completed',
    kept: 5000,
    open: 0,
    refunds: [['twice', 'pending', 2000]],
  });
});

test('a card pays a rest; a concurrent second card is not charged', async () => {
  const { shop, orderId, ...payer } = await payingScene();
  await payer.comeBack(await payer.pay(await payer.begin()));
  const at = await competitionsAt(shop, 1, [5000]);
  const { id: participantId } = await personOf(shop, orderId);
  await shop.deps.write((work) => moveBooked(work, { orderId, participantId, competitionId: at[5000], editorId: 1 }));
  const [first, second] = [await payer.begin(), await payer.begin()];
  await payer.comeBack(await payer.pay(first));
  expect(await stateOf(shop, orderId)).toMatchObject({
    status: 'complete',
    paymentStatus: 'completed',
    kept: 5000,
    open: 0,
  });
  await payer.comeBack(await payer.pay(second));
  expect(await payer.state()).toMatchObject({ payments: [3000, 2000], refunds: [] });
});

test('shows the difference to organizers only, before the move', async () => {
  const { shop, at, orderId, participantId, pay } = await scene();
  await pay();
  const organizer = await shop.login(raceOrganizer);
  const path = `/admin/orders/${orderId}/participants/${participantId}/move`;
  const moves = `/api/admin/orders/${orderId}/participants/${participantId}/moves`;
  const { body } = await organizer.json<{ rows: { competitionId: number; difference: number }[] }>('GET', moves);
  expect(body.rows.map(({ competitionId, difference }) => [competitionId, difference])).toEqual([
    [at[0], -3000],
    [at[1000], -2000],
    [at[3000], 0],
    [at[5000], 2000],
  ]);
  const page = await (await organizer.fetch(path)).text();
  expect(page).toContain('20,00');
  expect((await organizer.form(path, { competitionId: '' })).status).toBe(400);
  const stale = await organizer.form(path, { competitionId: String(at[5000]), [`shown-${at[5000]}`]: '1500' });
  expect([stale.status, (await stale.text()).includes('inzwischen geändert')]).toEqual([409, true]);
  expect(await stateOf(shop, orderId)).toMatchObject({ total: 3000 });
  const done = await organizer.form(path, { competitionId: String(at[5000]), [`shown-${at[5000]}`]: '2000' });
  expect([done.status, done.headers.get('location')]).toEqual([303, `/admin/orders/${orderId}?done=moved`]);
  expect(await stateOf(shop, orderId)).toMatchObject({ total: 5000, open: 2000 });

  await race(shop, { organizer: 'other@organizer.example' });
  const other = await shop.login('other@organizer.example');
  const buyer = await shop.login('buyer@runner.example');
  const asked = await Promise.all(
    [other, buyer].flatMap((who) => [
      who.json('GET', moves),
      who.json('PATCH', `/api/admin/orders/${orderId}/change-participant-competition`, {
        participantId,
        competitionId: at[0],
      }),
    ]),
  );
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 403, 403]);
  expect((await other.fetch(path)).status).toBe(404);
  expect(await stateOf(shop, orderId)).toMatchObject({ total: 5000 });
});
