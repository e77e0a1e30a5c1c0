import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findOrCreateUser } from '#modules/accounts/index.ts';
import { catalogOf, updateEvent } from '#modules/events/index.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import { testShop } from '#tests/support/shop.ts';
import { bookingSchema } from '../rules/booking.ts';
import { orders } from '../schema.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';
import { placeInBatch } from './booking-queue.ts';
import { cancelOrder } from './cancel-order.ts';
import { completeOrders } from './complete-order.ts';
import { type PlacedOrder, type PlaceOrder, planOrder } from './plan-order.ts';

/** How many places one account may have without paying. */

async function freeRace(freePlacesPerAccount: number | null = null, price = 0) {
  const shop = await testShop({ demo: false });
  const event = { processingFee: 0, freePlacesPerAccount };
  const race = await shop.deps.write((work) => makeRace(work, { tickets: 500, price, event }));
  const userOf = async (email: string) =>
    (await shop.deps.write((work) => findOrCreateUser(work, email, { language: null }))).id;
  const userId = await userOf('buyer@example.test');
  const wanted = (count: number, change: Partial<PlaceOrder> = {}, booking: object = {}): PlaceOrder => ({
    eventId: race.eventId,
    booking: bookingSchema.parse({
      ...bookingOf(
        race,
        Array.from({ length: count }, () => runner({ email: null })),
        { totalPrice: 0 },
      ),
      ...booking,
    }),
    viewer: { userId, visitId: 'visit', level: 'verified' },
    language: 'de',
    idempotencyKey: null,
    origin: { clientAddress: '', limitFactor: 0 },
    ...change,
  });
  const place = (order: PlaceOrder): Promise<PlacedOrder> =>
    placeInBatch(shop.deps.write, { order, finish: async (_, placed) => placed });
  const outcome = (order: PlaceOrder): Promise<object> =>
    place(order).then(
      ({ status }) => ({ status }),
      (error) => (error instanceof Problem ? { code: error.code, ...error.details } : Promise.reject(error)),
    );
  return { shop, race, wanted, place, outcome, userOf };
}
const complete = { status: 'complete' };

test('an account has 50 where the event says nothing: in any number of orders, another account its own', async () => {
  const { outcome, wanted, userOf } = await freeRace();
  expect(await outcome(wanted(51))).toEqual({ code: 'FREE_PLACES_LIMIT', left: 50, most: 50 });
  expect(await outcome(wanted(20))).toEqual(complete);
  expect(await outcome(wanted(31))).toEqual({ code: 'FREE_PLACES_LIMIT', left: 30, most: 50 });
  expect(await outcome(wanted(30))).toEqual(complete);
  expect(await outcome(wanted(1))).toEqual({ code: 'FREE_PLACES_LIMIT', left: 0, most: 50 });
  const other = { userId: await userOf('other@example.test'), visitId: 'visit', level: 'verified' } as const;
  expect(await outcome(wanted(1, { viewer: other }))).toEqual(complete);
});

test('places of a canceled order are free again, and what is paid for does not count', async () => {
  const { shop, race, place, outcome, wanted } = await freeRace(2);
  const { orderId } = await place(wanted(2));
  expect(await outcome(wanted(1))).toMatchObject({ code: 'FREE_PLACES_LIMIT', left: 0 });
  const relay = {
    teams: [
      {
        competitionId: race.relayId,
        teamName: 'Vier',
        participants: [1, 2, 3, 4].map((n) => ({ ...runner(), localId: `r${n}` })),
      },
    ],
    totalPrice: 8000,
  };
  expect(await outcome(wanted(0, {}, relay))).toEqual({ status: 'pending' });
  await shop.deps.write((work) =>
    cancelOrder(work, { orderId, editorId: 1, reason: 'byUser', giveBack: async () => 0 as never }),
  );
  expect(await outcome(wanted(2))).toEqual(complete);
});

test('a voucher of 100 % takes a place for nothing; the desk on race day is never refused', async () => {
  const { shop, race, outcome, wanted } = await freeRace(1, 3000);
  for (const code of ['FREE-1', 'FREE-2'])
    await shop.deps.write((work) => makeVoucher(work, race.eventId, code, { unit: 'percentage', amount: 10_000 }));
  const with100 = (code: string) => wanted(1, {}, { appliedVouchers: [{ code }] });
  expect(await outcome(with100('FREE-1'))).toEqual(complete);
  expect(await outcome(with100('FREE-2'))).toMatchObject({ code: 'FREE_PLACES_LIMIT', left: 0 });
  expect(await outcome({ ...with100('FREE-2'), atDesk: { editorId: 1 } })).toEqual(complete);
});

test('bookings that are written together count each other: 20 at once on 5 places of an account', async () => {
  const { outcome, wanted, shop } = await freeRace(5);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(wanted(1))));
  expect(outcomes.filter((each) => 'status' in each)).toHaveLength(5);
  expect(outcomes.slice(5)).toEqual(Array(15).fill({ code: 'FREE_PLACES_LIMIT', left: 0, most: 5 }));
  const [row] = await shop.deps.read.all<{ n: number }>('select count(*) n from participants');
  expect(row?.n).toBe(5);
});

test('checked without being written in between, the same 20 all pass', async () => {
  const { shop, race, wanted } = await freeRace(5);
  const planned = await shop.deps.write(async (work) => {
    const catalog = present(await catalogOf(work.tx, race.eventId), 'the race');
    return Promise.all(Array.from({ length: 20 }, () => planOrder(work, wanted(1), catalog)));
  });
  expect(planned).toHaveLength(20);
});

test('call and page name the number, in both languages; the organizer changes it', async () => {
  const { shop, race } = await freeRace(null);
  const admin = await shop.login('office@shop.test', { superAdmin: true });
  const path = `/api/admin/events/${race.eventId}`;
  for (const wrong of [0, 10_001, 1.5, '3'])
    expect([wrong, (await admin.json('PATCH', path, { freePlacesPerAccount: wrong })).status]).toEqual([wrong, 400]);
  expect((await admin.json('PATCH', path, { freePlacesPerAccount: 3 })).status).toBe(200);
  const { body } = await admin.json<{ event: { freePlacesPerAccount: number } }>('GET', path);
  expect(body.event.freePlacesPerAccount).toBe(3);
  const buyer = await shop.login('club@example.test');
  const booking = bookingOf(
    race,
    [1, 2, 3, 4].map(() => runner({ email: null })),
    { totalPrice: 0 },
  );
  const refused = await buyer.json<{ code: string; message: string; details: object }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    booking,
    { 'accept-language': 'de' },
  );
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    409,
    'FREE_PLACES_LIMIT',
    { left: 3, most: 3 },
  ]);
  expect(refused.body.message).toContain('höchstens 3 Startplätze pro Konto. 3 gehen noch.');
  await shop.deps.write((work) => updateEvent(work, race.eventId, { freePlacesPerAccount: null }));
  expect((await buyer.json('POST', `/api/events/${race.eventId}/book`, booking)).status).toBe(201);
});

const refusedUnpaid = (left: number, most = 200) => ({ code: 'UNPAID_PLACES_LIMIT', left, most });

test('an account holds 200 unpaid places of an event, whichever way it pays; what is paid or canceled counts no more', async () => {
  const { shop, race, place, outcome, wanted, userOf } = await freeRace(null, 3000);
  const paid = (count: number, change: Partial<PlaceOrder> = {}) => wanted(count, change, { totalPrice: 3000 * count });
  const pending = { status: 'pending' };
  // A club of 60 from a spreadsheet.
  const club = await place(paid(60));
  const { orderId } = await place(paid(100));
  expect(await outcome(paid(41))).toEqual(refusedUnpaid(40));
  await shop.deps.write(({ tx }) =>
    tx.update(orders).set({ paymentMethod: 'bank' }).where(eq(orders.id, club.orderId)),
  );
  expect(await outcome(paid(41))).toEqual(refusedUnpaid(40));
  const other = { userId: await userOf('other@example.test'), visitId: 'visit', level: 'verified' } as const;
  expect(await outcome(paid(100, { viewer: other }))).toEqual(pending);
  expect(await outcome(paid(41, { atDesk: { editorId: 1 } }))).toEqual(pending);
  await shop.deps.write((work) =>
    completeOrders(work, { paid: [{ orderId: club.orderId, paymentMethod: 'bank' }], editorId: 1 }),
  );
  expect(await outcome(paid(60))).toEqual(refusedUnpaid(59));
  await shop.deps.write((work) =>
    cancelOrder(work, { orderId, editorId: 1, reason: 'byUser', giveBack: async () => 0 as never }),
  );
  expect(await outcome(paid(60))).toEqual(pending);
  await shop.deps.write((work) => updateEvent(work, race.eventId, { freePlacesPerAccount: 3 }));
  expect(await outcome(paid(100))).toEqual(refusedUnpaid(99));
  await shop.deps.write((work) => updateEvent(work, race.eventId, { freePlacesPerAccount: 250 }));
  expect(await outcome(paid(150))).toEqual(refusedUnpaid(149, 250));
  expect(await outcome(paid(149))).toEqual(pending);
});

test('unpaid places of bookings that are written together count each other; checked alone all pass', async () => {
  const { shop, race, outcome, wanted } = await freeRace(null, 3000);
  const fifteen = () => wanted(15, {}, { totalPrice: 45_000 });
  const planned = await shop.deps.write(async (work) => {
    const catalog = present(await catalogOf(work.tx, race.eventId), 'the race');
    return Promise.all(Array.from({ length: 20 }, () => planOrder(work, fifteen(), catalog)));
  });
  expect(planned).toHaveLength(20);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(fifteen())));
  expect(outcomes.slice(0, 13)).toEqual(Array(13).fill({ status: 'pending' }));
  expect(outcomes.slice(13)).toEqual(Array(7).fill(refusedUnpaid(5)));
});
