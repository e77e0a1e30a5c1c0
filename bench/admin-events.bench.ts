import { call, loginByCode, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const [events, atOnce, seconds] = [5000, 16, 4];

/** The list of events of somebody who looks after very many, each with the competitions, prices and articles of a marathon. */
export default {
  name: 'admin events',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      await multiply(server, organizer);
      const base = server.url.replace('localhost', '127.0.0.1');
      const rows: Row[] = [];
      for (const [what, path] of [
        ['page', '/admin/events'],
        ['page, searched', '/admin/events?q=marathon+49&time=upcoming'],
        ['page, by title, far back', '/admin/events?sort=title&dir=asc&page=60'],
        ['API', '/api/admin/events'],
      ] as const) {
        const measured = await load({
          url: `${base}${path}`,
          connections: 1,
          seconds,
          headers: { cookie: organizer.cookie, accept: 'text/html,application/json' },
        });
        const note = `${measured.requests} requests one after another, ${measured.errors} errors`;
        rows.push({ what: `${what}: 95 of 100 within`, value: measured.p95Ms, unit: 'ms', better: 'lower', note });
        rows.push({ what: `${what}: half within`, value: measured.p50Ms, unit: 'ms', better: 'lower' });
      }
      return rows;
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;

/** Copies the marathon of the demo data until there are so many. */
async function multiply(server: RunningServer, organizer: Session): Promise<void> {
  const { json } = await call(server, 'GET', '/api/events/donau-marathon', undefined);
  const { id, startTimestamp } = json.event as { id: number; startTimestamp: string };
  const begin = Date.parse(startTimestamp);
  let made = 0;
  const copy = async () => {
    while (made < events) {
      made += 1;
      const start = new Date(begin + (made % 700) * 86_400_000).toISOString();
      const body = { title: `Marathon ${made}`, startTimestamp: start };
      const { status } = await call(server, 'POST', `/api/admin/events/${id}/copy`, body, organizer);
      if (status !== 200) throw new Error(`the copy was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copy));
}
