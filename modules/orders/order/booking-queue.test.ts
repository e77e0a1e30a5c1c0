import { eq, type Logger, NoopLogger, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findOrCreateUser } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import { competitionPrices, competitions } from '#modules/events/schema.ts';
import { vouchers } from '#modules/vouchers/schema.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import { present } from '#src/kernel/assert.ts';
import { Problem, refuseFields } from '#src/kernel/problem.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { indexOrders } from '../order-search.ts';
import { bookingSchema } from '../rules/booking.ts';
import { orderAudits, orderItems, orders, participants, teams } from '../schema.ts';
import { bookingOf, makeRace, type Race, runner } from '../testing.ts';
import { type Booked, placeInBatch } from './booking-queue.ts';
import { type PlacedOrder, type PlaceOrder, planOrder } from './plan-order.ts';

type World = { shop: TestShop; race: Race; userId: number };

async function world(change: Parameters<typeof makeRace>[1] = {}): Promise<World> {
  const shop = await testShop({ demo: false });
  const race = await shop.deps.write((work) => makeRace(work, change));
  const { id } = await shop.deps.write((work) => findOrCreateUser(work, 'buyer@example.test', { language: null }));
  return { shop, race, userId: id };
}

const order = ({ race, userId }: World, change: Partial<PlaceOrder> = {}, booking = {}): PlaceOrder => ({
  eventId: race.eventId,
  booking: bookingSchema.parse({ ...bookingOf(race, [runner()]), ...booking }),
  viewer: { userId, visitId: 'visit', level: 'verified' },
  language: 'de',
  idempotencyKey: null,
  origin: { clientAddress: '', limitFactor: 0 },
  ...change,
});

const together = (
  { shop }: World,
  wanted: (PlaceOrder & Partial<Pick<Booked<PlacedOrder>, 'check' | 'finish'>>)[],
): Promise<PromiseSettledResult<PlacedOrder>[]> =>
  Promise.allSettled(
    wanted.map(({ check, finish = async (_, placed) => placed, ...each }) =>
      placeInBatch(shop.deps.write, { order: each, finish, ...(check ? { check } : {}) }),
    ),
  );

const placedOf = (results: PromiseSettledResult<PlacedOrder>[]): number[] =>
  results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.orderId] : []));
const codesOf = (results: PromiseSettledResult<PlacedOrder>[]): string[] =>
  results.flatMap((each) =>
    each.status === 'rejected' ? [each.reason instanceof Problem ? each.reason.code : String(each.reason)] : [],
  );

async function written({ shop, race }: World) {
  const { read } = shop.deps;
  await indexOrders(shop.deps);
  const [stock] = await read
    .select({ sold: competitions.sold })
    .from(competitions)
    .where(eq(competitions.id, race.runId));
  const [price] = await read
    .select({ sold: competitionPrices.sold })
    .from(competitionPrices)
    .where(eq(competitionPrices.id, race.runPriceId));
  return {
    sold: [stock?.sold, price?.sold],
    orders: await read.$count(orders),
    teams: await read.$count(teams),
    people: await read.$count(participants),
    items: await read.$count(orderItems),
    audits: await read.$count(orderAudits),
    found: (
      await read.all(sql`select rowid from order_search where order_search match 'words : "zoe" *' and rowid > 0`)
    ).length,
  };
}
const rowsOf = (count: number) => ({
  ...{ sold: [count, count], orders: count, teams: count, people: count },
  ...{ items: count * 2, audits: count, found: count },
});

/** How many statements put orders in. */
function countInserts(): () => number {
  const asked = vi.spyOn(NoopLogger.prototype as Logger, 'logQuery');
  onTestFinished(() => asked.mockRestore());
  return () => asked.mock.calls.filter(([text]) => /^insert into "orders"/.test(String(text))).length;
}

test('a group of 128 on 50 places: 50 have one, in the order they came, and all of them by few statements', async () => {
  const at = await world({ tickets: 50 });
  const buyers = await at.shop.deps.write(async (work) => {
    const ids: number[] = [];
    for (let n = 0; n < 128; n++)
      ids.push((await findOrCreateUser(work, `buyer${n}@example.test`, { language: null })).id);
    return ids;
  });
  const inserts = countInserts();
  const results = await together(
    at,
    buyers.map((userId) => order(at, { viewer: { userId, visitId: `visit-${userId}`, level: 'verified' } })),
  );
  expect(results.slice(0, 50).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(new Set(placedOf(results)).size).toBe(50);
  expect(codesOf(results)).toHaveLength(78);
  expect(new Set(codesOf(results))).toEqual(new Set(['TICKET_COMPETITION_PRICE_SOLD_OUT']));
  expect(await written(at)).toEqual(rowsOf(50));
  // 32, 8, 8 and 2.
  expect(inserts()).toBe(4);
});

test('without the stock that runs along, the same crowd is promised more places than there are', async () => {
  const at = await world({ tickets: 50 });
  const accepted = await at.shop.deps.write(async (work) => {
    const catalog = present(await catalogOf(work.tx, at.race.eventId), 'the race');
    return Promise.all(Array.from({ length: 128 }, () => planOrder(work, order(at), catalog)));
  });
  expect(accepted.length).toBeGreaterThan(50);
});

test('each keeps its own people, names and lines', async () => {
  const at = await world();
  const crowd = Array.from({ length: 40 }, (_, n) => bookingOf(at.race, [runner(), runner()].slice(0, (n % 2) + 1)));
  const results = await together(
    at,
    crowd.map((booking) => order(at, {}, booking)),
  );
  const people = await at.shop.deps.read.select().from(participants).orderBy(participants.id);
  for (const [n, orderId] of placedOf(results).entries()) {
    const wanted = crowd[n]?.teams.flatMap((team) => team.participants.map(({ lastName }) => lastName));
    expect(people.filter((person) => person.orderId === orderId).map(({ lastName }) => lastName)).toEqual(wanted);
  }
  expect(placedOf(results)).toHaveLength(40);
});

test('two with one key are one order, and so is a third later', async () => {
  const at = await world();
  const same = order(at, { idempotencyKey: 'key' });
  const results = await together(at, [order(at), same, same, order(at)]);
  const ids = placedOf(results);
  expect(ids).toHaveLength(4);
  expect(ids[1]).toBe(ids[2]);
  expect(placedOf(await together(at, [same, order(at)]))[0]).toBe(ids[1]);
  expect(await written(at)).toEqual(rowsOf(4));
});

test('the same person twice in a group: the first has the place, the others keep theirs', async () => {
  const at = await world();
  const twin = bookingOf(at.race, [runner({ lastName: 'Zwilling' })]);
  const results = await together(at, [
    order(at),
    order(at, {}, twin),
    order(at, { viewer: { userId: at.userId, visitId: 'other', level: 'unverified' } }, twin),
    order(at),
  ]);
  expect(codesOf(results)).toEqual(['TICKET_ALREADY_BOOKED']);
  expect(results[2]?.status).toBe('rejected');
  expect(await written(at)).toEqual(rowsOf(3));
});

test('a constraint that refuses one of a group keeps the others', async () => {
  const at = await world();
  const known = bookingOf(at.race, [runner({ lastName: 'Bekannt' })]);
  await together(at, [order(at, {}, known)]);
  const results = await together(at, [order(at), order(at, {}, known), order(at)]);
  expect(codesOf(results)).toEqual(['SAME_PENDING_ORDER_ALREADY_EXISTS']);
  expect(results[1]?.status).toBe('rejected');
  expect(await written(at)).toEqual(rowsOf(3));
});

test('what a booking refuses after its order takes back that order alone', async () => {
  const at = await world();
  const finish = async () => refuseFields({ newsletterConsent: ['notOffered'] });
  const results = await together(at, [order(at), { ...order(at), finish }, order(at)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await written(at)).toEqual(rowsOf(2));
});

test('what refuses before an order is asked for each', async () => {
  const at = await world();
  const check = () => Promise.reject(new Error('no'));
  const results = await together(at, [order(at), { ...order(at), check }, order(at)]);
  expect(codesOf(results)).toEqual(['Error: no']);
  expect(await written(at)).toEqual(rowsOf(2));
});

test('of a group with one code of a single use, one has it', async () => {
  const at = await world();
  await at.shop.deps.write((work) =>
    makeVoucher(work, at.race.eventId, 'EINMAL', { target: 'participant', useType: 'single', amount: 500 }),
  );
  const results = await together(
    at,
    Array.from({ length: 12 }, () =>
      order(at, {}, { ...bookingOf(at.race, [runner()]), appliedVouchers: [{ code: 'EINMAL' }], totalPrice: 2650 }),
    ),
  );
  expect(placedOf(results)).toHaveLength(1);
  expect(new Set(codesOf(results))).toEqual(new Set(['INVALID_VOUCHER_STATUS']));
  expect((await at.shop.deps.read.select().from(vouchers))[0]?.used).toBe(true);
  expect((await written(at)).orders).toBe(1);
});

test("a guest's limits count within a group, too", async () => {
  const at = await world();
  const guest = { viewer: { userId: at.userId, visitId: 'v', level: 'unverified' as const } };
  const results = await together(
    at,
    Array.from({ length: 45 }, () => order(at, { ...guest, origin: { clientAddress: '192.0.2.1', limitFactor: 1 } })),
  );
  expect(placedOf(results)).toHaveLength(40);
  expect(new Set(codesOf(results))).toEqual(new Set(['TOO_MANY_REQUESTS']));
  expect(await written(at)).toEqual(rowsOf(40));
});

test('a disk that is full fails all of the group, and nothing is written', async () => {
  const at = await world();
  await at.shop.deps.write(({ tx }) => tx.run(sql`pragma max_page_count = 1`));
  const results = await together(
    at,
    Array.from({ length: 60 }, () => order(at)),
  );
  const faults = results.map((each) => (each.status === 'rejected' ? storageFaultOf(each.reason) : null));
  expect(new Set(faults)).toEqual(new Set(['full']));
  expect(await written(at)).toEqual(rowsOf(0));
});

test('a commit that fails fails all of the group, and nothing is written', async () => {
  const at = await world();
  const breaking: Booked<PlacedOrder>['finish'] = async ({ tx }, placed) => {
    await tx.run(sql`pragma defer_foreign_keys = on`);
    await tx.run(sql`insert into order_audits (order_id, type, comment, created_at) values (999999, 'Other', '', 0)`);
    return placed;
  };
  const results = await together(at, [order(at), { ...order(at), finish: breaking }, order(at)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await written(at)).toEqual(rowsOf(0));
  expect(placedOf(await together(at, [order(at)]))).toHaveLength(1);
});
