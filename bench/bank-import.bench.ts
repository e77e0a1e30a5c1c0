import { readFileSync } from 'node:fs';
import { createClient } from '@libsql/client';
import { camtFile, type MadeLine } from '#modules/payments/bank-files/testing.ts';
import { makeReference } from '#modules/payments/rules/payment-reference.ts';
import { loginByCode, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { processorSeconds } from './support/processor.ts';
import type { Bench, Row } from './support/rows.ts';

/** Orders that wait for their transfer: the first of them are paid by the file, the others get a cent too little. */
const [pending, paying, lineCount] = [45_000, 40_000, 50_000];
const firstOrder = 1_000_000;

/** Orders that wait for their transfer, with one runner each, written into the database at once. */
async function makeOrders(server: RunningServer): Promise<void> {
  const client = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 10_000 });
  const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${pending - 1})`;
  const now = Date.now();
  const price = '(select id from competition_prices order by id limit 1)';
  const competition = `(select competition_id from competition_prices where id = ${price})`;
  const event = `(select event_id from competitions where id = ${competition})`;
  await client.batch(
    [
      `${numbers} insert into orders (id, user_id, visit_id, event_id, status, order_date, total_cents, language, payment_method, payment_status)
       select ${firstOrder} + i, 1, 'bench', ${event}, 'pending', ${now}, 3000 + i % 50, 'de', 'bank', 'pending' from n`,
      `${numbers} insert into payment_attempts (order_id, method, reference, amount_cents, status, created_at)
       select ${firstOrder} + i, 'bank', 'bench' || i, 3000 + i % 50, 'pending', ${now} from n`,
      `${numbers} insert into order_items (order_id, position, kind, name, amount, price_cents, price_before_tax_cents, price_total_cents, vat_basis_points)
       select ${firstOrder} + i, 0, 'cp', 'Lauf', 1, 3000, 2500, 3000, 2000 from n`,
      `${numbers} insert into teams (id, order_id, competition_id, position) select ${firstOrder} + i, ${firstOrder} + i, ${competition}, 0 from n`,
      `${numbers} insert into participants (order_id, team_id, event_id, competition_id, competition_price_id, local_id, first_name, last_name, ticket_cents, charged_cents)
       select ${firstOrder} + i, ${firstOrder} + i, ${event}, ${competition}, ${price}, 'p1', 'Eva', 'Lauf ' || i, 3000, 3000 from n`,
    ],
    'write',
  );
  client.close();
}

/** The words of orders are indexed behind their bookings; those that were made at once would be so beside the import. */
async function indexed(server: RunningServer): Promise<void> {
  const client = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 10_000 });
  const waiting = async () => {
    const { rows } = await client.execute(
      'select (select max(id) from orders) - indexed_to waiting from order_search_state',
    );
    return Number(rows[0]?.waiting);
  };
  while ((await waiting()) > 0) await new Promise((wake) => setTimeout(wake, 100));
  client.close();
}

/** Of ten lines eight pay, one names nothing, one is a cent short. */
function statement(): string {
  const lines = Array.from({ length: lineCount }, (_, index): MadeLine => {
    const number = Math.floor(index / 10) * 8 + (index % 10);
    const isPaying = index % 10 < 8;
    const order = isPaying ? number : paying + Math.floor(index / 10);
    const amount = 3000 + (order % 50) - (isPaying ? 0 : 1);
    const reference = makeReference('SB', firstOrder + order);
    const text = `Startgeld fuer den Lauf am Fluss, ${index % 10 === 9 ? `Nummer ${index}` : reference} danke und viele Gruesse`;
    return {
      amount,
      text,
      name: `Erika Musterfrau ${index}`,
      bankReference: `2026020200${index}`,
      endToEndId: 'NOTPROVIDED',
    };
  });
  // Real ones say more of each transfer than ours do.
  return camtFile(lines).replaceAll(
    '</RmtInf>',
    `</RmtInf><RltdDts><AccptncDtTm>2026-02-02T08:00:00Z</AccptncDtTm></RltdDts>`,
  );
}

async function upload(server: RunningServer, as: Session, file: Uint8Array<ArrayBuffer>, query: string) {
  const body = new FormData();
  body.set('file', new File([file], 'camt.xml'));
  const began = performance.now();
  const answer = await fetch(`${server.url}/api/admin/imports/bank-transactions${query}`, {
    method: 'POST',
    body,
    headers: { cookie: as.cookie, 'x-csrf-token': as.csrf },
  });
  const { rows } = (await answer.json()) as { rows: { outcome: string }[] };
  if (answer.status !== 200) throw new Error(`the import was answered with ${answer.status}`);
  const paid = rows.filter(({ outcome }) => outcome === 'paid').length;
  return { seconds: (performance.now() - began) / 1000, paid };
}

/** How long others wait, until told to stop. */
function others(server: RunningServer): () => Promise<number[]> {
  let isOver = false;
  const times: number[] = [];
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${server.url}/api/events/1`)).text();
      times.push(performance.now() - began);
      await new Promise((wake) => setTimeout(wake, 10));
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return times.sort((a, b) => a - b);
  };
}

const peakMb = (server: RunningServer): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** 50,000 lines of camt.053 through HTTP, 40,000 of which pay an order each, 5,000 are a cent short and 5,000 name nothing. */
export default {
  name: 'bank-import',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const admin = await loginByCode(server, 'admin@startblock.example');
      await makeOrders(server);
      await indexed(server);
      const file = new TextEncoder().encode(statement()) as Uint8Array<ArrayBuffer>;
      const before = peakMb(server);
      const preview = await upload(server, admin, file, '?dryRun=true');
      const stop = others(server);
      const used = processorSeconds(server.pid);
      const booked = await upload(server, admin, file, '');
      const processor = processorSeconds(server.pid) - used;
      const waits = await stop();
      const again = await upload(server, admin, file, '');
      if (preview.paid !== paying || booked.paid !== paying || again.paid !== 0) {
        throw new Error(`paid ${preview.paid}, ${booked.paid} and ${again.paid}`);
      }
      const note = `${lineCount.toLocaleString('en')} lines, ${Math.round(file.length / 1e6)} MB`;
      const row = (what: string, value: number, unit: string): Row => ({ what, value, unit, better: 'lower' });
      return [
        { ...row('camt.053 booked', booked.seconds, 's'), note },
        { what: 'camt.053 booked', value: lineCount / booked.seconds, unit: 'lines/s', better: 'higher' },
        row('processor for it, and for those who ask meanwhile', processor, 's'),
        row('preview of it', preview.seconds, 's'),
        row('the same file again', again.seconds, 's'),
        { ...row('peak memory of the server', peakMb(server), 'MB'), note: `${Math.round(before)} MB before` },
        {
          ...row('others meanwhile: half within', waits[Math.floor(waits.length / 2)] ?? 0, 'ms'),
          note: `${waits.length} requests`,
        },
        row('others meanwhile: 95 of 100 within', waits[Math.floor(waits.length * 0.95)] ?? 0, 'ms'),
        row('others meanwhile: slowest', waits.at(-1) ?? 0, 'ms'),
      ];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
