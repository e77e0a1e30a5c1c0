import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from './database.ts';
import { insertRows, insertRowsReturning, ready, upsertRow } from './hot-statements.ts';

const things = sqliteTable('things', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  longName: text('long_name').notNull(),
  tags: text('tags', { mode: 'json' }).$type<string[]>(),
  isNew: integer('is_new', { mode: 'boolean' }).notNull().default(true),
});

const thingsMigration = {
  name: '0000_things',
  sql: 'CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, long_name TEXT NOT NULL, tags TEXT, is_new INTEGER NOT NULL DEFAULT 1)',
};

async function withThings(): Promise<Database> {
  const database = await Database.open(':memory:');
  onTestFinished(() => database.close());
  await database.migrate([thingsMigration]);
  return database;
}

test('values arrive as the columns mean them, and what is not named gets its default', async () => {
  const database = await withThings();
  const made = await database.transact((tx) =>
    insertRowsReturning<typeof things, { id: number; long_name: string }>(
      tx,
      things,
      [
        { longName: "O'Neill; --", tags: ['ä', '"'] },
        { longName: 'second', tags: null },
      ],
      ['id', 'long_name'],
    ),
  );
  expect(made).toEqual([
    { id: 1, long_name: "O'Neill; --" },
    { id: 2, long_name: 'second' },
  ]);
  await database.transact((tx) => insertRows(tx, things, [{ longName: 'third', isNew: false, tags: [] }]));
  expect(await database.read.select().from(things)).toEqual([
    { id: 1, longName: "O'Neill; --", tags: ['ä', '"'], isNew: true },
    { id: 2, longName: 'second', tags: null, isNew: true },
    { id: 3, longName: 'third', tags: [], isNew: false },
  ]);
});

test('rows that name different columns are a mistake; no rows are no statement; other fields are left out', async () => {
  const database = await withThings();
  await expect(
    database.transact((tx) => insertRows(tx, things, [{ longName: 'a', tags: [] }, { longName: 'b' }])),
  ).rejects.toThrow('every row names tags');
  await database.transact((tx) => insertRows(tx, things, []));
  const wider = { longName: 'wide', unitPrice: 7 };
  await database.transact((tx) => insertRows(tx, things, [wider]));
  const rows = await database.read.all(ready('select long_name from things where is_new = ?', [1]));
  expect(rows).toEqual([{ long_name: 'wide' }]);
});

test('a row that is there gets what is said of it, and keeps the rest', async () => {
  const database = await withThings();
  const once = { name: '0001_once', sql: 'CREATE UNIQUE INDEX things_once ON things (long_name)' };
  await database.migrate([thingsMigration, once]);
  const put = (row: typeof things.$inferInsert) => database.transact((tx) => upsertRow(tx, things, row, ['longName']));
  await put({ longName: 'a', tags: ['one'], isNew: false });
  await put({ longName: 'b', tags: null });
  await put({ longName: 'a', tags: ['two'], isNew: undefined });
  expect(await database.read.select().from(things)).toEqual([
    { id: 1, longName: 'a', tags: ['two'], isNew: false },
    { id: 2, longName: 'b', tags: null, isNew: true },
  ]);
});
