import { execFileSync } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { installation } from '#src/data/schema.ts';
import { StorageWatch, storageFaultOf, storageProbe } from '#src/data/storage-faults.ts';
import { bookOne, loginByCode, newCompetition } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { testShop } from './support/shop.ts';

let server: RunningServer | null = null;
afterEach(() => server?.stop());

/** A file size limit acts like a full disk. */
const limitFiles = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

test('a disk that takes nothing: one clear line, refusals that say when to come back, and all is well again by itself', {
  timeout: 90_000,
}, async () => {
  server = await startServer({ env: { LIMIT_FACTOR: '0' } });
  const at = server;
  const admin = await loginByCode(at, 'admin@startblock.example');
  const buyer = await loginByCode(at, 'buyer@storage.example');
  const place = await newCompetition(at, admin, 500);
  const ready = async () => (await fetch(`${at.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  const booked = await bookOne(at, buyer, place, 'before');
  expect(booked.status).toBe(201);
  const from = at.output().length;

  limitFiles(at.pid, 4096);
  await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 20_000, interval: 100 });
  expect((await fetch(`${at.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${at.url}/api/events/${place.eventId}`)).status, 'what is read is still answered').toBe(200);
  const refusals = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      fetch(`${at.url}/api/events/${place.eventId}/book`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: buyer.cookie, 'x-csrf-token': buyer.csrf },
        body: JSON.stringify({
          teams: [
            {
              competitionId: place.competitionId,
              participants: [
                { localId: 'a', firstName: 'Full', lastName: `Disk ${n}`, birthDate: '1990-05-01', gender: 'female' },
              ],
            },
          ],
          totalPrice: 2500,
          termsAccepted: true,
          eventConditionsAccepted: true,
        }),
      }),
    ),
  );
  for (const refusal of refusals) {
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await refusal.json()).toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringMatching(/speichern/),
    });
  }
  const page = await fetch(`${at.url}/auth`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: at.url },
    body: new URLSearchParams({ email: 'somebody@storage.example' }),
  });
  expect(page.status).toBe(503);
  // Lets jobs run.
  await new Promise((wake) => setTimeout(wake, 3000));
  // One line about the database, at most one about files.
  const lines = at.output().slice(from).trim().split('\n');
  const told = lines.map((line) => JSON.parse(line) as { level: string; message: string; what: string });
  expect(told.map(({ what }) => what).sort(), lines.join('\n')).toEqual(
    told.length === 1 ? ['database'] : ['database', 'files'],
  );
  for (const line of told) expect(line).toMatchObject({ level: 'error', message: expect.stringMatching(/^The disk /) });

  limitFiles(at.pid, 'unlimited');
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 20_000, interval: 100 });
  const again = await bookOne(at, buyer, place, 'after');
  expect(again.status).toBe(201);
  expect(Number(again.orderId), 'numbers go on').toBeGreaterThan(Number(booked.orderId));
  const order = await fetch(`${at.url}/api/orders/${booked.orderId}`, { headers: { cookie: buyer.cookie } });
  expect(order.status, 'what was confirmed is there').toBe(200);
  await vi.waitFor(() => expect(at.output().slice(from)).toContain('The disk takes what is written again.'), 30_000);
});

test.each([
  ['full', sql`pragma max_page_count = 1`, 'full'],
  ['read-only', sql`pragma query_only = on`, 'readOnly'],
] as const)(
  'a database that is %s is recognized by what SQLite says, and the next write is fine',
  async (_name, pragma, fault) => {
    const { deps } = await testShop();
    const row = (value: string) => ({ name: 'size', value });
    await deps.write(({ tx }) => tx.insert(installation).values(row('small')));
    const works = [
      deps.write(({ tx }) => tx.update(installation).set(row('together'))),
      deps.write(async ({ tx }) => {
        await tx.run(pragma);
        await tx.update(installation).set(row('x'.repeat(200_000)));
      }),
    ];
    const outcomes = await Promise.allSettled(works);
    for (const outcome of outcomes) {
      expect(outcome.status, 'works of one commit share its fate').toBe('rejected');
      if (outcome.status === 'rejected') expect(storageFaultOf(outcome.reason)).toBe(fault);
    }
    await deps.write(({ tx }) => tx.update(installation).set(row('after')));
    expect(await deps.read.select().from(installation)).toContainEqual(row('after'));
  },
);

test('the log is told once of a fault and once of its end', async () => {
  const lines: string[] = [];
  const told = (message: string) => void lines.push(message);
  let now = 0;
  const watch = new StorageWatch({ debug: told, info: told, warn: told, error: told }, 'database', () => now);
  const failing = (code: string) => watch.during(() => Promise.reject(Object.assign(new Error('x'), { code })));
  for (let n = 0; n < 50; n++) await expect(failing('ENOSPC')).rejects.toThrow('x');
  await expect(failing('SQLITE_CONSTRAINT')).rejects.toThrow('x');
  await expect(failing('SQLITE_FULL')).rejects.toThrow('x');
  await watch.during(async () => {});
  await expect(failing('SQLITE_FULL')).rejects.toThrow('x');
  now = 10_000;
  await watch.during(async () => {});
  await watch.during(async () => {});
  await expect(failing('EROFS')).rejects.toThrow('x');
  expect(lines).toEqual([
    expect.stringMatching(/^The disk is full/),
    'The disk takes what is written again.',
    expect.stringMatching(/^The disk is read-only/),
  ]);
});

test('readiness is asked of the disk at most every two seconds, and an answer that is not coming is a no', async () => {
  let now = 0;
  let stored = 0;
  const store = async () => {
    stored += 1;
  };
  const probe = storageProbe(store, { now: () => now });
  for (let n = 0; n < 20; n++) expect(await probe()).toBe(true);
  expect(stored).toBe(1);
  now = 2001;
  expect(await probe()).toBe(true);
  expect(stored).toBe(2);
  expect(await storageProbe(() => new Promise(() => {}), { patienceMs: 10 })()).toBe(false);
});
