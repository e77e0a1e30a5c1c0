import { readFileSync } from 'node:fs';
import { createClient } from '@libsql/client';
import { loginByCode, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { watchHealth } from './support/health.ts';
import type { Bench, Row } from './support/rows.ts';

/** Two a paid order, each with an article and answers. */
const [people, orders] = [100_000, 50_000];
const first = 1_000_000;

/** An event with very many who start, written into the database at once. Answers its number. */
async function fill({ dataDir }: RunningServer): Promise<number> {
  const client = createClient({ url: `file:${dataDir}/startblock.db`, timeout: 30_000 });
  const numbers = (count: number) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  const found = await client.execute(
    `select c.event_id event, c.id competition, p.id price from competitions c join competition_prices p on p.competition_id = c.id
     where c.type = 'single' and exists (select 1 from form_fields f where f.event_id = c.event_id)
       and exists (select 1 from articles a where a.event_id = c.event_id) order by c.id limit 1`,
  );
  const { event, competition, price } = found.rows[0] as unknown as Record<string, number>;
  const now = Date.now();
  const address = `json_object('firstName', 'Eva', 'lastName', 'Huber ' || i, 'street', 'Hauptstraße', 'houseNumber', i, 'zipCode', '4020', 'city', 'Linz', 'countryCode', 'AT')`;
  await client.batch(
    [
      `${numbers(orders)} insert into users (id, email, verified_at, created_at) select ${first} + i, 'buyer' || i || '@bench.example', 1, 1 from n`,
      `${numbers(orders)} insert into orders (id, user_id, visit_id, event_id, status, order_date, total_cents, language, payment_method, payment_status, paid_at, contact_address)
       select ${first} + i, ${first} + i, 'bench', ${event}, 'complete', ${now} - i * 1000, 8000, 'de', 'visa', 'completed', ${now} - i * 1000, ${address} from n`,
      `${numbers(orders)} insert into order_items (order_id, position, kind, name, amount, price_cents, price_before_tax_cents, price_total_cents, vat_basis_points)
       select ${first} + i, 0, 'ticket', 'Lauf', 2, 4000, 3333, 8000, 2000 from n`,
      `${numbers(people)} insert into teams (id, order_id, competition_id, position) select ${first} + i, ${first} + i / 2, ${competition}, i % 2 from n`,
      `${numbers(people)} insert into participants (id, order_id, team_id, event_id, competition_id, competition_price_id, local_id, first_name, last_name, email, birth_date, gender, nationality_country_code, club, ticket_cents, charged_cents, rr_bib)
       select ${first} + i, ${first} + i / 2, ${first} + i, ${event}, ${competition}, ${price}, 'p' || i, 'Jürgen ' || i, 'Müller & Söhne', 'p' || i || '@bench.example', '1980-05-01', iif(i % 2, 'female', 'male'), 'AT', 'LC Linz', 4000, 4000, i from n`,
      `insert into participant_fields (participant_id, field_id, value)
       select p.id, f.id, 'Antwort' from participants p join form_fields f on f.event_id = p.event_id where p.id >= ${first}`,
      `insert into participant_articles (participant_id, article_id, variant_id, unique_local_id, name, variant_name, quantity, unit_cents)
       select p.id, v.article_id, v.id, 'a', 'Shirt', 'M', 1, 2500 from participants p
         join article_variants v on v.id = (select min(w.id) from article_variants w join articles a on a.id = w.article_id where a.event_id = p.event_id)
       where p.id >= ${first}`,
      `insert into ledger_entries (order_id, kind, method, amount_cents, reference, created_at)
       select id, 'payment', 'visa', total_cents, 'bench' || id, order_date from orders where id >= ${first}`,
    ],
    'write',
  );
  client.close();
  return event ?? 0;
}

const peakMb = ({ pid }: RunningServer): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Downloads a file while somebody else asks for something small all the time. */
async function download(server: RunningServer, { cookie }: Session, path: string) {
  const health = watchHealth(server.url);
  const began = performance.now();
  const answer = await fetch(server.url + path, { headers: { cookie } });
  let bytes = 0;
  let lines = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (path.includes('csv')) for (const byte of piece) if (byte === 10) lines += 1;
  }
  const took = (performance.now() - began) / 1000;
  const { worstMs } = await health.end();
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
  if (path.includes('csv') && lines <= people) throw new Error(`${path}: ${lines} lines`);
  return { took, bytes, worstMs };
}

/** Everybody who starts at a very large event, as both kinds of files, and what that costs all others. */
export default {
  name: 'exports',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const eventId = await fill(server);
      const organizer = await loginByCode(server, 'admin@startblock.example');
      const base = `/api/admin/statistics/event/${eventId}/export`;
      const before = peakMb(server);
      const rows: Row[] = [];
      const asked = [
        ['people with articles and answers', `${base}/orders/detailed`],
        ['start list for associations', `/api/admin/events/${eventId}/lvs-export`],
      ] as const;
      for (const [what, path] of asked) {
        for (const format of ['csv', 'xlsx']) {
          const { took, bytes, worstMs } = await download(server, organizer, `${path}?format=${format}`);
          const note = `${(bytes / 1e6).toFixed(1)} MB; others wait ${worstMs.toFixed(0)} ms at the most meanwhile`;
          const named = `${people.toLocaleString('en')} participants, ${what}, ${format}`;
          rows.push({ what: named, value: took, unit: 's', better: 'lower', note });
        }
      }
      const began = performance.now();
      const answer = await fetch(`${server.url}/api/admin/statistics/accounting/overview`, {
        headers: { cookie: organizer.cookie },
      });
      if (answer.status !== 200) throw new Error(`the overview was answered with ${answer.status}`);
      await answer.arrayBuffer();
      rows.push({ what: 'accounting overview', value: performance.now() - began, unit: 'ms', better: 'lower' });
      const note = `${Math.round(before)} MB before`;
      return [
        ...rows,
        { what: 'memory more than before', value: peakMb(server) - before, unit: 'MB', better: 'lower', note },
      ];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
