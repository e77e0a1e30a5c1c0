import { expect, test } from 'vitest';
import { catalogOf } from '#modules/events/index.ts';
import { orderOf, peopleOf } from '#modules/orders/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { testShop } from '#tests/support/shop.ts';

/** What nobody sees and no text needs is left out at both doors; names and titles are one line. */

test('calls and forms leave out control characters and what turns the direction; a line stays a line, a text its lines', async () => {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work));
  const { eventId } = race;
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const eventNow = async () => (await catalogOf(shop.deps.read, eventId))?.event;
  const told = { title: 'Do\u0000nau\u202elauf\u202c\n2026', description: 'Eins\r\nzwei\u0007\tdrei' };
  expect((await admin.json('PATCH', `/api/admin/events/${eventId}`, told)).status).toBe(200);
  expect(await eventNow()).toMatchObject({ title: 'Donaulauf 2026', description: 'Eins\nzwei\tdrei' });

  const buyer = await shop.login('buyer@runner.example');
  const person = runner({ firstName: 'Zo\u2066ë\u2069', lastName: 'Hu\tber\u007f', club: 'LC\u0000' });
  const booked = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${eventId}/book`,
    bookingOf(race, [person]),
  );
  expect(booked.status).toBe(201);
  const order = (await orderOf(shop.deps.read, booked.body.orderId)) ?? expect.fail();
  expect(peopleOf(order)[0]?.person).toMatchObject({ firstName: 'Zoë', lastName: 'Hu ber', club: 'LC' });

  const form = { intent: 'voucher', voucherCode: 'NE\u202eBEL\u0000' };
  const page = await (await buyer.form(`/events/${eventId}/competitions`, form)).text();
  expect([page.includes('NEBEL'), /NE.?\u202e/u.test(page)]).toEqual([true, false]);
});
