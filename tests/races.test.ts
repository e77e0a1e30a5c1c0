import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '#src/data/database.ts';
import { giveOutCode, holdersOf } from './support/codes.ts';
import { bookOne, call, fillIn, guest, loginByCode, newCompetition, type Session, soldOf } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { times } from './support/thorough.ts';

/** Many buyers, few places, and a server process that is killed. */
const servers: RunningServer[] = [];
let server: RunningServer;
let organizer: Session;

beforeAll(async () => {
  server = await startServer({ env: { LIMIT_FACTOR: '0' } });
  servers.push(server);
  organizer = await loginByCode(server, 'organizer@startblock.example');
});
afterAll(() => Promise.all(servers.map((each) => each.stop())));

const attempts = times(10_000, 1000);
test('parallel bookings for 100 places: exactly 100 sold, no 5xx', { timeout: 300_000 }, async () => {
  const place = await newCompetition(server, organizer, 100);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => guest(server, place.eventId)));
  const answers = await Promise.all(
    Array.from({ length: attempts }, (_, i) => bookOne(server, buyers[i % buyers.length] as Session, place, `p${i}`)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  expect(count(201)).toBe(100);
  const refusals = answers.filter((answer) => answer.status !== 201).map((answer) => answer.code);
  expect(
    refusals.filter((code) => code !== 'TICKET_COMPETITION_PRICE_SOLD_OUT' && code !== 'NOT_ENOUGH_TICKETS'),
  ).toEqual([]);
  expect(await soldOf(server, place)).toBe(100);
});

test('last places that are filled in for and bought at once: held and sold are never more, and who holds gets it', {
  timeout: 120_000,
}, async () => {
  const place = await newCompetition(server, organizer, 40, { placeHoldMinutes: 15 });
  const guests = (count: number) => Promise.all(Array.from({ length: count }, () => guest(server, place.eventId)));
  const [filling, buyer, late] = [
    await guests(30),
    await guest(server, place.eventId),
    await guest(server, place.eventId),
  ];
  const [kept, first] = await Promise.all([
    Promise.all(filling.map((visitor) => fillIn(server, visitor, place))),
    Promise.all(Array.from({ length: 30 }, (_, i) => bookOne(server, buyer, place, `h${i}`))),
  ]);
  expect(new Set(kept)).toEqual(new Set([204]));
  const soldAtOnce = first.filter(({ status }) => status === 201).length;
  const database = await Database.open(`file:${server.dataDir}/startblock.db`);
  const [row] = await database.read.all<{ held: number }>(
    sql`select sum(quantity) held from place_holds where competition_id = ${place.competitionId} and until > ${Date.now()}`,
  );
  await database.close();
  const held = row?.held ?? 0;
  // Both got some, and together everything.
  expect(Math.min(soldAtOnce, held)).toBeGreaterThan(0);
  expect(soldAtOnce + held).toBe(40);
  const [tooLate, holders] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, (_, i) => bookOne(server, late, place, `l${i}`))),
    Promise.all(filling.map((visitor, i) => bookOne(server, visitor, place, `f${i}`))),
  ]);
  expect(new Set(tooLate.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 NOT_ENOUGH_TICKETS']));
  expect(holders.filter(({ status }) => status === 201)).toHaveLength(held);
  expect([...first, ...tooLate, ...holders].filter(({ status }) => status >= 500)).toEqual([]);
  expect(await soldOf(server, place)).toBe(40);
});

test('200 parallel bookings with one code of a single use: exactly one has it', { timeout: 120_000 }, async () => {
  const place = await newCompetition(server, organizer, 1000);
  const databaseUrl = `file:${server.dataDir}/startblock.db`;
  await giveOutCode(databaseUrl, place, 'NUR EINER');
  const buyer = await guest(server, place.eventId);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => bookOne(server, buyer, place, `v${i}`, i % 2 ? 'nureiner' : 'NUR EINER')),
  );
  const booked = answers.filter(({ status }) => status === 201).map(({ orderId }) => orderId);
  expect(booked).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['409 INVALID_VOUCHER_STATUS']),
  );
  expect(await holdersOf(databaseUrl, 'NUR EINER')).toEqual({ orders: booked, used: true });
  expect(await soldOf(server, place)).toBe(1);
});

test('a kill under load loses no answered order', { timeout: 120_000 }, async () => {
  const place = await newCompetition(server, organizer, 10_000);
  const buyer = await guest(server, place.eventId);
  const answered: number[] = [];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let running = true;
  const buyers = Array.from({ length: 24 }, async (_, lane) => {
    for (let i = 0; running; i++) {
      const answer = await bookOne(server, buyer, place, `k${lane}-${i}`).catch(() => null);
      if (!answer) return;
      if (answer.status === 201) answered.push(answer.orderId as number);
      if (answered.length >= 200) resolve();
    }
  });
  await enough;
  await server.kill('SIGKILL');
  running = false;
  await Promise.all(buyers);
  const after = await startServer({ dataDir: server.dataDir, env: { LIMIT_FACTOR: '0' } });
  servers.push(after);
  server = after;
  const database = await Database.open(`file:${after.dataDir}/startblock.db`);
  const rows = await database.read.all<{ id: number }>(sql`select id from orders`);
  const sold = await database.read.all<{ sold: number; held: number }>(
    sql`select sold, (select count(*) from participants p where p.competition_id = c.id and p.live = 1) held from competitions c where id = ${place.competitionId}`,
  );
  await database.close();
  const kept = new Set(rows.map((row) => row.id));
  expect(answered.length).toBeGreaterThanOrEqual(200);
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  expect(sold[0]?.sold).toBe(sold[0]?.held);
});

/** Frees the last place while 200 people ask for it. */
async function freeTheLastPlace(offerHours: number | null): Promise<{ walkIns: string[]; entries: string[] }> {
  const place = await newCompetition(server, organizer, 1, { offerHours });
  const owner = await guest(server, place.eventId);
  const { orderId } = await bookOne(server, owner, place, 'first');
  const path = `/api/events/${place.eventId}/waitlist`;
  const waiting = await Promise.all([1, 2].map((n) => loginByCode(server, `waits${n}-${place.eventId}@race.test`)));
  for (const each of waiting)
    expect((await call(server, 'POST', path, { competitionId: place.competitionId }, each)).status).toBe(
      offerHours === null ? 404 : 201,
    );
  const buyers = await Promise.all(Array.from({ length: 20 }, () => guest(server, place.eventId)));
  const ask = (i: number) => bookOne(server, buyers[i % buyers.length] as Session, place, `w${i}`);
  const [before, canceled, after] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, (_, i) => ask(i))),
    call(server, 'PATCH', `/api/orders/${orderId}/cancel`, {}, owner),
    Promise.all(Array.from({ length: 100 }, (_, i) => ask(100 + i))),
  ]);
  expect(canceled.status).toBe(200);
  const states = async () => {
    const list = await call(server, 'GET', `/api/admin/events/${place.eventId}/waitlist`, undefined, organizer);
    return ((list.json.rows ?? []) as { state: string }[]).map(({ state }) => state);
  };
  if (offerHours !== null) await expect.poll(states, { timeout: 20_000 }).toContain('offered');
  const late = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(200 + i)));
  const all = [...before, ...after, ...late];
  return { walkIns: all.map(({ status, code }) => (status === 201 ? 'sold' : String(code))), entries: await states() };
}

test('a place that comes free while 200 walk-ins ask is offered once, to the first in line, and sold to none of them', {
  timeout: 120_000,
}, async () => {
  const { walkIns, entries } = await freeTheLastPlace(24);
  expect(entries).toEqual(['offered', 'waiting']);
  for (const said of new Set(walkIns))
    expect(['TICKET_COMPETITION_PRICE_SOLD_OUT', 'NOT_ENOUGH_TICKETS']).toContain(said);
});

test('without a list one of the same walk-ins has the place', { timeout: 120_000 }, async () => {
  const { walkIns } = await freeTheLastPlace(null);
  expect(walkIns.filter((said) => said === 'sold')).toHaveLength(1);
});

async function inDatabase<T>(statement: ReturnType<typeof sql>): Promise<T[]> {
  const database = await Database.open(`file:${server.dataDir}/startblock.db`);
  const rows = await database.read.all<T>(statement);
  await database.close();
  return rows;
}

/** Frees the one early-price place while 200 people buy the rest. Returns the prices paid and the state of the waitlist. */
async function freeThePrice(isWaitedFor: boolean): Promise<{ paid: number[]; entries: string[] }> {
  const place = await newCompetition(server, organizer, 1, { offerHours: 24 });
  const { eventId, competitionId } = place;
  const owner = await guest(server, eventId);
  const { orderId } = await bookOne(server, owner, place, 'first');
  const admin = (method: string, path: string, body: object) => call(server, method, path, body, organizer);
  await admin('PATCH', `/api/admin/competitions/${competitionId}`, { totalTicketCount: 60 });
  const later = { price: 4000, quantity: 1000, priceOrder: 2 };
  const made = await admin('POST', `/api/admin/competition-prices/${competitionId}`, later);
  expect(made.status).toBe(200);
  const [early] = await inDatabase<{ id: number }>(
    sql`select id from competition_prices where competition_id = ${competitionId} and price_cents = 2500`,
  );
  await admin('PATCH', `/api/admin/competition-prices/${early?.id}`, { hasWaitlist: true });
  if (isWaitedFor)
    for (const n of [1, 2]) {
      const person = await loginByCode(server, `price${n}-${eventId}@race.test`);
      const body = { competitionId, priceId: early?.id };
      expect((await call(server, 'POST', `/api/events/${eventId}/waitlist`, body, person)).status).toBe(201);
    }
  const buyers = await Promise.all(Array.from({ length: 20 }, () => guest(server, eventId)));
  const ask = async (i: number) => {
    const buyer = buyers[i % buyers.length] as Session;
    // Half of them know the early price, half the later one.
    return bookOne(server, buyer, { ...place, price: i % 2 === 0 ? 2500 : 4000 }, `w${i}`);
  };
  const [before, canceled, after] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, (_, i) => ask(i))),
    call(server, 'PATCH', `/api/orders/${orderId}/cancel`, {}, owner),
    Promise.all(Array.from({ length: 100 }, (_, i) => ask(100 + i))),
  ]);
  expect(canceled.status).toBe(200);
  const states = () =>
    inDatabase<{ state: string }>(
      sql`select state from waitlist_entries where competition_id = ${competitionId} order by id`,
    );
  if (isWaitedFor) await expect.poll(async () => (await states())[0]?.state, { timeout: 20_000 }).toBe('offered');
  const late = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(200 + i)));
  const sold = [...before, ...after, ...late].filter(({ status }) => status === 201);
  const paid = await inDatabase<{ cents: number }>(
    sql`select p.price_cents cents from competition_prices p join participants o on o.competition_price_id = p.id
      where p.competition_id = ${competitionId} and o.live = 1`,
  );
  expect(paid.length).toBe(sold.length);
  return { paid: paid.map(({ cents }) => cents), entries: (await states()).map(({ state }) => state) };
}

test('a place that comes free at a price somebody waits for is sold to none of 200 walk-ins, who take all the others', {
  timeout: 120_000,
}, async () => {
  const { paid, entries } = await freeThePrice(true);
  expect(entries).toEqual(['offered', 'waiting']);
  expect(paid).toEqual(Array.from({ length: 59 }, () => 4000));
});

test('without a list of that price one of the same walk-ins has it', { timeout: 120_000 }, async () => {
  const { paid } = await freeThePrice(false);
  expect(paid).toHaveLength(60);
  expect(paid.filter((cents) => cents === 2500)).toHaveLength(1);
});

/** Draws two of three entries while 200 people book before, during and after it. */
async function drawTwoPlaces(isDrawn: boolean): Promise<{ walkIns: string[]; entries: string[] }> {
  const place = await newCompetition(server, organizer, 2, { offerHours: 24 });
  const { eventId, competitionId } = place;
  const people = await Promise.all([1, 2, 3].map((n) => loginByCode(server, `lot${n}-${eventId}@race.test`)));
  const buyers = await Promise.all(Array.from({ length: 20 }, () => guest(server, eventId)));
  const drawsAt = Date.now() + 1500;
  if (isDrawn) {
    const plan = { entersFrom: new Date(drawsAt - 60_000).toISOString(), drawsAt: new Date(drawsAt).toISOString() };
    const path = `/api/admin/competitions/${competitionId}/lottery`;
    expect((await call(server, 'PUT', path, plan, organizer)).status).toBe(200);
    for (const each of people)
      expect((await call(server, 'POST', `/api/events/${eventId}/lottery`, { competitionId }, each)).status).toBe(201);
  }
  const walkIns: string[] = [];
  const entriesNow = async () => {
    const list = await call(server, 'GET', `/api/admin/events/${eventId}/waitlist`, undefined, organizer);
    return ((list.json.rows ?? []) as { state: string }[]).map(({ state }) => state).sort();
  };
  let asked = 0;
  const askSome = async () => {
    const some = Array.from({ length: 20 }, (_, i) =>
      bookOne(server, buyers[i % buyers.length] as Session, place, `d${asked + i}`),
    );
    asked += some.length;
    for (const { status, code } of await Promise.all(some)) walkIns.push(status === 201 ? 'sold' : String(code));
  };
  while (Date.now() < drawsAt) await askSome();
  // Changing the event wakes the draw job.
  const change = call(server, 'PATCH', `/api/admin/events/${eventId}`, { location: 'Linz' }, organizer);
  do await askSome();
  while (isDrawn && (await entriesNow()).length === 0);
  expect((await change).status).toBe(200);
  while (asked < 200) await askSome();
  return { walkIns, entries: await entriesNow() };
}

test('while places are drawn 200 walk-ins get none of them, and each is offered once, by its rank', {
  timeout: 120_000,
}, async () => {
  const { walkIns, entries } = await drawTwoPlaces(true);
  expect(entries).toEqual(['offered', 'offered', 'waiting']);
  for (const said of new Set(walkIns))
    expect(['TICKET_COMPETITION_PRICE_SOLD_OUT', 'NOT_ENOUGH_TICKETS']).toContain(said);
});

test('without a draw two of the same walk-ins have the places', { timeout: 120_000 }, async () => {
  const { walkIns } = await drawTwoPlaces(false);
  expect(walkIns.filter((said) => said === 'sold')).toHaveLength(2);
});

/** The negative control: check-then-act without the conditional update oversells, so the race above is real. */
test('without the guard the same crowd is sold more places than there are', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(sql`create table places (sold integer not null)`));
  await database.transact((tx) => tx.run(sql`insert into places values (0)`));
  const sell = async () => {
    const [row] = await database.read.all<{ sold: number }>(sql`select sold from places`);
    if ((row?.sold ?? 0) >= 100) return false;
    await database.transact((tx) => tx.run(sql`update places set sold = sold + 1`));
    return true;
  };
  const sales = await Promise.all(Array.from({ length: 500 }, sell));
  await database.close();
  expect(sales.filter(Boolean).length).toBeGreaterThan(100);
});

/** The same for holds. */
test('without the guard the same crowd is promised more places than there are', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(sql`create table kept (sold integer not null, held integer not null)`));
  await database.transact((tx) => tx.run(sql`insert into kept values (0, 0)`));
  const take = (what: 'sold' | 'held') => async () => {
    const [row] = await database.read.all<{ sold: number; held: number }>(sql`select sold, held from kept`);
    if (!row || row.sold + row.held >= 40) return;
    const column = sql.identifier(what);
    await database.transact((tx) => tx.run(sql`update kept set ${column} = ${column} + 1`));
  };
  await Promise.all([...Array.from({ length: 60 }, take('held')), ...Array.from({ length: 30 }, take('sold'))]);
  const [row] = await database.read.all<{ all: number }>(sql`select sold + held "all" from kept`);
  await database.close();
  expect(row?.all).toBeGreaterThan(40);
});

test('without the guard several of the same crowd have the code', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(sql`create table codes (used integer not null)`));
  await database.transact((tx) => tx.run(sql`insert into codes values (0)`));
  const take = async () => {
    const [row] = await database.read.all<{ used: number }>(sql`select used from codes`);
    if (row?.used !== 0) return false;
    await database.transact((tx) => tx.run(sql`update codes set used = 1`));
    return true;
  };
  const took = await Promise.all(Array.from({ length: 200 }, take));
  await database.close();
  expect(took.filter(Boolean).length).toBeGreaterThan(1);
});
