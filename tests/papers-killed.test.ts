import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { Database } from '#src/data/database.ts';
import { dice } from './season/dice.ts';
import { fillEvent } from './support/big-event.ts';
import { call, loginByCode } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { seed, times } from './support/thorough.ts';

const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
const place = { street: 'Ring', houseNumber: '1', zipCode: '4020', city: 'Linz', countryCode: 'AT' };
const seller = { ...place, vatId: 'ATU12345675' };
const buyer = { ...place, firstName: 'Ada', lastName: 'Berger' };
const orders = times(2000, 400);
const kills = times(20, 3);

async function started(dataDir?: string): Promise<RunningServer> {
  const server = await startServer({ env, ...(dataDir ? { dataDir } : {}) });
  servers.push(server);
  return server;
}

async function inDatabase<T>(dataDir: string, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await Database.open(`file:${dataDir}/startblock.db`);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

type Issued = { orderId: number; seriesId: number; sequence: number; number: string };
/** The event's documents in order of issue, and the last number of the series. */
const issuedAt = (dataDir: string, eventId: number) =>
  inDatabase(dataDir, async ({ read }) => ({
    papers: await read.all<Issued>(sql`select order_id orderId, series_id seriesId, sequence, number from invoices
      where event_id = ${eventId} order by id`),
    last: await read.all<{ last: number }>(sql`select s.last from invoice_series s where s.id in
      (select series_id from invoices where event_id = ${eventId})`),
  }));

const unheard = (dataDir: string): Promise<number> =>
  inDatabase(dataDir, async ({ read }) => {
    const [row] = await read.all<{ n: number }>(sql`select count(*) n from facts where done_at is null`);
    return Number(row?.n);
  });

/** Numbers have no gaps, no order has two, and the series knows the last. */
function expectWhole({ papers, last }: Awaited<ReturnType<typeof issuedAt>>, at: string): void {
  const [before = 0] = papers.map(({ sequence }) => sequence - 1);
  expect(
    papers.map(({ sequence }) => sequence),
    at,
  ).toEqual(papers.map((_, index) => before + index + 1));
  expect(new Set(papers.map(({ number }) => number)).size, at).toBe(papers.length);
  expect(new Set(papers.map(({ orderId }) => orderId)).size, at).toBe(papers.length);
  expect(new Set(papers.map(({ seriesId }) => seriesId)).size, at).toBeLessThanOrEqual(1);
  if (papers.length > 0) expect(last, at).toEqual([{ last: before + papers.length }]);
}

test(`${kills} kills while papers are issued leave no number out, and every order gets its one (SEED=${seed})`, {
  timeout: 120_000 + orders * 100,
}, async () => {
  const fate = dice(seed);
  let server = await started();
  const { dataDir } = server;
  const { eventId } = await fillEvent(dataDir, orders);
  const before = (await issuedAt(dataDir, eventId)).papers.length;
  await inDatabase(dataDir, (database) =>
    database.transact(async (tx) => {
      await tx.run(sql`update orders set invoice_address = ${JSON.stringify(buyer)} where visit_id = 'bench'`);
    }),
  );
  const admin = await loginByCode(server, 'admin@startblock.example');
  const [main] = await inDatabase(dataDir, ({ read }) =>
    read.all<{ id: number }>(
      sql`select organizer_id id from event_organizers where event_id = ${eventId} and is_main = 1`,
    ),
  );
  const changed = await call(server, 'PATCH', `/api/admin/organizers/${main?.id}`, { address: seller }, admin);
  expect(changed.status, JSON.stringify(changed.json)).toBe(200);
  // Off and on again: the job handles earlier orders.
  for (const generateInvoice of [false, true]) {
    const answer = await call(server, 'PATCH', `/api/admin/events/${eventId}`, { generateInvoice }, admin);
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    await vi.waitFor(async () => expect(await unheard(dataDir)).toBe(0), { timeout: 60_000, interval: 20 });
  }

  let least = before;
  for (let kill = 1; kill <= kills; kill++) {
    const most = before + Math.floor((orders * kill) / (kills + 1));
    const aim = fate.between(least + 1, Math.max(least + 1, most));
    await vi.waitFor(async () => expect((await issuedAt(dataDir, eventId)).papers.length).toBeGreaterThanOrEqual(aim), {
      timeout: 60_000,
      interval: 10,
    });
    await server.kill('SIGKILL');
    const state = await issuedAt(dataDir, eventId);
    expectWhole(state, `kill ${kill}, SEED=${seed}`);
    least = state.papers.length;
    expect(least, 'it died in the middle').toBeLessThan(before + orders);
    // Leases have expired, and work is due again.
    await inDatabase(dataDir, (database) =>
      database.transact(async (tx) => {
        await tx.run(sql`update job_leases set leased_until = 0, next_run_at = 0`);
        await tx.run(sql`update facts set next_attempt_at = 0 where done_at is null`);
      }),
    );
    server = await started(dataDir);
  }
  await vi.waitFor(async () => expect((await issuedAt(dataDir, eventId)).papers).toHaveLength(before + orders), {
    timeout: 60_000 + orders * 50,
    interval: 100,
  });
  expectWhole(await issuedAt(dataDir, eventId), `at the end, SEED=${seed}`);
  expect(server.output()).not.toMatch(/"level":"error"/);
});
