import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Database } from '#src/data/database.ts';
import { giveOutCode, holdersOf } from './support/codes.ts';
import { bookOne, call, guest, loginByCode, newCompetition, soldOf } from './support/crowd.ts';
import { type LibsqlServer, layDemo, startLibsqlServer } from './support/libsql-server.ts';
import { type RunningServer, startServer } from './support/server.ts';

/** Two processes on one libSQL server: correctness depends on statements, not on a queue. */
let database: LibsqlServer;
const shops: RunningServer[] = [];

beforeAll(async () => {
  let secret: string | null = null;
  database = await startLibsqlServer(async (directory) => {
    secret = await layDemo(directory);
  });
  const env = { DATABASE_URL: database.url, SECRET: secret ?? 'the same in every process', LIMIT_FACTOR: '0' };
  const plain = { env, demo: false };
  // Both migrate at once.
  const migrating = await Promise.all([startServer(plain), startServer(plain)]);
  await Promise.all(migrating.map((shop) => shop.stop()));
  // The first adds demo data, statement by statement; a second process would expire its old orders before they are paid.
  shops.push(await startServer({ env, readyWithinMilliseconds: 280_000 }));
  shops.push(await startServer(plain));
}, 400_000);
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await database?.stop();
});

test('buyers at two processes are sold exactly the places there are', { timeout: 120_000 }, async () => {
  const [first, second] = shops as [RunningServer, RunningServer];
  const organizer = await loginByCode(first, 'organizer@startblock.example');
  const place = await newCompetition(first, organizer, 30);
  const buyers = await Promise.all([guest(first, place.eventId), guest(second, place.eventId)]);
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, i) =>
      bookOne(i % 2 ? first : second, buyers[i % 2 ? 0 : 1] as never, place, `r${i}`),
    ),
  );
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(30);
  expect(await soldOf(second, place)).toBe(30);
});

test('of buyers at two processes one has a code of a single use', { timeout: 120_000 }, async () => {
  const [first, second] = shops as [RunningServer, RunningServer];
  const organizer = await loginByCode(first, 'organizer@startblock.example');
  const place = await newCompetition(first, organizer, 100);
  await giveOutCode(database.url, place, 'NUR EINER');
  const [here, there] = await Promise.all([guest(first, place.eventId), guest(second, place.eventId)]);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      i % 2 ? bookOne(first, here, place, `v${i}`, 'NUR EINER') : bookOne(second, there, place, `v${i}`, 'NUR EINER'),
    ),
  );
  const booked = answers.filter(({ status }) => status === 201).map(({ orderId }) => orderId);
  expect(booked).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['INVALID_VOUCHER_STATUS']));
  expect(await holdersOf(database.url, 'NUR EINER')).toEqual({ orders: booked, used: true });
});

test('works that take long together are not lost by the time that a server gives a transaction', async () => {
  const remote = await Database.open(database.url);
  onTestFinished(() => remote.close());
  const took = (ms: number) => new Promise((done) => setTimeout(done, ms));
  // sqld ends a transaction after five seconds.
  const works = Array.from({ length: 7 }, (_, n) =>
    remote.transact(async (tx) => {
      await tx.run(sql`insert into installation (name, value) values (${`long ${n}`}, '')`);
      await took(900);
      return n;
    }),
  );
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const kept = await remote.read.all(sql`select name from installation where name like 'long %'`);
  expect(kept).toHaveLength(7);
}, 60_000);

test('a session of one process is known to the other, and each code mail went out once', async () => {
  const [first, second] = shops as [RunningServer, RunningServer];
  const session = await loginByCode(first, 'buyer@startblock.example');
  const answer = await fetch(`${second.url}/api/settings`, { headers: { cookie: session.cookie } });
  expect(answer.status).toBe(200);
  const codes = (await first.mailbox()).filter(({ to, text }) => to.includes('buyer@') && /^\d{6}$/m.test(text));
  expect(codes).toHaveLength(1);
});

test('a session that ended at one process opens nothing at the other, which has kept it', async () => {
  const [first, second] = shops as [RunningServer, RunningServer];
  const session = await loginByCode(first, 'anna.remote@startblock.example');
  const settings = async (at: RunningServer) =>
    (await fetch(`${at.url}/api/settings`, { headers: { cookie: session.cookie } })).status;
  expect([await settings(first), await settings(first)]).toEqual([200, 200]);
  const ended = await call(second, 'POST', '/api/auth/logout', {}, session);
  expect(ended.status).toBeLessThan(300);
  expect(await settings(first)).toBe(401);
});
