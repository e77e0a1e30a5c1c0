import { call, loginByCode } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { load } from './support/load.ts';
import { bigShop, million } from './support/million.ts';
import type { Bench, Row } from './support/rows.ts';

const seconds = 3;

/** The overview of an event, and what waits at all of them, in a shop with a million orders, one request after another. */
export default {
  name: 'overview',
  async run(): Promise<Row[]> {
    const dataDir = await bigShop();
    const server = await startServer({ dataDir, env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const admin = await loginByCode(server, 'admin@startblock.example');
      const big = encodeURIComponent(JSON.stringify([{ field: 'id', type: 'gte', value: million.orders }]));
      const { json } = await call(server, 'GET', `/api/admin/orders?limit=1&filter=${big}`, undefined, organizer);
      const [newest] = (json as unknown as { rows: { event: { id: number } }[] }).rows;
      const asked = [
        ['nothing (what the machine lets through)', '/healthz', organizer.cookie],
        ['overview of an event', `/admin/events/${newest?.event.id}`, organizer.cookie],
        ['what waits at all events', '/admin/todo', organizer.cookie],
        ['overview of the platform', '/admin', admin.cookie],
      ] as const;
      const rows: Row[] = [];
      for (const [what, path, cookie] of asked) rows.push(await measured(server, what, path, cookie));
      return rows;
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;

async function measured(server: RunningServer, what: string, path: string, cookie: string): Promise<Row> {
  const asked = {
    url: `${server.url.replace('localhost', '127.0.0.1')}${path}`,
    connections: 1,
    headers: { cookie, accept: 'text/html,application/json' },
  };
  await load({ ...asked, seconds: 1 });
  const result = await load({ ...asked, seconds });
  const note = `${million.orders.toLocaleString('en')} orders; ${result.requests} requests, ${result.errors} errors; half within ${result.p50Ms.toFixed(1)} ms`;
  return { what: `${what}: 95 of 100 within`, value: result.p95Ms, unit: 'ms', better: 'lower', note };
}
