import { bookOne, call, guest, loginByCode, newCompetition, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { load } from './support/load.ts';
import { bigShop, known, million } from './support/million.ts';
import type { Bench, Row } from './support/rows.ts';

const seconds = 3;
/** Orders of the big events; the demo has some of its own. */
const big = JSON.stringify([{ field: 'id', type: 'gte', value: 1_000_000 }]);
const toCancel = 1000;

type Listed = { rows: { id: number; event: { id: number }; competitions: { id: number }[] }[] };

/** The lists of a shop with a million orders, one request after another, and the cancellation of a thousand of them. */
export default {
  name: 'orders',
  async run(): Promise<Row[]> {
    const dataDir = await bigShop();
    const server = await startServer({ dataDir, env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const [few, many] = [await loginByCode(server, known.few), await loginByCode(server, known.many)];
      const { json } = await call(
        server,
        'GET',
        `/api/admin/orders?limit=1&filter=${encodeURIComponent(big)}`,
        undefined,
        organizer,
      );
      const [newest] = (json as unknown as Listed).rows;
      const eventId = newest?.event.id ?? 0;
      const asked: readonly (readonly [string, string, Session])[] = [
        ['nothing (what the machine lets through)', '/healthz', organizer],
        ['grid', '/admin/orders', organizer],
        ['grid, page 2', '/admin/orders?page=2', organizer],
        ['grid of an event', `/admin/orders?event=${eventId}`, organizer],
        ['grid of an event by status', `/admin/orders?event=${eventId}&status=pending`, organizer],
        ['grid, searched: common name', `/admin/orders?q=${known.common}`, organizer],
        ['grid, searched: very common name', '/admin/orders?q=Maria', organizer],
        ['grid, searched: two names', `/admin/orders?q=Maria+${known.common}`, organizer],
        ['grid, searched: rare name', `/admin/orders?q=${known.rare}`, organizer],
        ['grid, searched: two letters', '/admin/orders?q=ma', organizer],
        ['grid, searched in an event', `/admin/orders?event=${eventId}&q=${known.common}&status=complete`, organizer],
        ['grid, open transfers', '/admin/orders?transfer=open', organizer],
        ['API', '/api/admin/orders', organizer],
        ['API, searched: common name', `/api/admin/orders?q=${known.common}`, organizer],
        ['API, searched: very common name', '/api/admin/orders?q=Maria', organizer],
        ['API, searched: rare name', `/api/admin/orders?q=${known.rare}`, organizer],
        ['my orders, API, 3 orders', '/api/orders/my', few],
        ['my orders, API, 200 orders', '/api/orders/my', many],
        ['my orders, page, 3 orders', '/orders', few],
        ['my orders, page, 200 orders', '/orders', many],
        ['participants of an event', `/admin/participants?event=${eventId}`, organizer],
        ['participants of an event, searched', `/admin/participants?event=${eventId}&q=${known.common}`, organizer],
        [
          'participants of an event, API',
          `/api/admin/participants?filter=${encodeURIComponent(JSON.stringify([{ field: 'eventId', value: eventId }]))}`,
          organizer,
        ],
      ];
      const rows: Row[] = [];
      for (const [what, path, who] of asked) rows.push(...(await measured(server, what, path, who)));
      return [...rows, ...(await canceled(server, organizer))];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;

async function measured(server: RunningServer, what: string, path: string, who: Session): Promise<Row[]> {
  const asked = {
    url: `${server.url.replace('localhost', '127.0.0.1')}${path}`,
    connections: 1,
    headers: { cookie: who.cookie, accept: 'text/html,application/json' },
  };
  await load({ ...asked, seconds: 1 });
  const result = await load({ ...asked, seconds });
  const note = `${million.orders.toLocaleString('en')} orders; ${result.requests} requests, ${result.errors} errors; half within ${result.p50Ms.toFixed(1)} ms`;
  return [{ what: `${what}: 95 of 100 within`, value: result.p95Ms, unit: 'ms', better: 'lower', note }];
}

/** A thousand orders at once, while somebody books now and then. */
async function canceled(server: RunningServer, organizer: Session): Promise<Row[]> {
  const orderIds: number[] = [];
  for (const offset of [0, 500]) {
    const filter = encodeURIComponent(JSON.stringify([{ field: 'status', value: 'complete' }]));
    const { json } = await call(
      server,
      'GET',
      `/api/admin/orders?limit=500&offset=${offset}&filter=${filter}`,
      undefined,
      organizer,
    );
    orderIds.push(...(json as unknown as Listed).rows.map(({ id }) => id));
  }
  const place = await newCompetition(server, organizer, 10_000);
  const buyer = await guest(server, place.eventId);
  let isOver = false;
  const waits: number[] = [];
  const booking = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const began = performance.now();
      const { status } = await bookOne(server, buyer, place, `bench${at}`);
      if (status !== 201) throw new Error(`a booking was answered with ${status}`);
      waits.push(performance.now() - began);
      await new Promise((wake) => setTimeout(wake, 20));
    }
  })();
  const began = performance.now();
  const { json } = await call(server, 'PATCH', '/api/admin/orders/cancel', { orderIds }, organizer);
  const took = (performance.now() - began) / 1000;
  isOver = true;
  await booking;
  if (json.count !== toCancel) throw new Error(`canceled ${JSON.stringify(json)} instead of ${toCancel}`);
  waits.sort((a, b) => a - b);
  const note = `${waits.length} bookings meanwhile, half of them within ${waits[Math.floor(waits.length / 2)]?.toFixed(0)} ms`;
  return [
    { what: '1,000 orders canceled in one call', value: took, unit: 's', better: 'lower', note },
    { what: 'slowest booking meanwhile', value: waits.at(-1) ?? 0, unit: 'ms', better: 'lower' },
  ];
}
