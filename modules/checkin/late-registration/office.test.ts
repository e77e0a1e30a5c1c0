import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { gateOf } from '../testing.ts';

const lea = { localId: 'p0', firstName: 'Lea', lastName: 'Spät', birthDate: '1994-03-02', email: 'lea@runner.example' };

async function scene({ cashAtDesk = true } = {}) {
  const shop = await testShop({ now: '2026-05-10T05:00:00Z' });
  const gate = await gateOf(shop);
  await shop.deps.write((work) => updateEvent(work, gate.eventId, { cashAtDesk, paymentInAdvancePossible: true }));
  const path = `/api/admin/events/${gate.eventId}/entries`;
  const enter = async (payment: string, { person = lea as object, totalPrice = 3000, key = 'k1' } = {}) => {
    const answer = await gate.organizer.json<{ orderId: number; code?: string }>(
      'POST',
      path,
      { teams: [{ competitionId: gate.competitionId, participants: [person] }], totalPrice, payment },
      { 'idempotency-key': key },
    );
    await shop.settle();
    return answer;
  };
  const state = async (orderId: number) => {
    const order = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
    const { received, open } = await shop.deps.orderMoney(order);
    return { status: order.status, total: order.totalPrice, method: order.paymentMethod, received, open };
  };
  return { shop, gate, enter, state, path };
}

test.each([
  ['complimentary', 0, { status: 'complete', total: 0, received: 0, open: 0 }, /Ticket|Startkarte|Anmeld/],
  ['cash', 3000, { status: 'complete', total: 3000, method: 'cash', received: 3000, open: 0 }, /./],
  ['card', 3000, { status: 'complete', total: 3000, method: 'cash', received: 3000, open: 0 }, /./],
  ['transfer', 3000, { status: 'pending', total: 3000, method: 'bank', received: 0, open: 3000 }, /überweis/i],
] as const)('enters somebody by %s, once', async (payment, totalPrice, expected, mail) => {
  const { shop, enter, state } = await scene();
  const { status, body } = await enter(payment, { totalPrice });
  expect([status, body.code]).toEqual([201, undefined]);
  expect(await state(body.orderId)).toMatchObject(expected);
  expect((await enter(payment, { totalPrice })).body.orderId).toBe(body.orderId);
  const [first] = await shop.mails('lea@runner.example');
  expect(`${first?.subject} ${first?.text}`).toMatch(mail);
});

test('a transfer needs a mailbox, cash the consent of the event, and the total must be right', async () => {
  const { enter } = await scene({ cashAtDesk: false });
  const { email: _, ...unreachable } = lea;
  expect(await enter('transfer', { person: unreachable })).toMatchObject({
    ...{ status: 400, body: { code: 'VALIDATION_FAILED' } },
  });
  expect(await enter('cash')).toMatchObject({ status: 409, body: { code: 'CASH_NOT_ALLOWED' } });
  expect(await enter('complimentary')).toMatchObject({ status: 409, body: { code: 'NOT_MATCHING_ORDER_TOTAL' } });
});

test('the office enters somebody by plain forms and sees the order', async () => {
  const { gate, state } = await scene();
  const page = `/admin/events/${gate.eventId}/entries/new`;
  const at = 'teams[0].participants[0].';
  const start = await (await gate.organizer.fetch(page)).text();
  expect(start).toContain('Halbmarathon');
  const entry = {
    ...{ competition: String(gate.competitionId), members: '1' },
    ...{ [`${at}firstName`]: 'Lea', [`${at}lastName`]: 'Spät', [`${at}birthDate`]: '2.3.1994' },
  };
  const review = await (await gate.organizer.form(page, { ...entry, step: 'check' })).text();
  expect(review).toContain('value="complimentary"');
  expect(review).not.toContain('Kassenbeleg');
  const key = /name="key" value="([^"]*)"/.exec(review)?.[1] ?? '';
  const answer = { ...entry, step: 'book', key, totalPrice: '3000' };
  const missing = await gate.organizer.form(page, answer);
  expect([missing.status, (await missing.text()).includes('Bitte wähle, wie bezahlt wird')]).toEqual([400, true]);
  const done = await gate.organizer.form(page, { ...answer, payment: 'complimentary' });
  const [, orderId] = /^\/admin\/orders\/(\d+)$/.exec(done.headers.get('location') ?? '') ?? expect.fail();
  expect(await state(Number(orderId))).toMatchObject({ status: 'complete', total: 0 });
});

test('the desk’s surcharge is charged at the desk and not in the office or online', async () => {
  const { shop, gate, enter, state } = await scene();
  await gate.organizer.json('PATCH', `/api/admin/events/${gate.eventId}`, { deskSurcharge: 500 });
  const { body } = await gate.organizer.json<{ event: { deskSurcharge: number } }>(
    'PATCH',
    `/api/admin/events/${gate.eventId}`,
    {},
  );
  expect(body.event.deskSurcharge).toBe(500);
  const team = (localId: string, lastName: string) => [
    { competitionId: gate.competitionId, participants: [{ ...lea, localId, lastName }] },
  ];
  const quoted = (path: string, teams: object) =>
    gate.organizer.json<{ totalPrice: number }>('POST', `/api/${path}`, { teams });
  expect((await quoted(`events/${gate.eventId}/quote`, team('a', 'Online'))).body.totalPrice).toBe(3000);
  const desk = `admin/events/${gate.eventId}/late-registrations`;
  expect((await quoted(`${desk}/quote`, team('b', 'Schalter'))).body.totalPrice).toBe(3500);
  const registered = await gate.organizer.json<{ orderId: number }>(
    'POST',
    `/api/${desk}`,
    { teams: team('b', 'Schalter'), totalPrice: 3500, eventConditionsAccepted: true, cashReceived: true },
    { 'idempotency-key': 'desk' },
  );
  await shop.settle();
  expect(await state(registered.body.orderId)).toMatchObject({ total: 3500, received: 3500, open: 0 });
  const office = await enter('cash', { person: { ...lea, lastName: 'Büro' }, key: 'k2' });
  expect(await state(office.body.orderId)).toMatchObject({ total: 3000, received: 3000 });
});
