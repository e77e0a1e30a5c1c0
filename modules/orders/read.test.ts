import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { orderOf } from './read.ts';
import { orders } from './schema.ts';
import { bookingOf, makeRace, runner } from './testing.ts';

test('the record of an order holds none of the columns that its type leaves out', async () => {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work));
  const buyer = await shop.login('buyer@example.test');
  const booking = bookingOf(race, [runner()], { totalPrice: 3150 });
  const headers = { 'idempotency-key': 'a key of the browser' };
  const path = `/api/events/${race.eventId}/book`;
  const { status, body } = await buyer.json<{ orderId: number }>('POST', path, booking, headers);
  expect(status).toBe(201);
  const [row] = await shop.deps.read.select().from(orders);
  const record = await orderOf(shop.deps.read, body.orderId);
  expect(row?.idempotencyKey).toBeTruthy();
  expect(Object.keys(row ?? {}).filter((column) => !(column in (record ?? {})))).toEqual([
    'idempotencyKey',
    'idempotencyBodyHash',
    'takesPlaceOf',
  ]);
});
