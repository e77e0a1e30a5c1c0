import { createClient } from '@libsql/client';
import { call, loginByCode } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { watchHealth } from './support/health.ts';
import type { Bench, Row } from './support/rows.ts';

const count = 10_000;
const first = 1_000_000;

/** An event with very many paid orders that have an address of the invoice, written into the database at once. */
async function fill({ dataDir }: RunningServer): Promise<number> {
  const client = createClient({ url: `file:${dataDir}/startblock.db`, timeout: 30_000 });
  const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  const found = await client.execute(
    `select c.event_id event, c.id competition, p.id price, o.organizer_id organizer from competitions c
       join competition_prices p on p.competition_id = c.id join events e on e.id = c.event_id and e.generate_invoice = 0
       join event_organizers o on o.event_id = e.id and o.is_main = 1 where c.type = 'single' order by c.id limit 1`,
  );
  const { event, competition, price, organizer } = found.rows[0] as unknown as Record<string, number>;
  const now = Date.now();
  const address = `json_object('firstName', 'Eva', 'lastName', 'Huber ' || i, 'street', 'Hauptstraße', 'houseNumber', cast(i as text), 'zipCode', '4020', 'city', 'Linz', 'countryCode', 'AT')`;
  await client.batch(
    [
      `update organizers set address = json_object('street', 'Ring 1', 'zipCode', '1010', 'city', 'Wien', 'countryCode', 'AT', 'vatId', 'ATU12345675') where id = ${organizer}`,
      `update events set end_timestamp = ${now + 86_400_000}, start_timestamp = ${now} where id = ${event}`,
      `${numbers} insert into users (id, email, verified_at, created_at) select ${first} + i, 'buyer' || i || '@bench.example', 1, 1 from n`,
      `${numbers} insert into orders (id, user_id, visit_id, event_id, status, order_date, total_cents, language, payment_method, payment_status, paid_at, invoice_address)
       select ${first} + i, ${first} + i, 'bench', ${event}, 'complete', ${now}, 6000, 'de', 'visa', 'completed', ${now}, ${address} from n`,
      `${numbers} insert into order_items (order_id, position, kind, name, amount, price_cents, price_before_tax_cents, price_total_cents, vat_basis_points)
       select ${first} + i, 0, 'ticket', 'Lauf', 1, 4000, 3333, 4000, 2000 from n`,
      `${numbers} insert into order_items (order_id, position, kind, name, amount, price_cents, price_before_tax_cents, price_total_cents, vat_basis_points)
       select ${first} + i, 1, 'article', 'Buch', 1, 2000, 1818, 2000, 1000 from n`,
      `${numbers} insert into teams (id, order_id, competition_id, position) select ${first} + i, ${first} + i, ${competition}, 0 from n`,
      `${numbers} insert into participants (id, order_id, team_id, event_id, competition_id, competition_price_id, local_id, first_name, last_name, ticket_cents, charged_cents)
       select ${first} + i, ${first} + i, ${first} + i, ${event}, ${competition}, ${price}, 'p', 'Jürgen ' || i, 'Müller', 4000, 4000 from n`,
      `insert into ledger_entries (order_id, kind, method, amount_cents, reference, created_at)
       select id, 'payment', 'visa', total_cents, 'bench' || id, order_date from orders where id >= ${first}`,
    ],
    'write',
  );
  client.close();
  return event ?? 0;
}

/** An event with 10,000 paid orders turns invoices on; and how long one is drawn. */
export default {
  name: 'invoices',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const eventId = await fill(server);
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const health = watchHealth(server.url);
      const began = performance.now();
      const { status } = await call(
        server,
        'PATCH',
        `/api/admin/events/${eventId}`,
        { generateInvoice: true },
        organizer,
      );
      if (status !== 200) throw new Error(`the event was answered with ${status}`);
      const reader = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 30_000 });
      const issued = async () => {
        const { rows } = await reader.execute(
          `select count(*) n, max(sequence) - min(sequence) + 1 span, count(distinct sequence) of_them from invoices where event_id = ${eventId}`,
        );
        return rows[0] as unknown as { n: number; span: number; of_them: number };
      };
      let done = await issued();
      while (done.n < count && performance.now() - began < 900_000) {
        await Bun.sleep(250);
        done = await issued();
      }
      const took = (performance.now() - began) / 1000;
      reader.close();
      if (done.n !== count || done.span !== count || done.of_them !== count) throw new Error(JSON.stringify(done));
      const { worstMs } = await health.end();
      const times: number[] = [];
      for (let at = 0; at < 20; at += 1) {
        const { json } = await call(server, 'GET', `/api/orders/${first + at}/invoice`, undefined, organizer);
        const from = performance.now();
        const file = await fetch(String((json as { downloadLink: string }).downloadLink));
        if (file.status !== 200) throw new Error(`a paper was answered with ${file.status}`);
        await file.arrayBuffer();
        times.push(performance.now() - from);
      }
      times.sort((a, b) => a - b);
      return [
        {
          what: '10,000 invoices of an event that turns them on',
          value: took,
          unit: 's',
          better: 'lower',
          note: `others wait ${Math.round(worstMs)} ms at the most meanwhile`,
        },
        { what: 'an invoice drawn as PDF/A-3: half within', value: times[10] ?? 0, unit: 'ms', better: 'lower' },
      ];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
