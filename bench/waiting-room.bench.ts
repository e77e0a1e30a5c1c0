import { call, guest, loginByCode, newCompetition, type Session } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import { startControl } from './support/control.ts';
import { type LoadOptions, load } from './support/load.ts';
import type { Bench, Row } from './support/rows.ts';

const people = 15_000;
/** Who asks over connections of their own; each connection takes turns among some of them. */
const connections = 1_000;
const seconds = 10;

/** A sale with fifteen thousand in its waiting room: how quickly they line up, and what each of their questions costs. */
export default {
  name: 'waiting-room',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const { eventId } = await newCompetition(server, organizer, 20_000);
      const path = `/api/admin/events/${eventId}/waiting-room`;
      const beginsAt = new Date(Date.now() + 3_600_000).toISOString();
      await call(server, 'PUT', path, { beginsAt, leadMinutes: 120, mostAtOnce: 300 }, organizer);
      const room = `/api/events/${eventId}/waiting-room`;
      const crowd: Session[] = [];
      let lining = 0;
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          while (crowd.length < people) {
            const session = await guest(server, eventId);
            crowd.push(session);
            const asked = performance.now();
            const { status } = await call(server, 'POST', room, {}, session);
            lining += performance.now() - asked;
            if (status !== 200) throw new Error(`somebody could not line up: ${status}`);
          }
        }),
      );
      const some = crowd.filter((_, at) => at % Math.floor(crowd.length / connections) === 0).slice(0, connections);
      const ask: Omit<LoadOptions, 'connections' | 'seconds'> = {
        url: `${server.url.replace('localhost', '127.0.0.1')}${room}`,
        ofConnection: some.map(({ cookie }) => ({ cookie })),
      };
      await call(server, 'PUT', path, { beginsAt: new Date().toISOString() }, organizer);
      await load({ ...ask, connections: 32, seconds: 4 });
      const most = await load({ ...ask, connections: 32, seconds });
      const usual = await load({ ...ask, connections, seconds, everyMs: (connections / 400) * 1000 });
      const control = await startControl('{"place":null}', 'application/json');
      const bare = await load({ ...ask, url: control.url, connections: 32, seconds: 4 });
      await control.stop();
      const note = (of: typeof most) =>
        `${of.requests} asked, ${of.errors} errors, half within ${of.p50Ms.toFixed(1)} ms`;
      return [
        { what: 'lining up, 16 at a time: one takes', value: lining / crowd.length, unit: 'ms', better: 'lower' },
        {
          what: `${people} in the room: questions`,
          value: most.perSecond,
          unit: 'answers/s',
          better: 'higher',
          note: note(most),
        },
        {
          what: `${people} who ask 400 times a second: 99 of 100 within`,
          value: usual.p99Ms,
          unit: 'ms',
          better: 'lower',
          note: note(usual),
        },
        { what: 'control: bare server', value: bare.perSecond, unit: 'answers/s', better: 'higher' },
        { what: 'questions / control', value: most.perSecond / bare.perSecond, unit: 'ratio', better: 'higher' },
      ];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
