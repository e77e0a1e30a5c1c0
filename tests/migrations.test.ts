import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { brokenConstraint, Database, type Migration } from '#src/data/database.ts';
import { startLibsqlServer } from './support/libsql-server.ts';
import { readMigrations } from './support/sources.ts';

/** Migrations that rebuild tables change only what they should, on a full database. */
const rates = [20, 10, 13, 5.5, 0, 8.1, 7.7, 100, 0.01];
const made = ['events', 'articles', 'order_items'];

/** An event per rate, each with an article of the next rate and one without; all ordered. */
const filling = [
  `INSERT INTO users (id, email, created_at) VALUES (1, 'eva@lauf.test', 0)`,
  `INSERT INTO organizers (id, name, created_at) VALUES (1, 'Verein', 0)`,
  ...rates.flatMap((rate, at) => {
    const id = at + 1;
    const next = rates[id % rates.length];
    return [
      `INSERT INTO events (id, title, start_timestamp, end_timestamp, vat, facebook_pixels, version, created_at)
       VALUES (${id}, 'Lauf ${id}', 1, 2, ${rate}, '["${id}"]', ${id}, 5)`,
      `INSERT INTO event_organizers VALUES (${id}, 1, 1)`,
      `INSERT INTO competitions (id, event_id, title, timestamp) VALUES (${id}, ${id}, '10 km', 1)`,
      `INSERT INTO competition_prices (id, competition_id, price_cents) VALUES (${id}, ${id}, 2995)`,
      `INSERT INTO articles (id, event_id, name, vat) VALUES (${id}, ${id}, 'Shirt', ${next}), (${100 + id}, ${id}, 'Buch', NULL)`,
      `INSERT INTO article_competitions VALUES (${id}, ${id})`,
      `INSERT INTO article_variants (id, article_id) VALUES (${id}, ${id})`,
      `INSERT INTO orders (id, user_id, visit_id, event_id, status, order_date, total_cents, language)
       VALUES (${id}, 1, 'v', ${id}, 'complete', 3, 2995, 'de')`,
      `INSERT INTO order_items (order_id, position, kind, name, amount, price_cents, price_before_tax_cents, price_total_cents, vat)
       VALUES (${id}, 0, 'ticket', '10 km', 1, 2995, 2496, 2995, ${rate}), (${id}, 1, 'voucher', 'Minus', 1, -5, -4, -5, ${next})`,
      `INSERT INTO teams (id, order_id, competition_id, position) VALUES (${id}, ${id}, ${id}, 0)`,
      `INSERT INTO participants (id, order_id, team_id, event_id, competition_id, competition_price_id, local_id, first_name, last_name, ticket_cents, charged_cents)
       VALUES (${id}, ${id}, ${id}, ${id}, ${id}, ${id}, 'p', 'Jürgen', 'Müller', 2995, 2990)`,
      `INSERT INTO participant_articles (participant_id, article_id, variant_id, unique_local_id, name, variant_name, quantity, unit_cents)
       VALUES (${id}, ${id}, ${id}, 'a', 'Shirt', '', 1, 0)`,
    ];
  }),
  // The highest id was deleted.
  `INSERT INTO events (id, title, start_timestamp, end_timestamp, version, created_at) VALUES (500, 'Weg', 1, 2, 500, 5)`,
  `DELETE FROM events WHERE id = 500`,
  `INSERT INTO articles (id, event_id, name) VALUES (700, 1, 'Weg')`,
  `DELETE FROM articles WHERE id = 700`,
];

async function filled(where: 'a file' | 'a libSQL server') {
  let url: string;
  if (where === 'a file') {
    const folder = await mkdtemp(join(tmpdir(), 'startblock-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    url = `file:${join(folder, 'shop.db')}`;
  } else {
    const server = await startLibsqlServer();
    onTestFinished(server.stop);
    url = server.url;
  }
  const all = await readMigrations();
  const before = all.filter(({ name }) => name < '0014');
  const database = await Database.open(url, { synchronous: 'OFF' });
  const client = createClient({ url });
  onTestFinished(async () => {
    client.close();
    await database.close();
  });
  await database.migrate(before);
  await client.batch(filling, 'write');
  const migration = all.find(({ name }) => name.startsWith('0014')) as Migration;
  return { url, database, client, migration, migrations: [...before, migration] };
}

const rowsOf = async (client: Client, statement: string) =>
  (await client.execute(statement)).rows.map((row) => ({ ...row }));

/** Every row, index, trigger and view, by a new connection, since one caches columns. */
async function contentOf(url: string) {
  const client = createClient({ url });
  const schema = await rowsOf(client, 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name');
  const tables = schema.filter(
    ({ type, name }) => type === 'table' && !/^(sqlite_|order_search|migrations$)/.test(String(name)),
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables) rows[String(name)] = await rowsOf(client, `SELECT * FROM "${name}"`);
  client.close();
  return {
    others: schema.filter(({ type }) => type !== 'table'),
    tables: schema.filter(({ type }) => type === 'table'),
    rows,
  };
}

test.each(['a file', 'a libSQL server'] as const)(
  'rates of tax become basis points in %s, and nothing else changes',
  async (where) => {
    const { url, database, client, migrations } = await filled(where);
    const before = await contentOf(url);
    await database.migrate(migrations);
    const after = await contentOf(url);

    expect(after.others).toEqual(before.others);
    expect(after.tables.map(({ name }) => name)).toEqual(before.tables.map(({ name }) => name));
    const isMade = ({ name }: Record<string, unknown>) => made.includes(String(name));
    expect(after.tables.filter((table) => !isMade(table))).toEqual(before.tables.filter((table) => !isMade(table)));
    for (const [table, rows] of Object.entries(before.rows)) {
      const wanted = (rows as Record<string, unknown>[]).map(({ vat, ...row }) =>
        vat === undefined ? row : { ...row, vat_basis_points: vat === null ? null : Math.round(Number(vat) * 100) },
      );
      expect([table, after.rows[table]]).toEqual([table, made.includes(table) ? wanted : rows]);
    }
    const kept = await rowsOf(client, 'SELECT DISTINCT typeof(vat_basis_points) kind FROM order_items');
    expect(kept).toEqual([{ kind: 'integer' }]);
    expect((await rowsOf(client, 'SELECT vat_basis_points rate FROM events')).map(({ rate }) => rate)).toEqual([
      2000, 1000, 1300, 550, 0, 810, 770, 10_000, 1,
    ]);

    // Foreign keys are enforced and intact.
    expect(await rowsOf(client, 'PRAGMA foreign_key_check')).toEqual([]);
    const refused = async (statement: string) =>
      brokenConstraint(await client.execute(statement).catch((error: unknown) => error));
    expect(await refused('DELETE FROM events WHERE id = 1')).toBe('foreignKey');
    expect(await refused('DELETE FROM articles WHERE id = 1')).toBe('foreignKey');
    expect(await refused('UPDATE events SET vat_basis_points = 10001 WHERE id = 1')).toBe('check');
    expect(
      await refused(
        'INSERT INTO order_items SELECT NULL, order_id, position, kind, name, code, 1, 0, 0, 0, 0 FROM order_items LIMIT 1',
      ),
    ).toBe('unique');
    const [event] = await rowsOf(
      client,
      `INSERT INTO events (title, start_timestamp, end_timestamp, version, created_at) VALUES ('Neu', 1, 2, 9, 9) RETURNING id, vat_basis_points`,
    );
    expect(event).toEqual({ id: 501, vat_basis_points: 2000 });
    expect(await rowsOf(client, `INSERT INTO articles (event_id, name) VALUES (501, 'Neu') RETURNING id`)).toEqual([
      { id: 701 },
    ]);
    await client.execute('DELETE FROM events WHERE id = 501');
    expect(await rowsOf(client, 'SELECT id FROM articles WHERE id = 701')).toEqual([]);
    // Triggers and full-text search.
    await client.execute(`UPDATE participants SET last_name = 'Strasser' WHERE id = 3`);
    expect(
      await rowsOf(client, `SELECT rowid FROM order_search WHERE order_search MATCH 'words:strass*' ORDER BY rowid`),
    ).toEqual([{ rowid: -3 }, { rowid: 3 }]);
    await client.execute(
      `INSERT INTO orders (user_id, visit_id, event_id, status, order_date, total_cents, language) VALUES (1, 'v', 2, 'pending', 4, 0, 'de')`,
    );
    expect(await rowsOf(client, 'SELECT orders FROM event_order_counts WHERE event_id = 2')).toEqual([{ orders: 2 }]);
  },
);

test('with foreign keys on, where dropping a table takes all below it, it refuses and leaves everything', async () => {
  const { url, client, migration } = await filled('a file');
  const before = await contentOf(url);
  const statements = migration.sql.split('--> statement-breakpoint');
  expect(brokenConstraint(await client.batch(statements, 'write').catch((error: unknown) => error))).toBe('check');
  expect(await contentOf(url)).toEqual(before);
});

test.each(['a file', 'a libSQL server'] as const)(
  'settlements that are closed stay as they are in %s when their table is made anew, and are never changed then either',
  async (where) => {
    const { url, database, client } = await filled(where);
    const all = await readMigrations();
    await database.migrate(all.filter(({ name }) => name < '0037'));
    await client.batch(
      [
        `INSERT INTO settlements (id, event_id, organizer_id, number, "from", until, by_method, received_cents,
           refunded_cents, by_card_cents, disagio_basis_points, disagio_cents, tickets, ticket_fees_cents, fees_cents,
           fees_net_cents, fees_tax_cents, tax_category, tax_basis_points, carried_in_cents, balance_cents,
           kept_for_refunds_cents, payout_cents, carried_out_cents, held_cents, open_cents, editor_id, created_at)
         VALUES (7, 1, 1, 1, 1, 2, '[{"method":"bank"}]', 2995, 0, 0, 250, 0, 1, 100, 100, 83, 17, 'S', 2000, 0, 2895,
           0, 2895, 0, 11, 12, 1, 9)`,
        'INSERT INTO settlement_tickets (settlement_id, order_id, event_id, tickets, fee_cents) VALUES (7, 1, 1, 1, 100)',
        `INSERT INTO payouts (id, settlement_id, amount_cents, status, created_at) VALUES (3, 7, 2895, 'open', 9)`,
      ],
      'write',
    );
    const before = await contentOf(url);
    await database.migrate(all.filter(({ name }) => name < '0040'));
    const after = await contentOf(url);
    const [settled] = before.rows.settlements as Record<string, unknown>[];
    expect(after.rows.settlements).toEqual([{ ...settled, vouchers_cents: 0, articles_cents: 0, shares: '[]' }]);
    for (const table of ['settlement_tickets', 'payouts']) expect(after.rows[table]).toEqual(before.rows[table]);
    const named = ({ others }: typeof before) => others.map(({ name }) => name);
    expect(named(after)).toEqual(expect.arrayContaining(named(before)));
    expect(await rowsOf(client, 'PRAGMA foreign_key_check')).toEqual([]);
    await expect(client.execute('UPDATE settlements SET payout_cents = 1')).rejects.toThrow('never changed');
    await expect(client.execute('DELETE FROM settlements')).rejects.toThrow('never deleted');
    expect(await rowsOf(client, `SELECT seq FROM sqlite_sequence WHERE name = 'settlements'`)).toEqual([{ seq: 7 }]);
  },
);

test.each(['a file', 'a libSQL server'] as const)(
  'mails of %s that were dropped get that state, and everything else of them and of the mailbox stays',
  async (where) => {
    const { database, client } = await filled(where);
    const all = await readMigrations();
    await database.migrate(all.filter(({ name }) => name < '0086'));
    const mail = (id: number, status: string, error: string) =>
      `INSERT INTO mails (id, type, unique_key, recipient, locale, params, status, attempts, next_attempt_at, created_at, sent_at, last_error)
       VALUES (${id}, 'T', 'k${id}', 'a@b.test', 'de', '{}', '${status}', ${id}, 5, 6, 7, ${error})`;
    await client.batch(
      [
        mail(1, 'sent', 'NULL'),
        mail(2, 'sent', `'no longer needed'`),
        mail(3, 'failed', `'550 no'`),
        mail(4, 'queued', 'NULL'),
        `INSERT INTO mailbox_messages (mail_id, recipient, subject, text, html, created_at) VALUES (1, 'a@b.test', 's', 't', 'h', 7)`,
      ],
      'write',
    );
    const before = await rowsOf(client, 'SELECT * FROM mails ORDER BY id');
    await database.migrate(all.filter(({ name }) => name < '0087'));
    expect(await rowsOf(client, 'SELECT * FROM mails ORDER BY id')).toEqual(
      before.map((row) => (row.id === 2 ? { ...row, status: 'dropped', last_error: null } : row)),
    );
    expect(await rowsOf(client, 'SELECT mail_id FROM mailbox_messages')).toEqual([{ mail_id: 1 }]);
    expect(await rowsOf(client, 'PRAGMA foreign_key_check')).toEqual([]);
    await expect(client.execute(mail(5, 'forgotten', 'NULL'))).rejects.toThrow('CHECK');
  },
);

test('the pieces of an index that was filled at once become one, which no booking has to merge', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-migrations-'));
  const url = `file:${join(folder, 'shop.db')}`;
  const database = await Database.open(url, { synchronous: 'OFF' });
  const client = createClient({ url });
  onTestFinished(async () => {
    client.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const all = await readMigrations();
  await database.migrate(all.filter(({ name }) => name < '0015'));
  for (const id of [1, 2, 3])
    await client.execute(
      `INSERT INTO order_search (rowid, words, codes, mails, event) VALUES (${id}, 'Maria', ${id}, '', 7)`,
    );
  // Bitmap rows have the upper bits of their numbers.
  const pieces = async () =>
    (await rowsOf(client, 'SELECT count(DISTINCT id >> 37) n FROM order_search_data WHERE id > 1 << 30'))[0];
  expect(await pieces()).toEqual({ n: 3 });
  await database.migrate(all);
  expect(await pieces()).toEqual({ n: 1 });
  expect(await rowsOf(client, `SELECT v FROM order_search_config WHERE k = 'crisismerge'`)).toEqual([{ v: 64 }]);
  expect(
    await rowsOf(client, `SELECT rowid FROM order_search WHERE order_search MATCH 'maria' ORDER BY rowid`),
  ).toEqual([1, 2, 3].map((rowid) => ({ rowid })));
});

test('the one who was added first owns an organizer; whoever stands at a gate becomes nothing else', async () => {
  const client = createClient({ url: ':memory:' });
  onTestFinished(() => client.close());
  await client.execute(`CREATE TABLE organizer_users (organizer_id integer NOT NULL, user_id integer NOT NULL,
    role text NOT NULL, PRIMARY KEY (organizer_id, user_id))`);
  const people = [
    [1, 9, 'gate'],
    [1, 8, 'manager'],
    [1, 2, 'manager'],
    [2, 3, 'gate'],
    [3, 4, 'manager'],
    [3, 5, 'owner'],
  ];
  for (const args of people) await client.execute({ sql: 'INSERT INTO organizer_users VALUES (?, ?, ?)', args });
  const owners = (await readMigrations()).find(({ name }) => /_owners/.test(name));
  for (const again of [1, 2]) {
    await client.executeMultiple(String(owners?.sql));
    const { rows } = await client.execute('SELECT organizer_id, user_id, role FROM organizer_users ORDER BY rowid');
    expect([again, rows.map(({ organizer_id, user_id, role }) => [organizer_id, user_id, role])]).toEqual([
      again,
      [
        [1, 9, 'gate'],
        [1, 8, 'owner'],
        [1, 2, 'manager'],
        [2, 3, 'gate'],
        [3, 4, 'manager'],
        [3, 5, 'owner'],
      ],
    ]);
  }
});
