import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '#src/data/database.ts';
import {
  bookOne,
  call,
  guest,
  loginByCode,
  newCompetition,
  type Place,
  type Session,
  soldOf,
} from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';

/** Few places and concurrent requests: bookings, single and bulk cancellations, and restored orders. */
const places = 15;
let server: RunningServer;
let organizer: Session;

beforeAll(async () => {
  server = await startServer({ env: { LIMIT_FACTOR: '0' } });
  organizer = await loginByCode(server, 'organizer@startblock.example');
});
afterAll(() => server.stop());

type Counts = { sold: number; priced: number; held: number; live: number; stale: number };

async function countsOf({ competitionId }: Place): Promise<Counts> {
  const database = await Database.open(`file:${server.dataDir}/startblock.db`);
  const [row] = await database.read.all<Counts>(
    sql`select c.sold, (select sum(p.sold) from competition_prices p where p.competition_id = c.id) priced,
        (select count(*) from participants p where p.competition_id = c.id and p.live = 1) held,
        (select count(*) from participants p join orders o on o.id = p.order_id
          where p.competition_id = c.id and o.status <> 'canceled') live,
        (select count(*) from orders o where o.event_id = c.event_id
          and (select count(*) from order_audits a where a.order_id = o.id and a.type = 'OrderCanceled')
            <> (select count(*) from order_audits a where a.order_id = o.id and a.type = 'OrderReactivated')
              + (o.status = 'canceled')) stale
      from competitions c where c.id = ${competitionId}`,
  );
  await database.close();
  if (!row) throw new Error('the competition is gone');
  return row;
}

test('bookings, cancellations and reactivations at once keep the stock right', { timeout: 120_000 }, async () => {
  const place = await newCompetition(server, organizer, places);
  const buyer = await guest(server, place.eventId);
  const orders: number[] = [];
  const answers: { what: string; status: number }[] = [];
  let most = 0;
  const some = (count: number, at: number) => [
    ...new Set(Array.from({ length: count }, (_, i) => orders[(at * 7 + i * 3) % orders.length])),
  ];
  const patch = async (what: string, path: string, body: object) => {
    const answer = await call(server, 'PATCH', path, body, organizer);
    answers.push({ what, status: answer.status });
    return answer;
  };
  const lanes = Array.from({ length: 12 }, async (_, lane) => {
    for (let at = 0; at < 25; at += 1) {
      const turn = (lane + at) % 4;
      if (turn === 0 || orders.length === 0) {
        const { status, orderId } = await bookOne(server, buyer, place, `c${lane}-${at}`);
        answers.push({ what: 'book', status });
        if (status === 201) orders.push(Number(orderId));
      } else if (turn === 1) {
        await patch('cancel', `/api/admin/orders/${some(1, lane + at)[0]}/cancel`, {});
      } else if (turn === 2) {
        await patch('cancelMany', '/api/admin/orders/cancel', { orderIds: some(8, lane + at) });
      } else {
        await patch('reactivate', `/api/admin/orders/${some(1, lane + at)[0]}/status`, { status: 'pending' });
      }
      if (at % 5 === 0) most = Math.max(most, await soldOf(server, place));
    }
  });
  await Promise.all(lanes);
  const done = (what: string, status: number) =>
    answers.filter((each) => each.what === what && each.status === status).length;
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  // Every kind of request happened often enough to collide.
  expect(done('book', 201)).toBeGreaterThan(places);
  expect(done('cancel', 200)).toBeGreaterThan(3);
  expect(done('cancelMany', 200)).toBeGreaterThan(10);
  expect(done('reactivate', 200)).toBeGreaterThan(3);
  expect(most).toBeLessThanOrEqual(places);
  const counts = await countsOf(place);
  expect(counts).toMatchObject({ priced: counts.sold, held: counts.sold, live: counts.sold, stale: 0 });
  expect(counts.sold).toBeLessThanOrEqual(places);

  const twice = await Promise.all([1, 2].map(() => patch('all', '/api/admin/orders/cancel', { orderIds: orders })));
  expect(twice.reduce((sum, { json }) => sum + Number(json.count), 0)).toBe(counts.live);
  expect(await countsOf(place)).toMatchObject({ sold: 0, priced: 0, held: 0, live: 0, stale: 0 });
});

/** The negative control: check-then-act without the conditional update frees a place twice. */
test('without the guard two cancellations give one place back twice', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(sql`create table entries (id integer primary key, live integer not null)`));
  await database.transact((tx) => tx.run(sql`create table stock (sold integer not null)`));
  await database.transact((tx) => tx.run(sql`insert into entries select value, 1 from json_each('[1,2,3,4,5]')`));
  await database.transact((tx) => tx.run(sql`insert into stock values (5)`));
  const cancel = async () => {
    const live = await database.read.all<{ id: number }>(sql`select id from entries where live = 1`);
    await database.transact(async (tx) => {
      await tx.run(sql`update entries set live = 0`);
      await tx.run(sql`update stock set sold = sold - ${live.length}`);
    });
  };
  await Promise.all([cancel(), cancel()]);
  const [stock] = await database.read.all<{ sold: number }>(sql`select sold from stock`);
  await database.close();
  expect(stock?.sold).toBeLessThan(0);
});
