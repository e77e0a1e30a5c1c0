import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { Database } from '#src/data/database.ts';
import { fillEvent } from './support/big-event.ts';
import { call, loginByCode, type Session } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { isThorough } from './support/thorough.ts';

/** Jobs that take longer than a process lives. */
const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
const boss = 'admin@startblock.example';

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
const rowsOf = <Row>(dataDir: string, statement: string): Promise<Row[]> =>
  inDatabase(dataDir, ({ read }) => read.all<Row>(sql.raw(statement)));

/** Expires all leases. */
const leasesAreOver = (dataDir: string): Promise<void> =>
  inDatabase(dataDir, (database) =>
    database.transact(async (tx) => {
      await tx.run(sql`update job_leases set leased_until = 0, next_run_at = 0`);
      await tx.run(sql`update exports set leased_until = 0 where leased_until is not null`);
    }),
  );

/** Stops a process while it holds no lock of the database, and expires its leases. */
async function fallAsleep({ pid, dataDir }: RunningServer): Promise<void> {
  for (;;) {
    process.kill(pid, 'SIGSTOP');
    try {
      return await leasesAreOver(dataDir);
    } catch {
      process.kill(pid, 'SIGCONT');
    }
  }
}

/** Polls, because there is no event from the other process. */
const until = (isSo: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 90_000, interval: 20 });

type Export = { status: string; progress: number; tries: number; fileName: string };
const exportsAt = (dataDir: string): Promise<Export[]> =>
  rowsOf(dataDir, 'select status, progress, tries, file_name fileName from exports order by id');
const ask = (at: RunningServer, who: Session, eventId: number, kind: string) =>
  call(at, 'POST', '/api/admin/exports', { kind, eventId, format: 'csv', mailTo: `${kind}@files.example` }, who);
const isUnderWay = async (dataDir: string): Promise<boolean> => {
  const [row] = await exportsAt(dataDir);
  return row?.status === 'running' && row.progress > 0;
};
const areDone = async (dataDir: string): Promise<boolean> =>
  (await exportsAt(dataDir)).every(({ status }) => status === 'done');
const folderOf = (dataDir: string) => join(dataDir, 'exports');
const linesOf = async (dataDir: string, name: string): Promise<number> =>
  (await readFile(join(folderOf(dataDir), name), 'utf8')).trimEnd().split('\r\n').length;

if (isThorough)
  test('a server killed in the middle of an export makes it after it has started again, once', {
    timeout: 240_000,
  }, async () => {
    const server = await started();
    const { dataDir } = server;
    const { eventId, orders } = await fillEvent(dataDir, 20_000);
    const admin = await loginByCode(server, boss);
    expect((await ask(server, admin, eventId, 'detailed')).status).toBe(201);
    await until(() => isUnderWay(dataDir));
    await server.kill('SIGKILL');
    expect(await exportsAt(dataDir)).toMatchObject([{ status: 'running', tries: 1, fileName: null }]);
    const [halfOfTheDead = '', ...others] = await readdir(folderOf(dataDir));
    expect([halfOfTheDead.endsWith('.part'), others]).toEqual([true, []]);

    await leasesAreOver(dataDir);
    const after = await started(dataDir);
    await until(() => areDone(dataDir));
    const [row] = await exportsAt(dataDir);
    expect(row).toMatchObject({ tries: 2, progress: 100 });
    expect(await readdir(folderOf(dataDir))).toEqual([row?.fileName]);
    expect(await linesOf(dataDir, row?.fileName ?? '')).toBeGreaterThan(orders * 2);
    await until(async () => (await after.mailbox('detailed@files.example')).length > 0);
    expect(await after.mailbox('detailed@files.example')).toHaveLength(1);
    expect(after.output()).not.toMatch(/"level":"error"/);
  });

test('two processes on one database make each export once, and one that is taken over has one file', {
  timeout: 240_000,
}, async () => {
  const first = await started();
  const { dataDir } = first;
  const second = await started(dataDir);
  const { eventId } = await fillEvent(dataDir, isThorough ? 10_000 : 4000);
  const admin = await loginByCode(first, boss);
  const kinds = ['race-fields', 'perOrder', 'summarized', 'withvouchers'];
  const asked = await Promise.all(kinds.map((kind, at) => ask(at % 2 ? second : first, admin, eventId, kind)));
  expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  await until(() => areDone(dataDir));
  const made = await exportsAt(dataDir);
  expect(made.map(({ tries }) => tries)).toEqual([1, 1, 1, 1]);
  expect((await readdir(folderOf(dataDir))).sort()).toEqual(made.map(({ fileName }) => fileName).sort());

  // When the lease of a stopped process expires, another one starts the same job, and the results of the first do not count: one
  // file, one mail.
  process.kill(second.pid, 'SIGSTOP');
  await ask(first, admin, eventId, 'detailed');
  const last = async () => (await exportsAt(dataDir)).at(-1);
  const files = async () => (await readdir(folderOf(dataDir))).sort();
  await until(async () => (await files()).some((name) => name.endsWith('.part')));
  await fallAsleep(first);
  process.kill(second.pid, 'SIGCONT');
  await until(() => areDone(dataDir));
  const taken = await last();
  expect(taken).toMatchObject({ tries: 2, progress: 100 });
  expect(await readdir(folderOf(dataDir)), 'and the half of the sleeper').toHaveLength(5);
  process.kill(first.pid, 'SIGCONT');
  await until(async () => (await first.mailbox('detailed@files.example')).length > 0);
  // The stopped process notices the lost lease later and removes its file.
  const names = (await exportsAt(dataDir)).map(({ fileName }) => fileName).sort();
  expect(names).toContain(taken?.fileName);
  await until(async () => isDeepStrictEqual(await files(), names));
  expect(await first.mailbox('detailed@files.example')).toHaveLength(1);
});

type Cancellation = { canceled: number; mails: number; refunded: number; isOver: number };
const cancellationAt = async (dataDir: string): Promise<Cancellation | undefined> =>
  (
    await rowsOf<Cancellation>(
      dataDir,
      `select canceled_count canceled, mail_count mails, refunded_cents refunded, finished_at is not null isOver
       from event_cancellations`,
    )
  )[0];

test('a server killed in the middle of calling off an event goes on there: each order, refund and mail once', {
  timeout: 300_000,
}, async () => {
  const server = await started();
  const { dataDir } = server;
  const { eventId } = await fillEvent(dataDir, 600, 'bank');
  const open = await rowsOf<{ id: number; paid: number }>(
    dataDir,
    `select o.id, (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')
       - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn') paid
     from orders o where o.event_id = ${eventId} and o.status <> 'canceled'`,
  );
  const admin = await loginByCode(server, boss);
  const message = { de: { subject: '{event} fällt aus', body: 'Hallo {firstName},\n\nes stürmt.' } };
  const begun = await call(server, 'POST', `/api/admin/events/${eventId}/cancel`, { refund: 'full', message }, admin);
  expect(begun.status, JSON.stringify(begun.json)).toBe(200);

  // At two different moments.
  let running = server;
  const places: number[] = [];
  for (const part of [0.2, 0.6]) {
    await until(async () => ((await cancellationAt(dataDir))?.canceled ?? 0) >= open.length * part);
    await running.kill('SIGKILL');
    const dead = await cancellationAt(dataDir);
    expect([dead?.isOver, (dead?.canceled ?? 0) < open.length]).toEqual([0, true]);
    places.push(dead?.canceled ?? 0);
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
      dataDir,
      `select count(*) n from orders where event_id = ${eventId} and status <> 'canceled'`,
    );
    expect(n, 'what is counted and what is done are one write').toBe(open.length - (dead?.canceled ?? 0));
    await leasesAreOver(dataDir);
    running = await started(dataDir);
  }
  expect(places[1]).toBeGreaterThan(places[0] ?? 0);
  await until(async () => (await cancellationAt(dataDir))?.isOver === 1);

  const isOfEvent = `order_id in (select id from orders where event_id = ${eventId})`;
  const back = await rowsOf<{ orderId: number; amount: number }>(
    dataDir,
    `select order_id orderId, sum(amount_cents) amount from refunds
     where ${isOfEvent} and status <> 'withdrawn' and reference like '%cancel|%' group by order_id`,
  );
  const paid = open.filter((order) => order.paid > 0);
  expect(new Map(back.map(({ orderId, amount }) => [orderId, amount]))).toEqual(
    new Map(paid.map((order) => [order.id, order.paid])),
  );
  const told = await rowsOf<{ recipient: string }>(
    dataDir,
    `select lower(recipient) recipient from mails where type = 'EventCanceled'`,
  );
  expect(new Set(told.map(({ recipient }) => recipient)).size).toBe(told.length);
  const canceled = await rowsOf<{ n: number; orders: number }>(
    dataDir,
    `select count(*) n, count(distinct order_id) orders from mails where type = 'OrderCancellationByAdmin' and ${isOfEvent}`,
  );
  expect(canceled).toEqual([{ n: open.length, orders: open.length }]);
  // That mail also asks for the account, and no second one does.
  const asked = await rowsOf<{ n: number }>(
    dataDir,
    `select count(*) n from mails where type = 'RefundAccount' and ${isOfEvent}`,
  );
  expect(asked).toEqual([{ n: 0 }]);
  expect(await cancellationAt(dataDir)).toMatchObject({
    canceled: open.length,
    mails: told.length,
    refunded: paid.reduce((sum, order) => sum + order.paid, 0),
  });
  expect(running.output()).not.toMatch(/"level":"error"/);
});
