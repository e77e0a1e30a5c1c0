import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ServedSimulator, serveSimulator } from '#dev/saferpay-simulator/serve.ts';
import { Database } from '#src/data/database.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { instant } from '#src/kernel/time.ts';
import { type Several, startSeveral } from '#src/runtime/bun/several/several.ts';
import { dice } from './season/dice.ts';
import { breaches } from './season/invariants.ts';
import { aMinuteLater, capturedOf, sentenceOf, waitingIn } from './season/killed-books.ts';
import { KilledLife } from './season/killed-life.ts';
import { type BucketServer, startBucketServer } from './support/bucket-server.ts';
import { bookOne, call, guest, loginByCode, newCompetition, soldOf } from './support/crowd.ts';
import { layDemo } from './support/libsql-server.ts';
import { jpegOf } from './support/pictures.ts';
import { saferpaySettings } from './support/saferpay.ts';
import { root, serverAt } from './support/server.ts';
import { isThorough, seed } from './support/thorough.ts';

const kills = 30;

/** `bun run several`: three processes on one libSQL server behind one port. */
const folder = join(tmpdir(), `startblock-several-${secretToken(6)}`);
let several: Several;
let shop: ReturnType<typeof serverAt>;
let killed: readonly string[] = [];
let provider: ServedSimulator;
let bucket: BucketServer;

beforeAll(async () => {
  bucket = await startBucketServer();
  provider = await serveSimulator({ clock: () => instant(Date.now()), notifyDelays: [0, 50, 500] });
  const said: string[] = [];
  killed = said;
  const secret = await layDemo(join(folder, 'database'));
  several = await startSeveral({
    port: 0,
    processes: 3,
    folder,
    env: {
      LIMIT_FACTOR: '0',
      LOG_LEVEL: 'error',
      ...saferpaySettings(provider.url),
      ...bucket.env,
      ...(secret ? { SECRET: secret } : {}),
    },
    say: (line) => said.push(line),
  });
  shop = serverAt(several.url);
}, 400_000);
afterAll(async () => {
  await several?.stop();
  await provider?.close();
  await bucket?.end();
  await rm(folder, { recursive: true, force: true });
});

async function database(): Promise<Database> {
  const opened = await Database.open(several.databaseUrl);
  onTestFinished(() => opened.close());
  return opened;
}

test('a session is known to all of them, and requests go to each in turn', { timeout: 60_000 }, async () => {
  const session = await loginByCode(shop, 'buyer@startblock.example');
  const answers = await Promise.all(
    several.apps.map(() => fetch(`${shop.url}/api/settings`, { headers: { cookie: session.cookie } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(several.apps.map(({ pid }) => pid)).size).toBe(3);
});

test('buyers are sold exactly the places there are', { timeout: 120_000 }, async () => {
  const organizer = await loginByCode(shop, 'organizer@startblock.example');
  const place = await newCompetition(shop, organizer, 30);
  const buyers = await Promise.all(Array.from({ length: 6 }, () => guest(shop, place.eventId)));
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, at) => bookOne(shop, buyers[at % 6] as never, place, `r${at}`)),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(await soldOf(shop, place)).toBe(30);
});

test('three processes draw a waiting room once and give no more turns than may be', { timeout: 120_000 }, async () => {
  const organizer = await loginByCode(shop, 'organizer@startblock.example');
  const place = await newCompetition(shop, organizer, 30);
  const managed = `/api/admin/events/${place.eventId}/waiting-room`;
  const own = `/api/events/${place.eventId}/waiting-room`;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const made = await call(shop, 'PUT', managed, { beginsAt: at(3_600_000), leadMinutes: 90, mostAtOnce: 4 }, organizer);
  expect(made.status).toBe(200);
  const crowd = await Promise.all(Array.from({ length: 24 }, () => guest(shop, place.eventId)));
  await Promise.all(crowd.map((person) => call(shop, 'POST', own, {}, person)));
  await call(shop, 'PUT', managed, { beginsAt: at(0) }, organizer);
  /** Concurrent requests reach all processes. */
  const ask = async (person: { cookie: string }) => {
    const answer = await fetch(shop.url + own, { headers: { cookie: person.cookie } });
    return ((await answer.json()) as { place: { state: string; ahead: number | null } }).place;
  };
  await expect
    .poll(async () => (await Promise.all(crowd.map(ask))).filter(({ state }) => state === 'turn').length, {
      timeout: 20_000,
    })
    .toBe(4);
  const opened = await database();
  const [draws] = await opened.read.all<{ draws: number; ranks: number; turns: number }>(sql`
    select (select count(*) from waiting_draws where event_id = ${place.eventId}) draws, count(distinct rank) ranks,
      count(admitted_at) turns from waiting_places where event_id = ${place.eventId}`);
  expect(draws).toEqual({ draws: 1, ranks: 24, turns: 4 });
  const seen = await Promise.all(crowd.map(ask));
  const answers = await Promise.all(crowd.map((person, index) => bookOne(shop, person, place, `w${index}`)));
  // Others got a turn by a later order at the earliest.
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  for (const [index, { state }] of seen.entries()) if (state === 'turn') expect(answers[index]?.status).toBe(201);
  const [after] = await opened.read.all<{ orders: number; booked: number }>(sql`
    select (select count(*) from orders where event_id = ${place.eventId}) orders, booked from waiting_rooms
      where event_id = ${place.eventId}`);
  expect(after?.orders).toBe(answers.filter(({ status }) => status === 201).length);
  expect(after?.booked).toBe(after?.orders);
});

test('a process that is killed among bookings loses none that was answered', { timeout: 120_000 }, async () => {
  const organizer = await loginByCode(shop, 'organizer@startblock.example');
  const place = await newCompetition(shop, organizer, 500);
  const buyer = await guest(shop, place.eventId);
  const victim = several.apps[0]?.pid as number;
  const answered: number[] = [];
  let at = 0;
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      while (at < 90) {
        const now = at++;
        if (now === 30) process.kill(victim, 'SIGKILL');
        const answer = await bookOne(shop, buyer, place, `k${now}`).catch(() => null);
        if (answer?.status === 201) answered.push(answer.orderId as number);
      }
    }),
  );
  expect(answered.length).toBeGreaterThan(60);
  const kept = await (await database()).read.all<{ id: number }>(
    sql`select id from orders where event_id = ${place.eventId}`,
  );
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
  expect(await soldOf(shop, place)).toBe(kept.length);
  await expect.poll(() => several.apps[0]?.pid, { timeout: 10_000 }).not.toBe(victim);
  expect(killed.join()).toMatch(/process 1 ended \(SIGKILL\) and begins again/);
});

test('what a killed process had begun goes on within seconds', { timeout: 60_000 }, async () => {
  const opened = await database();
  // Leases that a dead process left, by the clock of that time.
  await opened.transact((tx) =>
    tx.run(sql`update job_leases set owner = 'killed', leased_until = ${Date.now() + 8000}, next_run_at = 0`),
  );
  const held = () => opened.read.all<{ name: string }>(sql`select name from job_leases where owner = 'killed'`);
  expect((await held()).length).toBeGreaterThan(3);
  const [mails] = await opened.read.all<{ name: string }>(
    sql`select name from job_leases where owner = 'killed' and name like '%mail%'`,
  );
  expect(mails).toBeDefined();
  await expect
    .poll(async () => (await held()).some(({ name }) => name === mails?.name), { timeout: 20_000 })
    .toBe(false);
});

test('a picture that one process took is served by all of them', { timeout: 60_000 }, async () => {
  const organizer = await loginByCode(shop, 'organizer@startblock.example');
  const { eventId } = await newCompetition(shop, organizer, 1);
  const body = new FormData();
  body.set('file', new File([jpegOf(90, 60)], 'bild.jpg'));
  const answer = await fetch(`${shop.url}/api/admin/events/${eventId}/picture`, {
    method: 'POST',
    body,
    headers: { cookie: organizer.cookie, 'x-csrf-token': organizer.csrf },
  });
  const { event } = (await answer.json()) as { event: { titlePicture: string } };
  const served = await Promise.all(several.apps.map(() => fetch(shop.url + event.titlePicture)));
  expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
});

/**
 * Kills one process after another while people book, pay, cancel, import and write. Everything that was answered exists, every
 * invariant holds, and the provider's books match.
 */
if (isThorough)
  test(`${kills} kills of one of three processes take nothing and break nothing (SEED=${seed})`, {
    timeout: 120_000 + kills * 15_000,
  }, async () => {
    const fate = dice(seed);
    const opened = await database();
    const life = await KilledLife.begin({
      dice: fate,
      server: shop,
      provider,
      backUp: async () => false,
      isSeveral: true,
    });
    // Demo data breach a few invariants from the start.
    const isOfDemo = new Set((await breaches(opened.read)).map(sentenceOf));
    const broken = async () => (await breaches(opened.read)).filter((breach) => !isOfDemo.has(sentenceOf(breach)));
    const before = (await capturedOf(opened.read)) - (await life.captured());
    const lived = () => Math.min(life.times('book'), life.times('pay by card'), life.times('import'));
    let audits = 0;
    let diedAt = 0;
    for (let kill = 1; kill <= kills; kill++) {
      const at = `SEED=${seed} kill=${kill}`;
      const living = life.live();
      await new Promise((wake) => setTimeout(wake, fate.between(20, 1500)));
      if (kill === kills) await expect.poll(lived, { timeout: 60_000 }).toBeGreaterThan(0);
      const victim = fate.pick(several.apps.filter(({ pid }) => pid !== undefined));
      const { pid } = victim;
      process.kill(pid as number, 'SIGKILL');
      diedAt = Date.now();
      const booked = life.times('book');
      // The others go on, and it restarts.
      await expect.poll(() => life.times('book'), { timeout: 20_000 }).toBeGreaterThan(booked);
      await living.end();
      await expect.poll(() => victim.pid ?? pid, { timeout: 10_000 }).not.toBe(pid);
      expect({ lost: await life.lostOf(opened.read), broken: await broken() }, at).toEqual({ lost: [], broken: [] });
      const [counted] = await opened.read.all<{ n: number }>(
        sql`select (select count(*) from order_audits) + (select count(*) from account_audits) + (select count(*) from event_audits) n`,
      );
      expect(counted?.n, `audits only grow, ${at}`).toBeGreaterThanOrEqual(audits);
      audits = counted?.n ?? 0;
    }
    // Only a dead process still holds mails under way.
    await expect
      .poll(
        () => opened.read.all(sql`select id from mails where status = 'queued' and next_attempt_at <= ${Date.now()}`),
        {
          timeout: 60_000,
        },
      )
      .toEqual([]);
    await aMinuteLater(opened, diedAt);
    await expect
      // Reads both books each time, because captures go on.
      .poll(
        async () => [await waitingIn(opened.read), (await capturedOf(opened.read)) - before - (await life.captured())],
        { timeout: 60_000 + kills * 2000, interval: 200 },
      )
      .toEqual([{ facts: 0, mails: 0, attempts: 0 }, 0]);
    expect(await broken(), `SEED=${seed} at the end`).toEqual([]);
    console.log([...life.done].sort().join(' | '));
  });

test('compose.yaml starts the same: one database, three processes with one secret, one port', async () => {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8');
  expect(text.match(/^ {2}app\d?:/gm)).toHaveLength(3);
  expect(text).toMatch(/DATABASE_URL: http:\/\/database:8080/);
  expect(text.match(/--to app\d?:3000/g)).toEqual(['--to app:3000', '--to app2:3000', '--to app3:3000']);
  expect(text).toContain('ports: ["80:80", "443:443"]');
  const config = await readFile(join(root, 'src/config/config.ts'), 'utf8');
  const named = [...text.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name as string);
  expect(named).toContain('TRUST_PROXY');
  for (const name of named) expect(config).toContain(name);
});
