import { guest, loginByCode, newCompetition } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import { startControl } from './support/control.ts';
import { load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const seconds = 4;

/** Bookings through HTTP, each durable before its answer (`synchronous=FULL`), beside a bare server's answers. */
export default {
  name: 'bookings',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const place = await newCompetition(server, organizer, 1_000_000);
      const buyer = await guest(server, place.eventId);
      const request = {
        url: `${server.url.replace('localhost', '127.0.0.1')}/api/events/${place.eventId}/book`,
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: buyer.cookie, 'x-csrf-token': buyer.csrf },
        body: JSON.stringify({
          teams: [
            {
              competitionId: place.competitionId,
              participants: [{ localId: 'p', firstName: 'Anna', lastName: 'Gruber', gender: 'female' }],
            },
          ],
          totalPrice: 2500,
          termsAccepted: true,
          eventConditionsAccepted: true,
        }),
      };
      await load({ ...request, connections: 32, seconds: 1 });
      const rows: Row[] = [];
      for (const connections of [1, 32, 128]) {
        const { perSecond, p99Ms, errors, requests } = await load({ ...request, connections, seconds });
        const note = `${requests} bookings, ${errors} errors, 99 of 100 within ${p99Ms.toFixed(0)} ms`;
        rows.push({ what: `${connections} at a time`, value: perSecond, unit: 'bookings/s', better: 'higher', note });
      }
      const control = await startControl('{"orderId":1}', 'application/json');
      const bare = await load({ ...request, url: control.url, connections: 32, seconds });
      await control.stop();
      const best = Math.max(...rows.map((row) => row.value));
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
