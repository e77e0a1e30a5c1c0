import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { expect, onTestFinished, test } from 'vitest';
import { startLibsqlServer } from '#tests/support/libsql-server.ts';
import { Database } from './database.ts';
import { selectRow } from './hot-statements.ts';
import { prepared } from './prepared.ts';

const things = sqliteTable('things', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  longName: text('long_name').notNull(),
  isNew: integer('is_new', { mode: 'boolean' }).notNull().default(true),
});
let built = 0;
const thingOf = prepared((reader) => {
  built += 1;
  return reader
    .select({ name: things.longName, isNew: things.isNew })
    .from(things)
    .where(eq(things.id, sql.placeholder('id')));
});

async function withThings(url: string): Promise<Database> {
  const database = await Database.open(url);
  onTestFinished(() => database.close());
  const sql =
    'CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, long_name TEXT NOT NULL, is_new INTEGER NOT NULL)';
  await database.migrate([{ name: '0000_things', sql }]);
  await database.transact(async (tx) => {
    await tx.insert(things).values([{ longName: 'a' }, { longName: 'b', isNew: false }]);
  });
  return database;
}

/** What is asked outside and inside writes, of two databases in turn. */
async function asked(database: Database): Promise<unknown[]> {
  const outside = await thingOf(database.read).all({ id: 2 });
  const inside = await database.transact(async (tx) => {
    await tx.update(things).set({ longName: 'changed' }).where(eq(things.id, 1));
    const nested = await tx.transaction((inner) => thingOf(inner).all({ id: 1 }));
    return [nested, await thingOf(tx).all({ id: 3 })];
  });
  const rows = [
    await selectRow(database.read, things, 'where id = ?', [1]),
    await selectRow(database.read, things, 'where id = ?', [9]),
  ];
  return [outside, ...inside, await thingOf(database.read).all({ id: 1 }), ...rows];
}

const answers = [
  [{ name: 'b', isNew: false }],
  [{ name: 'changed', isNew: true }],
  [],
  [{ name: 'changed', isNew: true }],
  { id: 1, longName: 'changed', isNew: true },
  undefined,
];

test('a prepared statement sees what its reader sees, and is built once for each reader outside of transactions', async () => {
  const [first, second] = [await withThings(':memory:'), await withThings(':memory:')];
  for (const database of [first, second]) {
    expect(await asked(database)).toEqual(answers);
    built = 0;
    for (const id of [1, 2]) await thingOf(database.read).all({ id });
    expect(built).toBe(0);
  }
});

test('of a libSQL server the answers are the same', async () => {
  const server = await startLibsqlServer();
  onTestFinished(() => server.stop());
  expect(await asked(await withThings(server.url))).toEqual(answers);
});
