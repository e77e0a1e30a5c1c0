import { loginByCode } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import { bookings } from './support/bookings.ts';
import { startControl } from './support/control.ts';
import { load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const seconds = 4;
const crowd = 500;

/** Bookings through HTTP, each durable before its answer (`synchronous=FULL`), beside a bare server's answers. */
export default {
  name: 'bookings',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const request = await bookings(server, organizer, crowd);
      // A shop has run for days when the sale begins; code that ran a few hundred times is not compiled yet.
      await load({ ...request, connections: 32, seconds });
      const rows: Row[] = [];
      for (const connections of [1, 32, 128]) {
        const { perSecond, p99Ms, errors, requests } = await load({ ...request, connections, seconds });
        const note = `${requests} bookings, ${errors} errors, 99 of 100 within ${p99Ms.toFixed(0)} ms`;
        rows.push({ what: `${connections} at a time`, value: perSecond, unit: 'bookings/s', better: 'higher', note });
      }
      const best = Math.max(...rows.map((row) => row.value));
      for (const [what, pace] of [
        [`${crowd} buyers in the same moment, once a second: 99 of 100 within`, { everyMs: 1000, atOnce: true }],
        [`${crowd} buyers, each again at once: 99 of 100 within`, {}],
        [`${crowd} buyers, each once a second: 99 of 100 within`, { everyMs: 1000 }],
      ] as const) {
        const { perSecond, p99Ms, p50Ms, errors } = await load({ ...request, ...pace, connections: crowd, seconds });
        const note = `${perSecond.toFixed(0)} a second, ${errors} errors, half within ${p50Ms.toFixed(0)} ms`;
        rows.push({ what, value: p99Ms, unit: 'ms', better: 'lower', note });
      }
      const control = await startControl('{"orderId":1}', 'application/json');
      const bare = await load({ ...request, url: control.url, connections: 32, seconds });
      await control.stop();
      rows.push(
        { what: 'control: bare server, same request', value: bare.perSecond, unit: 'answers/s', better: 'higher' },
        { what: 'bookings / control', value: best / bare.perSecond, unit: 'ratio', better: 'higher' },
      );
      return rows;
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
