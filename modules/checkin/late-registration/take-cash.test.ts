import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import { order } from '#modules/payments/testing.ts';
import { testShop } from '#tests/support/shop.ts';
import { deviceAt, gateOf } from '../testing.ts';

async function scene() {
  const shop = await testShop({ now: '2026-05-10T05:00:00Z' });
  const gate = await gateOf(shop);
  await shop.deps.write((work) => updateEvent(work, gate.eventId, { cashAtDesk: true }));
  const orderId = await order(shop, gate, {
    people: [{ firstName: 'Lea', lastName: 'Spät', email: 'lea@runner.example' }],
  });
  const state = async () => {
    const found = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
    const { received, open } = await shop.deps.orderMoney(found);
    return { status: found.status, received, open };
  };
  return { shop, gate, orderId, state };
}

test('the desk takes cash for an open order, once, and its till counts it', async () => {
  const { shop, gate, orderId, state } = await scene();
  const path = `/admin/events/${gate.eventId}/late-registration/${orderId}`;
  const question = await (await gate.organizer.fetch(`${path}/cash`)).text();
  expect(question).toContain('Lea Spät');
  expect(question).toContain('30,00');
  const stale = await gate.organizer.form(`${path}/cash`, { open: '2900' });
  expect([stale.status, (await stale.text()).includes('hat sich gerade geändert')]).toEqual([409, true]);
  expect(await state()).toEqual({ status: 'pending', received: 0, open: 3000 });
  const both = await Promise.all([1, 2].map(() => gate.organizer.form(`${path}/cash`, { open: '3000' })));
  expect(both.map(({ status }) => status).sort()).toEqual([303, 404]);
  await shop.settle();
  expect(await state()).toEqual({ status: 'complete', received: 3000, open: 0 });
  expect(await shop.mails('lea@runner.example')).toHaveLength(1);
  expect(await (await gate.organizer.fetch(path)).text()).toContain('Lea Spät');
  expect(await (await gate.organizer.fetch(`${path}/cash`)).text()).toContain('Diese Bestellung ist bezahlt');
  const { body } = await gate.organizer.json<{ taken: number }>(
    'GET',
    `/api/admin/events/${gate.eventId}/late-registrations`,
  );
  expect(body.taken).toBe(3000);
});

test('a device takes cash only where it may, and nobody for another event’s order', async () => {
  const { shop, gate, orderId, state } = await scene();
  const till = await deviceAt(shop, gate, { mayTakeCash: true, gate: 'Kassa' });
  const other = await deviceAt(shop, gate, { mayTakeCash: false });
  const at = (id: number, to = orderId) => `/scan/devices/${id}/late-registration/${to}/cash`;
  expect((await other.phone.form(at(other.id), { open: '3000' })).status).toBe(404);
  expect((await till.phone.form(at(till.id, 999_999), { open: '3000' })).status).toBe(404);
  expect(await state()).toEqual({ status: 'pending', received: 0, open: 3000 });
  expect((await till.phone.form(at(till.id), { open: '3000' })).status).toBe(303);
  expect(await state()).toEqual({ status: 'complete', received: 3000, open: 0 });
});
