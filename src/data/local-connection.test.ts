import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { expect, onTestFinished, test } from 'vitest';
import { brokenConstraint, Database } from './database.ts';
import { fileAddress } from './database-file.ts';
import { ready } from './hot-statements.ts';
import { LocalClient } from './local-client.ts';
import { LocalConnection } from './local-connection.ts';

const horses = sqliteTable('horses', { id: integer('id').primaryKey(), name: text('name').notNull() });
const foals = sqliteTable('foals', {
  id: integer('id').primaryKey(),
  mother: integer('mother'),
  born: integer('born'),
});

function connection(): LocalConnection {
  const made = new LocalConnection(':memory:', 0);
  onTestFinished(() => made.close());
  made.exec('create table horses (id integer primary key, name text not null unique, extra)');
  return made;
}

test.each([
  [true, 1],
  [false, 0],
  [new Date(5), 5],
  [7n, 7],
  [null, null],
  ['ä', 'ä'],
  [new Uint8Array([1, 2]), Buffer.from([1, 2])],
])('%o is kept as %o', (value, kept) => {
  const made = connection();
  expect(made.run('insert into horses (name, extra) values (?, ?)', ['a', value])).toBe(1);
  expect(made.rows('select extra from horses', [])).toEqual([[kept]]);
});

test.each([[undefined], [Number.NaN], [2n ** 60n], [['a']], [{ name: 'a' }]])('%o is refused at the door', (value) => {
  const made = connection();
  expect(() => made.run('insert into horses (name) values (?)', [value])).toThrow();
  expect(made.rows('select 1 from horses', [])).toEqual([]);
});

test('errors name what a server names, and the statement works again after one', () => {
  const made = connection();
  const insert = 'insert into horses (name) values (?) returning id';
  made.rows(insert, ['a']);
  expect(() => made.rows(insert, ['a'])).toThrow(
    expect.objectContaining({
      name: 'LibsqlError',
      code: 'SQLITE_CONSTRAINT',
      extendedCode: 'SQLITE_CONSTRAINT_UNIQUE',
    }),
  );
  expect(made.rows(insert, ['b'])).toEqual([[2]]);
  expect(() => made.rows('select nothing', [])).toThrow(expect.objectContaining({ code: 'SQLITE_ERROR' }));
});

test('of two columns with one name the first is kept; a new column is seen after a change of the schema', async () => {
  const made = connection();
  made.run('insert into horses (name) values (?)', ['a']);
  const client = new LocalClient(made);
  const first = async (text: string) => (await client.execute(text)).rows[0];
  const row = await first('select name, 2 name from horses');
  expect([Object.entries(row ?? {}), [...Array.prototype.slice.call(row)]]).toEqual([[['name', 'a']], ['a', 2]]);
  expect(Object.keys((await first('select * from horses')) ?? {})).toHaveLength(3);
  made.exec('alter table horses add column colour text');
  expect(Object.keys((await first('select * from horses')) ?? {})).toHaveLength(4);
});

test('closed it refuses, and connected again it answers', () => {
  const made = connection();
  made.reconnect();
  expect(made.rows('select 1', [])).toEqual([[1]]);
  made.close();
  expect(made.isInTransaction).toBe(false);
  expect(() => made.rows('select 1', [])).toThrow(expect.objectContaining({ code: 'CLIENT_CLOSED' }));
});

async function withHorses(url = ':memory:'): Promise<Database> {
  const database = await Database.open(url);
  onTestFinished(() => database.close());
  await database.migrate([
    {
      name: '0000',
      sql: `create table horses (id integer primary key, name text not null unique);
--> statement-breakpoint
create table foals (id integer primary key, mother integer references horses (id), born integer)`,
    },
  ]);
  return database;
}

test('rows of the builder are those of drizzle: joins without a row, expressions, nothing found', async () => {
  const { read, transact } = await withHorses().then((d) => ({ read: d.read, transact: d.transact.bind(d) }));
  await transact(async (tx) => {
    await tx.insert(horses).values([{ name: 'Stute' }, { name: 'Alte' }]);
    await tx.insert(foals).values({ mother: 1 });
  });
  expect(await read.select().from(horses).leftJoin(foals, eq(foals.mother, horses.id)).orderBy(horses.id)).toEqual([
    { horses: { id: 1, name: 'Stute' }, foals: { id: 1, mother: 1, born: null } },
    { horses: { id: 2, name: 'Alte' }, foals: null },
  ]);
  expect(
    await read
      .select({ twice: sql`${horses.id} * 2`.mapWith(String) })
      .from(horses)
      .limit(1),
  ).toEqual([{ twice: '2' }]);
  expect(await read.select().from(horses).where(eq(horses.id, 9)).get()).toBeUndefined();
  expect(await read.$count(horses)).toBe(2);
});

test('a constraint reads through both layers, and a savepoint is taken back alone', async () => {
  const database = await withHorses();
  const refused = await database.transact(async (tx) => {
    await tx.insert(horses).values({ name: 'a' });
    return tx
      .transaction(async (inner) => {
        await inner.run(ready('insert into horses (name) values (?)', ['b']));
        await inner.insert(horses).values({ name: 'a' });
      })
      .catch((error: unknown) => error);
  });
  expect(brokenConstraint(refused)).toBe('unique');
  expect(refused).toMatchObject({ cause: { name: 'LibsqlError' } });
  expect(await database.read.select({ name: horses.name }).from(horses)).toEqual([{ name: 'a' }]);
});

test('what a work writes after its transaction was taken back stands nowhere', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'startblock-local-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const database = await withHorses(fileAddress(join(directory, 'ä b.db')));
  await expect(
    database.transact(async (tx) => {
      await tx.run(sql`rollback`);
      await tx.insert(horses).values({ name: 'alone' });
    }),
  ).rejects.toThrow();
  expect(await database.read.select().from(horses)).toEqual([]);
});

/** A writer and its reader on a file, and a third connection as another process has one. */
async function threeOnAFile() {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-turns-'));
  const address = fileAddress(join(folder, 'turns.db'));
  const [writer, reader, other] = [1, 2, 3].map(() => new LocalConnection(address, 100)) as [
    LocalConnection,
    LocalConnection,
    LocalConnection,
  ];
  onTestFinished(async () => {
    for (const each of [writer, reader, other]) each.close();
    await rm(folder, { recursive: true });
  });
  writer.exec('pragma journal_mode = wal; create table horses (name text)');
  writer.isReadBy(reader);
  return { writer, reader, other, count: () => reader.rows('select count(*) from horses', [])[0]?.[0] };
}

test('what a process has written it reads at once; of another one it knows as much as when its turn began', async () => {
  const { writer, reader, other, count } = await threeOnAFile();
  expect(count()).toBe(0);
  writer.run('begin immediate', []);
  writer.run("insert into horses values ('a')", []);
  expect(count()).toBe(0);
  writer.run('commit', []);
  expect(count()).toBe(1);
  other.run("insert into horses values ('b')", []);
  expect(count()).toBe(1);
  expect(reader.rows('select count(*) n from horses', [])).toEqual([[1]]);
  await new Promise((turn) => setImmediate(turn));
  expect(count()).toBe(2);
});

test('a statement that begins with WITH and writes ends the turn of the reader', async () => {
  const { writer, count } = await threeOnAFile();
  expect(count()).toBe(0);
  writer.run("with names(name) as (values ('a'), ('b')) insert into horses select name from names", []);
  expect(count()).toBe(2);
});

test('a turn is the same before and after a question just as long as its answer stays true', async () => {
  const { writer, reader, other, count } = await threeOnAFile();
  const asked = () => {
    const before = reader.turn;
    count();
    expect(reader.turn).toBe(before);
    return before;
  };
  const first = asked();
  expect(asked()).toBe(first);
  writer.run("insert into horses values ('a')", []);
  expect(reader.turn).not.toBe(first);
  const second = asked();
  expect(second).not.toBe(first);
  await new Promise((turn) => setImmediate(turn));
  expect(reader.turn).not.toBe(second);
  expect([writer.turn, other.turn]).toEqual([null, null]);
});

test('nobody who reads holds up the writer: the log of changes is emptied, and a copy is made', async () => {
  const { writer, reader, count } = await threeOnAFile();
  count();
  writer.run("insert into horses values ('a')", []);
  expect(count()).toBe(1);
  expect(writer.rows('pragma wal_checkpoint(truncate)', [])).toEqual([[0, 0, 0]]);
  expect(count()).toBe(1);
  reader.run('vacuum into ?', [':memory:']);
  expect(reader.rows("select name from horses where name = 'x'", [])).toEqual([]);
});

test('a read that fails leaves no turn behind', async () => {
  const { reader, count } = await threeOnAFile();
  expect(() => reader.rows('select missing from horses', [])).toThrow(/no such column/);
  expect(count()).toBe(0);
  reader.reconnect();
  expect(count()).toBe(0);
});
