import { readFileSync } from 'node:fs';
import { fillEvent } from '#tests/support/big-event.ts';
import { loginByCode, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { watchHealth } from './support/health.ts';
import type { Bench, Row } from './support/rows.ts';

const orders = 50_000;
const people = orders * 2;

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
      const { eventId } = await fillEvent(server.dataDir, orders);
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
