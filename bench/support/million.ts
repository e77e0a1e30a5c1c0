import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { call, loginByCode } from '#tests/support/crowd.ts';
import { root, startServer } from '#tests/support/server.ts';

/** How many there are in the big shop. */
export const million = { orders: 1_000_000, users: 400_000, events: 20 };
/** Buyers with a few and with very many orders, and a name that hardly anybody has. */
export const known = {
  few: 'wenige@bench.example',
  many: 'viele@bench.example',
  common: 'Gruber',
  rare: 'Zwoelfaxinger',
};
const firstUser = 1000;
const firstOrder = 1_000_000;

const syllables = ['an', 'ber', 'dor', 'el', 'fin', 'gre', 'hel', 'ina', 'jo', 'kar', 'lu', 'ma', 'nor', 'os', 'pe'];
const usual = [
  ['Maria', 'Anna', 'Eva', 'Lukas', 'Martin', 'Thomas', 'Julia', 'Sarah', 'Johannes', 'Jürgen'],
  ['Gruber', 'Huber', 'Bauer', 'Wagner', 'Müller', 'Pichler', 'Steiner', 'Moser', 'Mayer', 'Hofer'],
] as const;

/** Names by how usual they are: a tenth of the people has one of the first. */
function names(first: readonly string[], count: number): string[] {
  const made = new Set(first);
  for (let at = 0; made.size < count; at += 1) {
    const parts = [at % 15, Math.floor(at / 15) % 15, Math.floor(at / 225) % 15].map((part) => syllables[part] ?? '');
    const name = `${parts.join('')}${at >= 3375 ? 'er' : ''}`;
    made.add(name.slice(0, 1).toUpperCase() + name.slice(1));
  }
  return [...made];
}

/**
 * A folder with the database of a big shop, which is made once and kept among the temporary files: a million orders of
 * 1.2 million participants at 20 events. Every call answers a fresh copy of it.
 */
export async function bigShop(): Promise<string> {
  const migrations = (await readdir(join(root, 'migrations'))).filter((name) => name.endsWith('.sql')).sort();
  // Another schema is another shop.
  const hash = createHash('sha256');
  for (const name of migrations) hash.update(await readFile(join(root, 'migrations', name)));
  const kept = join(tmpdir(), `startblock-bench-${hash.digest('hex').slice(0, 12)}-2`);
  const isThere: string[] = await readdir(kept).catch(() => []);
  if (!isThere.includes('startblock.db')) await fill(kept);
  const copy = await mkdtemp(join(tmpdir(), 'startblock-big-'));
  await cp(kept, copy, { recursive: true });
  await toDisk(join(copy, 'startblock.db'));
  return copy;
}

/** A shop of that size has long been there; the disk would take over a fresh copy with the first checkpoint. */
async function toDisk(file: string): Promise<void> {
  const opened = await open(file, 'r+');
  await opened.sync();
  await opened.close();
}

async function fill(kept: string): Promise<void> {
  const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
  try {
    const organizer = await loginByCode(server, 'organizer@startblock.example');
    const { json } = await call(server, 'GET', '/api/events/donau-marathon', undefined);
    const { id } = json.event as { id: number };
    for (let copy = 0; copy < million.events; copy += 1) {
      await call(server, 'POST', `/api/admin/events/${id}/copy`, { title: `Großer Lauf ${copy + 1}` }, organizer);
    }
    await server.kill('SIGTERM');
    process.stderr.write('making a million orders, once …\n');
    await write(join(server.dataDir, 'startblock.db'));
    await rm(kept, { recursive: true, force: true });
    await mkdir(kept);
    // The database last: its name says that everything is there.
    const names = (await readdir(server.dataDir)).filter((name) => !/-(shm|wal)$/.test(name)).sort();
    for (const name of names) {
      await cp(join(server.dataDir, name), join(`${kept}`, `${name}.part`), { recursive: true });
      await rename(join(kept, `${name}.part`), join(kept, name));
    }
  } finally {
    await server.stop();
  }
}

/** A number that looks accidental and is the same every time. */
const dice = (salt: number, most: string | number) => `(abs((n.i * 2654435761 + ${salt} * 40503) >> 7) % ${most})`;

async function write(file: string): Promise<void> {
  const client = createClient({ url: `file:${file}`, timeout: 60_000 });
  const run = (sql: string, args: (string | number)[] = []) => client.execute({ sql, args });
  await client.executeMultiple('PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA cache_size=-1000000;');
  const list = (name: string, values: readonly string[]) =>
    client.batch(
      [
        `create table ${name} (i integer primary key, name text, folded text)`,
        {
          sql: `insert into ${name} select key, value ->> 0, value ->> 1 from json_each(?)`,
          args: [JSON.stringify(values.map((value) => [value, fold(value)]))],
        },
      ],
      'write',
    );
  await list('bench_first', names(usual[0], 800));
  await list('bench_last', names(usual[1], 6000));
  const n = (count: number) => `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  await run(
    'create table bench_places (i integer primary key, event_id integer, competition_id integer, price_id integer)',
  );
  await run(`insert into bench_places select row_number() over (order by c.id) - 1, c.event_id, c.id,
    (select min(p.id) from competition_prices p where p.competition_id = c.id)
    from competitions c where c.event_id in (select id from events order by id desc limit ${million.events})
    and c.type = 'single' and exists (select 1 from competition_prices p where p.competition_id = c.id)`);
  // The cube of an accidental part of one: few names are usual, most are not.
  const pick = (table: string, salt: number) =>
    `(select count(*) from ${table}) * (${dice(salt, 1000)} / 1000.0) * (${dice(salt + 1, 1000)} / 1000.0) * (${dice(salt + 2, 1000)} / 1000.0)`;
  await run(`create table bench_people as ${n(Math.round(million.orders * 1.2))}
    select i, case when i < ${million.orders} then i else (i - ${million.orders}) * 5 end at,
      cast(${pick('bench_first', 1)} as integer) first, cast(${pick('bench_last', 5)} as integer) last from n`);
  await run(
    'create table bench_orders (i integer primary key, user_id integer, place integer, status text, paid integer)',
  );
  await run(`insert into bench_orders ${n(million.orders)}
    select i, ${firstUser} + case when i % 5000 = 7 then ${million.users} + 1 when i in (1000, 500000, 900000)
      then ${million.users} else ${dice(11, million.users)} end,
      ${dice(13, '(select count(*) from bench_places)')},
      case when ${dice(17, 100)} < 70 then 'complete' when ${dice(17, 100)} < 75 then 'shipped'
        when ${dice(17, 100)} < 90 then 'pending' else 'canceled' end, 0 from n`);
  await run(`insert into users (id, email, verified_at, created_at) ${n(million.users)}
    select ${firstUser} + n.i, f.folded || '.' || l.folded || n.i || '@mail' || (n.i % 7) || '.example', 1, 1
    from n join bench_first f on f.i = ${dice(21, 800)} join bench_last l on l.i = ${dice(23, 6000)}`);
  await run(`insert into users (id, email, verified_at, created_at) values (?, ?, 1, 1), (?, ?, 1, 1)`, [
    firstUser + million.users,
    known.few,
    firstUser + million.users + 1,
    known.many,
  ]);
  const now = Date.now();
  const at = `${now} - (${million.orders} - o.i) * 60000`;
  await run(`insert into orders (id, user_id, visit_id, event_id, status, order_date, total_cents, language, payment_method,
      payment_status, paid_at, canceled_at, cancel_reason, contact_address)
    select ${firstOrder} + o.i, o.user_id, 'bench', p.event_id, o.status, ${at}, 3000 + o.i % 2000,
      iif(o.i % 6, 'de', 'en-us'), case o.i % 3 when 0 then 'bank' when 1 then 'visa' else 'eps' end,
      iif(o.status in ('complete', 'shipped'), 'completed', 'pending'),
      iif(o.status in ('complete', 'shipped'), ${at}, null), iif(o.status = 'canceled', ${at}, null),
      iif(o.status = 'canceled', 'expired', null),
      json_object('firstName', f.name, 'lastName', l.name, 'street', 'Hauptstraße', 'zipCode', '4020', 'city', 'Linz', 'countryCode', 'AT')
    from bench_orders o join bench_places p on p.i = o.place join bench_people b on b.i = o.i
      join bench_first f on f.i = b.first join bench_last l on l.i = b.last`);
  // Open transfers are of today. Those of two years would all be reminded at once while lists are measured.
  await run(`update orders set order_date = ${now} where id >= ${firstOrder} and status = 'pending'`);
  await run(`insert into teams (id, order_id, competition_id, position)
    select ${firstOrder} + b.i, ${firstOrder} + b.at, p.competition_id, b.i >= ${million.orders}
    from bench_people b join bench_orders o on o.i = b.at join bench_places p on p.i = o.place`);
  await run(`insert into participants (id, order_id, team_id, event_id, competition_id, competition_price_id, local_id,
      first_name, last_name, email, birth_date, gender, nationality_country_code, ticket_cents, charged_cents, live, rr_bib)
    select ${firstOrder} + b.i, ${firstOrder} + b.at, ${firstOrder} + b.i, p.event_id, p.competition_id, p.price_id,
      'p' || b.i, f.name, iif(b.i in (4711, 815000), '${known.rare}', l.name),
      f.folded || '.' || l.folded || b.i || '@runner.example', (1940 + b.i % 70) || '-05-01',
      iif(b.i % 2, 'female', 'male'), 'AT', 3000, 3000, o.status <> 'canceled', iif(b.i % 4, null, 'B' || b.i)
    from bench_people b join bench_orders o on o.i = b.at join bench_places p on p.i = o.place
      join bench_first f on f.i = b.first join bench_last l on l.i = b.last`);
  await run(`insert into order_search (order_search, rank) values ('hashsize', 67108864)`);
  await run(`insert into order_search (rowid, words, codes, mails, event)
    select id, words, codes, mails, event from order_search_rows where order_id >= ${firstOrder}`);
  await run(`insert into order_search (order_search, rank) values ('hashsize', 1048576)`);
  await run(`update order_search_state set indexed_to = (select max(id) from orders)`);
  // As migration 0015 leaves it.
  await run(`insert into order_search (order_search) values ('optimize')`);
  await run(`insert into order_items (order_id, position, kind, name, amount, price_cents, price_before_tax_cents, price_total_cents, vat_basis_points)
    select id, 0, 'ticket', 'Startplatz', 1, total_cents, total_cents * 5 / 6, total_cents, 2000 from orders where id >= ${firstOrder}`);
  await run(`insert into order_audits (order_id, type, editor_id, created_at)
    select id, 'OrderCreated', user_id, order_date from orders where id >= ${firstOrder}`);
  await run(`insert into order_audits (order_id, type, created_at)
    select id, iif(status = 'canceled', 'OrderCanceled', 'OrderPaid'), order_date from orders
    where id >= ${firstOrder} and status <> 'pending'`);
  await run(`insert into ledger_entries (order_id, kind, method, amount_cents, reference, created_at)
    select id, 'payment', payment_method, total_cents, 'bench' || id, order_date from orders
    where id >= ${firstOrder} and status in ('complete', 'shipped')`);
  await run(`insert into participant_fields (participant_id, field_id, value)
    select p.id, (select min(f.id) from form_fields f where f.event_id = p.event_id), iif(p.id % 3, 'M', 'L')
    from participants p where p.id >= ${firstOrder} and exists (select 1 from form_fields f where f.event_id = p.event_id)`);
  await run(
    `create table bench_sold as select competition_id, competition_price_id, count(*) many from participants where live = 1 group by 1, 2`,
  );
  await run(`update competition_prices set quantity_total = 2000000, sold = (select coalesce(sum(many), 0) from bench_sold
    where competition_price_id = competition_prices.id)`);
  await run(`update competitions set total_ticket_count = 2000000, sold = (select coalesce(sum(many), 0) from bench_sold
    where competition_id = competitions.id)`);
  for (const name of ['first', 'last', 'places', 'people', 'orders', 'sold']) await run(`drop table bench_${name}`);
  await client.executeMultiple('PRAGMA wal_checkpoint(TRUNCATE);');
  client.close();
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
