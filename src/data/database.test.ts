import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLibsqlServer } from '#tests/support/libsql-server.ts';
import { brokenConstraint, Database, type DatabaseOptions, type Tx } from './database.ts';
import { storageFaultOf } from './storage-faults.ts';

const counterMigration = {
  name: '0000_counter',
  sql: `CREATE TABLE counter (id INTEGER PRIMARY KEY, sold INTEGER NOT NULL CHECK (sold <= 100));
--> statement-breakpoint
INSERT INTO counter VALUES (1, 0);`,
};

async function freshDatabase(options: DatabaseOptions = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'startblock-db-'));
  const url = `file:${join(directory, 'test.db')}`;
  const database = await Database.open(url, { synchronous: 'OFF', ...options });
  onTestFinished(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
  await database.migrate([counterMigration]);
  return { database, url, directory };
}

const soldIn = async (database: Database) =>
  Number((await database.read.all<{ sold: number }>(sql`select sold from counter`))[0]?.sold);

test('what is kept in memory can be given back between two questions', async () => {
  const { database } = await freshDatabase();
  await database.shrink();
  await database.transact((tx) => tx.run(sql`update counter set sold = 7`));
  await database.shrink();
  expect(await soldIn(database)).toBe(7);
});

test('works that commit together fail alone', async () => {
  const { database } = await freshDatabase();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, (_, index) =>
      database.transact(async (tx) => {
        await tx.run(sql`update counter set sold = sold + 1`);
        if (index % 3 === 0) throw new Error(`no ${index}`);
        return index;
      }),
    ),
  );
  expect(outcomes.filter((o) => o.status === 'fulfilled').length).toBe(100);
  expect(await soldIn(database)).toBe(100);
});

test('a constraint that refuses takes back its own work only', async () => {
  const { database } = await freshDatabase();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 120 }, () => database.transact(async (tx) => tx.run(sql`update counter set sold = sold + 1`))),
  );
  const refused = outcomes.filter((o) => o.status === 'rejected');
  expect(refused.length).toBe(20);
  expect(refused.map((o) => brokenConstraint((o as PromiseRejectedResult).reason))).toEqual(Array(20).fill('check'));
  expect(await soldIn(database)).toBe(100);
});

test('a work that comes just as the queue runs empty is done too', async () => {
  const { database } = await freshDatabase();
  for (let i = 0; i < 50; i++) await database.transact(async (tx) => tx.run(sql`update counter set sold = sold + 1`));
  expect(await soldIn(database)).toBe(50);
});

test('a write inside a write is a mistake that says so', async () => {
  const { database } = await freshDatabase();
  await expect(database.transact(() => database.transact(async () => 1))).rejects.toThrow('a write inside a write');
});

/** A disk that is told what to answer, and says how often it was asked. */
function toldDisk() {
  const disk = { flushes: 0, wait: null as Promise<void> | null, fault: null as Error | null };
  const log = {
    async flush() {
      disk.flushes += 1;
      await disk.wait;
      if (disk.fault) throw disk.fault;
    },
    close() {},
  };
  return { disk, log };
}
const sellOne = async (tx: Tx) => void (await tx.run(sql`update counter set sold = sold + 1`));

test('what a work wants to happen afterwards happens when others can see what it did, or when it has failed', async () => {
  const { database } = await freshDatabase();
  const seen: (number | string)[] = [];
  const look = () => void soldIn(database).then((sold) => seen.push(sold));
  database.afterwards(look);
  await vi.waitFor(() => expect(seen).toEqual([0]));
  await database.transact(async (tx) => {
    database.afterwards(look);
    await sellOne(tx);
    expect(seen).toEqual([0]);
  });
  await vi.waitFor(() => expect(seen).toEqual([0, 1]));
  const failing = database.transact(async () => {
    database.afterwards(look);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await vi.waitFor(() => expect(seen).toEqual([0, 1, 1]));
});

test('only a commit of nothing but works that may be lost waits for no disk', async () => {
  const { disk, log } = toldDisk();
  const { database } = await freshDatabase({ synchronous: 'FULL', log });
  const flushesOf = async (...works: boolean[]) => {
    const before = disk.flushes;
    await Promise.all(works.map((mayBeLost) => database.transact(sellOne, { mayBeLost })));
    return disk.flushes - before;
  };
  expect(await flushesOf(false)).toBe(1);
  expect(await flushesOf(true)).toBe(0);
  expect(await flushesOf(true, true)).toBe(0);
  expect(await flushesOf(true, false, true)).toBe(1);
  expect(await soldIn(database)).toBe(7);
});

test('nobody is answered before the disk has it, others see it meanwhile, and what comes later waits its turn', async () => {
  const { disk, log } = toldDisk();
  const { database } = await freshDatabase({ synchronous: 'FULL', log });
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.wait = promise;
  const answered: string[] = [];
  const first = database.transact(sellOne).then(() => answered.push('first'));
  await vi.waitFor(async () => expect(await soldIn(database)).toBe(1));
  const second = database
    .transact(async (tx) => {
      answered.push('second begins');
      await sellOne(tx);
    })
    .then(() => answered.push('second'));
  for (let turns = 0; turns < 5; turns++) await setImmediate();
  expect(answered).toEqual([]);
  resolve();
  await Promise.all([first, second]);
  expect(answered).toEqual(['first', 'second begins', 'second']);
});

test('a flush that fails fails its works, and nothing more is written before the disk has taken all of it', async () => {
  const { disk, log } = toldDisk();
  const { database, url } = await freshDatabase({ synchronous: 'FULL', log });
  disk.fault = Object.assign(new Error('input/output error'), { code: 'EIO' });
  const lost = await Promise.allSettled([database.transact(sellOne), database.transact(sellOne)]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // It is tried before the next work, which does not even begin.
  await expect(database.transact(() => expect.unreachable())).rejects.toThrow('input/output error');
  disk.fault = null;
  await database.transact(sellOne);
  // The log was taken over before: a copy without it has what came before the last work.
  await cp(url.slice('file:'.length), `${url.slice('file:'.length)}-alone`);
  const alone = await Database.open(`${url}-alone`);
  onTestFinished(() => alone.close());
  expect([await soldIn(alone), await soldIn(database)]).toEqual([2, 3]);
});

test('the log of a real file is flushed, also after it was begun anew', async () => {
  const { database, url } = await freshDatabase({ synchronous: 'FULL' });
  await database.transact(sellOne);
  const other = createClient({ url });
  await other.execute('pragma wal_checkpoint(truncate)');
  other.close();
  await database.transact(sellOne);
  expect(await soldIn(database)).toBe(2);
});

test('the reader cannot write', async () => {
  const { database } = await freshDatabase();
  await expect(database.read.run(sql`update counter set sold = 5`)).rejects.toThrow();
  expect(await soldIn(database)).toBe(0);
});

test('another process that holds the file costs patience, not a booking', async () => {
  const { database, url } = await freshDatabase();
  const stranger = createClient({ url, concurrency: 1 });
  const holding = await stranger.transaction('write');
  await holding.execute('update counter set sold = sold + 1');
  const ours = database.transact(async (tx) => tx.run(sql`update counter set sold = sold + 1`));
  setTimeout(() => void holding.commit(), 30);
  await ours;
  await database.transact(async (tx) => tx.run(sql`update counter set sold = sold + 1`));
  const seen = await stranger.execute('select sold from counter');
  expect(seen.rows[0]?.sold).toBe(3);
  stranger.close();
});

test('migrations apply once and refuse to have changed', async () => {
  const { database } = await freshDatabase();
  await database.migrate([counterMigration]);
  expect(await soldIn(database)).toBe(0);
  await expect(database.migrate([{ ...counterMigration, sql: 'SELECT 1' }])).rejects.toThrow('was changed');
  expect(await database.isMigrated([counterMigration])).toBe(true);
  expect(await database.isMigrated([counterMigration, { name: '0001_more', sql: '' }])).toBe(false);
});

test('a copy is consistent and opens on its own', async () => {
  const { database, directory } = await freshDatabase();
  await database.transact(async (tx) => tx.run(sql`update counter set sold = 7`));
  const file = join(directory, 'copy.db');
  await database.copyTo(file);
  const copy = createClient({ url: `file:${file}` });
  expect((await copy.execute('select sold from counter')).rows[0]?.sold).toBe(7);
  copy.close();
});

test('a transaction that the libSQL server lost counts as a server that is away', async () => {
  const server = await startLibsqlServer();
  onTestFinished(() => server.stop());
  const database = await Database.open(server.url);
  onTestFinished(() => database.close());
  const lost = database.transact(async (tx) => {
    // As when the server went: it knows no transaction any more.
    await tx.run(sql`rollback`);
    throw Object.assign(new Error('closed'), { code: 'TRANSACTION_CLOSED' });
  });
  const error = await lost.catch((met: unknown) => met);
  expect(storageFaultOf(error)).toBe('server');
});
