import { bookOne, loginByCode, newCompetition, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { startControl } from './support/control.ts';
import { load } from './support/load.ts';
import { processorSeconds } from './support/processor.ts';
import type { Bench, Row } from './support/rows.ts';

const [connections, seconds, orders] = [16, 3, 30];

/** The pages of somebody who is logged in, as everybody is who books, beside a bare server in the same run. */
export default {
  name: 'sessions',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    const control = await startControl('ok', 'text/plain; charset=utf-8');
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const [runner, captain] = [await loginByCode(server, 'runner@bench.example'), await regular(server, organizer)];
      const place = await newCompetition(server, organizer, 10);
      const { orderId } = await bookOne(server, organizer, place, 'managed');
      const bare = await load({ url: control.url, connections, seconds });
      const pages: readonly (readonly [string, string, Session])[] = [
        ['event page', '/events/donau-marathon', runner],
        ['home page', '/', runner],
        ["participants' step", '/events/donau-marathon/competitions', runner],
        ["participants' step, people of earlier orders", '/events/donau-marathon/competitions', captain],
        [`my orders, ${orders} of them`, '/orders', captain],
        ['list of orders of an organizer', '/admin/orders', organizer],
        ['one order of an organizer', `/admin/orders/${orderId}`, organizer],
        ['one event of an organizer', `/admin/events/${place.eventId}/settings`, organizer],
      ];
      const rows: Row[] = [
        { what: 'control: bare server', value: bare.perSecond, unit: 'answers/s', better: 'higher' },
      ];
      for (const [what, path, who] of pages) rows.push(...(await measured(server, what, path, who, bare.perSecond)));
      return rows;
    } finally {
      await control.stop();
      await server.stop();
    }
  },
} satisfies Bench;

/** Somebody with many orders and people whom they entered. */
async function regular(server: RunningServer, organizer: Session): Promise<Session> {
  const captain = await loginByCode(server, 'captain@bench.example');
  const place = await newCompetition(server, organizer, orders);
  for (let at = 0; at < orders; at += 1) await bookOne(server, captain, place, `of-${at % 4}`);
  return captain;
}

async function measured(server: RunningServer, what: string, path: string, who: Session, bare: number): Promise<Row[]> {
  const url = `${server.url.replace('localhost', '127.0.0.1')}${path}`;
  const asked = { url, connections, headers: { cookie: who.cookie, accept: 'text/html', 'accept-encoding': 'gzip' } };
  const first = await fetch(url, { headers: asked.headers, redirect: 'manual' });
  if (first.status !== 200) throw new Error(`${path}: ${first.status}`);
  await load({ ...asked, seconds: 1 });
  const before = processorSeconds(server.pid);
  const { perSecond, requests, errors, p99Ms } = await load({ ...asked, seconds });
  const each = ((processorSeconds(server.pid) - before) / requests) * 1000;
  const note = `${connections} connections, ${errors} errors, 99 of 100 within ${p99Ms.toFixed(0)} ms`;
  return [
    { what, value: perSecond, unit: 'pages/s', better: 'higher', note },
    { what: `${what}: processor`, value: each, unit: 'ms', better: 'lower' },
    { what: `${what} / control`, value: perSecond / bare, unit: 'ratio', better: 'higher' },
  ];
}
