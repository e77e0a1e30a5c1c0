import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loginByCode } from '#tests/support/crowd.ts';
import { bun, type RunningServer, root, startServer } from '#tests/support/server.ts';
import { bookings } from './support/bookings.ts';
import { load } from './support/load.ts';
import { memoryMb } from './support/memory.ts';
import { bigShop } from './support/million.ts';
import type { Bench, Row } from './support/rows.ts';

const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
const [connections, seconds, rounds] = [128, 3, 3];
const many = 100_000;
const restMs = 15_000;

/** What a shop that has sold much does beside one that has sold nothing yet, and what it keeps in memory. */
export default {
  name: 'bookings-growth',
  async run(): Promise<Row[]> {
    return [...(await besideEmpty()), ...(await memoryOfTheExecutable())];
  },
} satisfies Bench;

/** In turns, so that both see the same moods of the machine; each figure is the median of its rounds. */
async function besideEmpty(): Promise<Row[]> {
  const dataDir = await bigShop();
  const servers: RunningServer[] = [];
  try {
    const measure = [];
    for (const options of [{ env }, { dataDir, env }]) {
      const server = await startServer(options);
      servers.push(server);
      const request = await bookings(server, await loginByCode(server, 'organizer@startblock.example'), connections);
      await load({ ...request, connections, seconds });
      measure.push(async (at: number) => (await load({ ...request, connections: at, seconds })).perSecond);
    }
    const rows: Row[] = [];
    for (const at of [1, connections]) {
      const found: number[][] = [[], []];
      for (let round = 0; round < rounds; round++)
        for (const [shop, asked] of measure.entries()) found[shop]?.push(await asked(at));
      const [empty = 0, big = 0] = found.map((figures) => figures.sort((a, b) => a - b)[rounds >> 1] ?? 0);
      const note = `${big.toFixed(0)} beside ${empty.toFixed(0)} a second`;
      const what = `a million orders / none, ${at} at a time`;
      rows.push({ what, value: big / empty, unit: 'ratio', better: 'higher', note });
    }
    return rows;
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function memoryOfTheExecutable(): Promise<Row[]> {
  const program = process.env.STARTBLOCK ?? join(root, 'dist/startblock');
  if (!existsSync(program)) execFileSync(bun, ['run', 'build'], { cwd: root, stdio: 'ignore' });
  // A process that has filled the shop itself still has what that took.
  const first = await startServer({ env, program });
  await first.kill('SIGTERM');
  const server = await startServer({ env, program, dataDir: first.dataDir });
  try {
    const request = await bookings(server, await loginByCode(server, 'organizer@startblock.example'), connections);
    const before = memoryMb(server.pid).now;
    let booked = 0;
    while (booked < many) {
      const { requests, errors } = await load({ ...request, connections, seconds: 5 });
      if (errors > 0) throw new Error(`${errors} bookings were refused`);
      booked += requests;
    }
    const atOnce = memoryMb(server.pid).now;
    // What a rush leaves behind is given back when it is over (`src/app/idle-collector.ts`).
    await new Promise((wake) => setTimeout(wake, restMs));
    const { now, most } = memoryMb(server.pid);
    const said = [before, atOnce, most].map((mb) => mb.toFixed(0));
    const note = `${booked.toLocaleString('en')} bookings; ${said[0]} MB before, ${said[1]} at their end, ${said[2]} at the most`;
    return [{ what: 'memory of the executable after 100,000, at rest', value: now, unit: 'MB', better: 'lower', note }];
  } finally {
    await server.stop();
  }
}
