import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { secretToken } from '#src/kernel/ids.ts';
import { type Several, startSeveral } from '#src/platform/bun/several/several.ts';
import { Database } from '#src/platform/database.ts';
import { bookOne, guest, loginByCode, newCompetition, soldOf } from './support/crowd.ts';
import { root, serverAt } from './support/server.ts';

/** What `bun run several` starts: three processes on one libSQL server behind one port. */
const folder = join(tmpdir(), `startblock-several-${secretToken(6)}`);
let several: Several;
let shop: ReturnType<typeof serverAt>;
let killed: readonly string[] = [];

beforeAll(async () => {
  const said: string[] = [];
  killed = said;
  several = await startSeveral({
    port: 0,
    processes: 3,
    folder,
    env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'error' },
    say: (line) => said.push(line),
  });
  shop = serverAt(several.url);
}, 400_000);
afterAll(async () => {
  await several?.stop();
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
  // What it leaves behind: leases that nobody renews, made by the clock of then.
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

test('compose.yaml starts the same: one database, three processes with one secret, one port', async () => {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8');
  expect(text.match(/^ {2}app\d?:/gm)).toHaveLength(3);
  expect(text).toMatch(/DATABASE_URL: http:\/\/database:8080/);
  expect(text.match(/"app\d?:3000"/g)).toEqual(['"app:3000"', '"app2:3000"', '"app3:3000"']);
  expect(text).toContain('ports: ["127.0.0.1:3000:3000"]');
  const config = await readFile(join(root, 'src/platform/config.ts'), 'utf8');
  const named = [...text.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name as string);
  expect(named).toContain('TRUST_PROXY');
  for (const name of named) expect(config).toContain(name);
});
