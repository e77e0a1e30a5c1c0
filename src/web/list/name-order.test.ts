import { readFileSync } from 'node:fs';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { expect, test } from 'vitest';
import { compareNames } from '#src/kernel/fold.ts';
import { sources } from '#tests/architecture.ts';
import { byName, nameKey } from './name-order.ts';

const ordered = [
  'anton',
  'Ärger',
  'A\u0308rzte',
  'Béla',
  'Çelik',
  'Émile',
  'Łukas',
  'Nguyễn',
  "O'Brian",
  'Öllinger',
  'Ømer',
  'Sandström',
  'ßtest',
  'Straße',
  'Strasser',
  'Ünal',
  'Yıldız',
  'Zorn',
  'Žukov',
  'Иван',
];

async function inSqlite(names: readonly string[]): Promise<string[]> {
  const client = createClient({ url: ':memory:' });
  const database = drizzle(client);
  await database.run(sql`create table people (id integer primary key, name text)`);
  for (const name of names) await database.run(sql`insert into people (name) values (${name})`);
  const column = sql.raw('name');
  const rows = await database.all<{ name: string }>(
    sql`select name from people order by ${sql.join(byName(column), sql`, `)}, id`,
  );
  client.close();
  return rows.map(({ name }) => name);
}

test('SQL and the server order names alike: letters with accents stand with their letter', async () => {
  const shuffled = ordered.toSorted((a, b) => (a.slice(1) < b.slice(1) ? -1 : 1));
  expect(shuffled).not.toEqual(ordered);
  expect(await inSqlite(shuffled)).toEqual(ordered);
  expect(shuffled.sort(compareNames)).toEqual(ordered);
});

test('names that differ by accents alone have a fixed order', async () => {
  expect(await inSqlite(['Müller', 'Muller', 'MÜLLER'])).toEqual(await inSqlite(['MÜLLER', 'Müller', 'Muller']));
});

test('a missing name has no key', async () => {
  const database = drizzle(createClient({ url: ':memory:' }));
  expect(await database.all(sql`select ${nameKey(sql`null`)} key, ${nameKey(sql`''`)} empty`)).toEqual([
    { key: null, empty: '' },
  ]);
});

/** Where the order is made, and a list whose `sortName` is folded already; migrations come by the names of their files. */
const keys = ['src/kernel/fold.ts', 'modules/results/read-start-list.ts', 'src/data/database.ts'];

test('no list orders names by their bytes or by the language of the machine', () => {
  const bytewise = [
    /\b(asc|desc)\((?!pictures\.)\w+\.(\w*[nN]ame|title|label|club|city)\)/,
    /(where|from) .*order by (\w+\.)?(first_name|last_name|name|title|club|label)\b/,
    /\ba\.(\w*Name|name|title|club|label|city) [<>] b\./,
    /localeCompare|Intl\.Collator\((?!tag)/,
  ];
  const refused = sources('.')
    .filter((path) => !/\.test\.tsx?$/.test(path) && !keys.includes(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => bytewise.some((pattern) => pattern.test(line)))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(refused).toEqual([]);
});
