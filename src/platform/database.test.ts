import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { brokenConstraint, Database } from './database.ts';

const counterMigration = {
  name: '0000_counter',
  sql: `CREATE TABLE counter (id INTEGER PRIMARY KEY, sold INTEGER NOT NULL CHECK (sold <= 100));
--> statement-breakpoint
INSERT INTO counter VALUES (1, 0);`,
};

async function freshDatabase(options: { worksPerCommit?: number; synchronous?: 'FULL' } = {}) {
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

test('only a commit of nothing but works that may be lost waits for no disk', async () => {
  const { database } = await freshDatabase({ synchronous: 'FULL' });
  const flush = async (mayBeLost: boolean) =>
    database.transact(
      async (tx) => {
        await tx.run(sql`update counter set sold = sold + 1`);
        const [row] = await tx.all<{ synchronous: number }>(sql`pragma synchronous`);
        return row?.synchronous;
      },
      { mayBeLost },
    );
  const [normal, full] = [1, 2];
  expect(await flush(false)).toBe(full);
  expect(await flush(true)).toBe(normal);
  expect(await flush(true)).toBe(normal);
  expect(await flush(false)).toBe(full);
  expect(await Promise.all([flush(true), flush(true)])).toEqual([normal, normal]);
  expect(await Promise.all([flush(true), flush(false), flush(true)])).toEqual([full, full, full]);
  expect(await soldIn(database)).toBe(9);
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
