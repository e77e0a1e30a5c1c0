import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createCompetition, createPrice } from '#modules/events/index.ts';
import { voucherRedemptions, vouchers } from '#modules/vouchers/schema.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { hours } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { articleRevenue } from '../management/read-article-revenue.ts';
import { ordersModule } from '../module.ts';
import { orders, participantArticles, participants } from '../schema.ts';
import { bookingOf, makeRace, type Race, runner } from '../testing.ts';

type World = { shop: TestShop; race: Race; buyer: Caller; admin: Caller };
type Booked = { orderId: number; code: string; details: Record<string, unknown> };

/** A race with a code of a single use (5,00 € off a ticket), and one for everybody (10 % of a participant's things). */
async function voucherShop(): Promise<World> {
  const shop = await testShop({ demo: false });
  const race = await shop.deps.write((work) => makeRace(work));
  await shop.deps.write(async (work) => {
    await makeVoucher(work, race.eventId, 'EINMAL', { target: 'participant', useType: 'single', amount: 500 });
    await makeVoucher(work, race.eventId, 'ALLE10', { unit: 'percentage', amount: 1000 });
    await makeVoucher(work, race.eventId, 'GRATIS', {
      unit: 'percentage',
      amount: 10_000,
      target: 'order',
      useType: 'single',
    });
  });
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  return { shop, race, admin, buyer: await shop.login('buyer@example.test') };
}
const book = (
  { buyer, race }: World,
  totalPrice: number,
  codes: string[],
  change = {},
  headers = {},
  who = [runner()],
) =>
  buyer.json<Booked>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, who, { totalPrice, appliedVouchers: codes.map((code) => ({ code })), ...change }),
    headers,
  );
const reactivate = ({ admin }: World, orderId: number) =>
  admin.json<Booked>('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'pending' });
const cancel = ({ admin }: World, orderId: number) => admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`);
/** Which live orders have the code, and whether it says that it is used. */
async function holders({ shop }: World, code: string) {
  const [voucher] = await shop.deps.read.select().from(vouchers).where(eq(vouchers.code, code));
  const live = await shop.deps.read
    .select({ orderId: voucherRedemptions.orderId })
    .from(voucherRedemptions)
    .where(and(eq(voucherRedemptions.voucherId, voucher?.id ?? 0), eq(voucherRedemptions.live, true)))
    .orderBy(asc(voucherRedemptions.orderId));
  return { used: voucher?.used, orders: live.map(({ orderId }) => orderId) };
}
const free = { used: false, orders: [] };
const statusOf = async ({ shop }: World, orderId: number) =>
  (await shop.deps.read.select().from(orders).where(eq(orders.id, orderId)))[0]?.status;

describe('a booking with codes', () => {
  test('stores what each line is charged, and what each code gave', async () => {
    const world = await voucherShop();
    const { race, shop } = world;
    const who = runner({
      articles: [{ uniqueLocalId: 'a', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 2 }],
    });
    // 30,00 less 10 % less 5,00; two shirts at 25,00 less 10 %; the fee.
    const { status, body } = await book(world, 2200 + 4500 + 150, ['ein mal', 'alle10'], {}, {}, [who]);
    expect([status, body.code]).toEqual([201, undefined]);
    const [person] = await shop.deps.read.select().from(participants).where(eq(participants.orderId, body.orderId));
    expect(person).toMatchObject({ ticketPrice: 3000, chargedPrice: 2200 });
    const [shirts] = await shop.deps.read.select().from(participantArticles);
    expect(shirts).toMatchObject({ quantity: 2, unitPrice: 2500, discount: 500 });
    const given = await shop.deps.read.select().from(voucherRedemptions).orderBy(asc(voucherRedemptions.voucherId));
    expect(given).toMatchObject([
      { orderId: body.orderId, discount: 500, single: true, live: true },
      { orderId: body.orderId, discount: 800, single: false, live: true },
    ]);
    const { body: shown } = await world.buyer.json<{ order: Record<string, unknown> }>(
      'GET',
      `/api/orders/${body.orderId}`,
    );
    expect(shown.order).toMatchObject({
      totalPrice: 6850,
      orderItems: [
        { kind: 'ticket', priceTotal: 3000 },
        { kind: 'article', priceTotal: 5000 },
        { kind: 'voucher', type: 'voucher', code: 'EINMAL', priceTotal: -500, priceBeforeTax: -417 },
        { kind: 'voucher', type: 'voucher', code: 'ALLE10', priceTotal: -800, priceBeforeTax: -667 },
        { kind: 'of', priceTotal: 150 },
      ],
    });
    expect(await articleRevenue(shop.deps.read, race.eventId)).toEqual(new Map([[race.shirtVariantId, 4500]]));
    await cancel(world, body.orderId);
    expect(await articleRevenue(shop.deps.read, race.eventId)).toEqual(new Map());
  });

  test('that leaves nothing to pay is complete at once, and comes back complete', async () => {
    const world = await voucherShop();
    const { status, body } = await book(world, 0, ['GRATIS']);
    expect([status, await statusOf(world, body.orderId)]).toEqual([201, 'complete']);
    const [order] = await world.shop.deps.read.select().from(orders).where(eq(orders.id, body.orderId));
    expect(order).toMatchObject({ paymentMethod: 'voucher', totalPrice: 0 });
    await cancel(world, body.orderId);
    expect(await holders(world, 'GRATIS')).toEqual(free);
    await reactivate(world, body.orderId);
    expect(await statusOf(world, body.orderId)).toBe('complete');
    expect(await holders(world, 'GRATIS')).toEqual({ used: true, orders: [body.orderId] });
  });

  test.each([
    ['another sum', ['EINMAL'], 1, {}, 'NOT_MATCHING_ORDER_TOTAL'],
    ['another code that nobody knows', ['EINMAL', 'NICHTS'], 2650, {}, 'INVALID_VOUCHER_CODE'],
    ['terms that are not accepted', ['EINMAL'], 2650, { termsAccepted: false }, 'VALIDATION_FAILED'],
  ])('that is refused for %s takes no code', async (_, codes, totalPrice, change, code) => {
    const world = await voucherShop();
    expect((await book(world, totalPrice, codes, change)).body.code).toBe(code);
    expect(await holders(world, 'EINMAL')).toEqual(free);
  });

  test('that is refused after its codes were taken gives them back', async () => {
    const world = await voucherShop();
    const twice = runner();
    await book(world, 3150, [], {}, {}, [twice]);
    const other = await world.shop.login('other@example.test');
    const { body } = await book({ ...world, buyer: other }, 2650, ['EINMAL'], {}, {}, [twice]);
    expect(body.code).toBe('TICKET_ALREADY_BOOKED');
    expect(await holders(world, 'EINMAL')).toEqual(free);
  });

  test('that is sent again with its key takes its code once', async () => {
    const world = await voucherShop();
    const who = [runner()];
    const send = () => book(world, 2650, ['EINMAL'], {}, { 'idempotency-key': 'k' }, who);
    const [first, again] = [await send(), await send()];
    expect(again.body.orderId).toBe(first.body.orderId);
    expect(await holders(world, 'EINMAL')).toEqual({ used: true, orders: [first.body.orderId] });
    const all = await world.shop.deps.read.select().from(voucherRedemptions);
    expect(all).toHaveLength(1);
  });

  test('takes a code of many uses as often as there are bookings', async () => {
    const world = await voucherShop();
    const booked = [];
    for (let n = 0; n < 3; n++) booked.push((await book(world, 2850, ['ALLE10'])).body.orderId);
    expect(await holders(world, 'ALLE10')).toEqual({ used: false, orders: booked });
  });

  test('that comes second to a code of a single use is told so, and one of many at once gets it', async () => {
    const world = await voucherShop();
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(world, 2650, ['EINMAL'])));
    const booked = answers.filter(({ status }) => status === 201).map(({ body }) => body.orderId);
    expect(booked).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ body }) => `${body.code} ${body.details.code}`))).toEqual(
      new Set(['INVALID_VOUCHER_STATUS EINMAL']),
    );
    expect(await holders(world, 'EINMAL')).toEqual({ used: true, orders: booked });
  });
});

describe('a code of a canceled order', () => {
  test('goes to the next; the first comes back only when it is free again, and changes nothing until then', async () => {
    const world = await voucherShop();
    const first = (await book(world, 2650, ['EINMAL'])).body.orderId;
    expect((await book(world, 2650, ['EINMAL'])).body.code).toBe('INVALID_VOUCHER_STATUS');
    await world.buyer.json('PATCH', `/api/orders/${first}/cancel`);
    expect(await holders(world, 'EINMAL')).toEqual(free);
    const second = (await book(world, 2650, ['EINMAL'])).body.orderId;
    const before = await world.buyer.json('GET', `/api/events/${world.race.eventId}/competitions`);
    const refused = await reactivate(world, first);
    expect([refused.status, refused.body.code, refused.body.details]).toMatchObject([
      409,
      'INVALID_VOUCHER_STATUS',
      { code: 'EINMAL' },
    ]);
    expect(await statusOf(world, first)).toBe('canceled');
    const after = await world.buyer.json('GET', `/api/events/${world.race.eventId}/competitions`);
    expect(after.body).toEqual(before.body);
    expect(await holders(world, 'EINMAL')).toEqual({ used: true, orders: [second] });
    await cancel(world, second);
    expect((await reactivate(world, first)).status).toBe(200);
    expect(await holders(world, 'EINMAL')).toEqual({ used: true, orders: [first] });
  });

  test('is free when the order expires', async () => {
    const world = await voucherShop();
    const { orderId } = (await book(world, 2650, ['EINMAL'])).body;
    world.shop.clock.advance(hours(3));
    for (const job of ordersModule.jobs?.(world.shop.deps) ?? []) await job.run();
    expect(await statusOf(world, orderId)).toBe('canceled');
    expect(await holders(world, 'EINMAL')).toEqual(free);
    expect((await book(world, 2650, ['EINMAL'])).status).toBe(201);
  });

  test('that was deactivated meanwhile keeps the order from coming back', async () => {
    const world = await voucherShop();
    const { orderId } = (await book(world, 2650, ['EINMAL'])).body;
    await world.shop.deps.write(({ tx }) => tx.update(vouchers).set({ deactivated: true }));
    expect(await holders(world, 'EINMAL')).toEqual({ used: true, orders: [orderId] });
    await cancel(world, orderId);
    expect((await reactivate(world, orderId)).body.code).toBe('INVALID_VOUCHER_STATUS');
    expect((await book(world, 2650, ['EINMAL'])).body).toMatchObject({
      code: 'INVALID_VOUCHER_STATUS',
      details: { reason: 'deactivated' },
    });
    expect(await statusOf(world, orderId)).toBe('canceled');
  });
});

test('what a redeemed code was for cannot be deleted; codes that nobody used go with it', async () => {
  const world = await voucherShop();
  const { race, shop, admin } = world;
  const make = (code: string, terms: object) => shop.deps.write((work) => makeVoucher(work, race.eventId, code, terms));
  await make('LAUF', { target: 'competitionPrice', competitionPriceId: race.runPriceId, amount: 100 });
  await make('SHIRT', { target: 'article', articleId: race.shirtId, amount: 100 });
  const walkId = await shop.deps.write(async (work) => {
    const id = await createCompetition(work, race.eventId, { title: '5 km', totalTicketCount: 10 });
    await createPrice(work, id, { price: 1000, quantity: 10 });
    return id;
  });
  const { orderId } = (await book(world, 3050, ['LAUF'])).body;
  // Nobody is left at the price, but the code was used.
  const [person] = await shop.deps.read.select().from(participants).where(eq(participants.orderId, orderId));
  const move = { participantId: person?.id, competitionId: walkId };
  const path = `/api/admin/orders/${orderId}/change-participant-competition`;
  expect((await admin.json('PATCH', path, move)).status).toBe(200);
  const kept = await admin.json<Booked>('DELETE', `/api/admin/competition-prices/${race.runPriceId}`);
  expect([kept.status, await holders(world, 'LAUF')]).toEqual([409, { used: false, orders: [orderId] }]);
  expect((await admin.json('DELETE', `/api/admin/articles/${race.shirtId}`)).status).toBe(204);
  expect(await holders(world, 'SHIRT')).toEqual({ used: undefined, orders: [] });
});

test('whoever moves to something cheaper than their code takes off leaves what is lost in the code', async () => {
  const world = await voucherShop();
  const { shop, race, admin } = world;
  const cheap = await shop.deps.write(async (work) => {
    const id = await createCompetition(work, race.eventId, {
      title: 'Kinderlauf',

      totalTicketCount: 10,
    });
    await createPrice(work, id, { price: 300, quantity: 10 });
    return id;
  });
  const { body } = await book(world, 2650, ['EINMAL']);
  const redemptions = () =>
    shop.deps.read
      .select({ orderId: voucherRedemptions.orderId, discount: voucherRedemptions.discount })
      .from(voucherRedemptions);
  expect(await redemptions()).toEqual([{ orderId: body.orderId, discount: 500 }]);
  const [person] = await shop.deps.read.select().from(participants).where(eq(participants.orderId, body.orderId));
  const moved = await admin.json('PATCH', `/api/admin/orders/${body.orderId}/change-participant-competition`, {
    participantId: person?.id,
    competitionId: cheap,
  });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  expect(await redemptions()).toEqual([{ orderId: body.orderId, discount: 300 }]);
});
