import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bun, root, startServer } from '#tests/support/server.ts';
import { processorSeconds } from './support/processor.ts';
import type { Bench, Row } from './support/rows.ts';

const starts = 9;
/** What begins with the start (first turns of the jobs, memory given back) is over by then. */
const idleMs = 3000;

type Started = { ready: number; processor: number; idleMb: number };

async function start(program: string, dataDir: string): Promise<Started> {
  const began = performance.now();
  const server = await startServer({ program, demo: false, dataDir, env: { LOG_LEVEL: 'warn' } });
  const ready = (performance.now() - began) / 1000;
  const processor = processorSeconds(server.pid);
  await new Promise((wake) => setTimeout(wake, idleMs));
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const idleMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  await server.kill('SIGTERM');
  return { ready, processor, idleMb };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The executable with a migrated database of nobody: until `/readyz` says yes, and what it holds when nobody asks. */
export default {
  name: 'start',
  async run(): Promise<Row[]> {
    const program = process.env.STARTBLOCK ?? join(root, 'dist/startblock');
    if (!existsSync(program)) {
      const { status } = spawnSync(bun, [join(root, 'src/runtime/bun/build/executable.ts')], { cwd: root });
      if (status !== 0) throw new Error('the executable was not built');
    }
    const dataDir = await mkdtemp(join(tmpdir(), 'startblock-start-'));
    try {
      const first = await start(program, dataDir);
      const later: Started[] = [];
      for (let count = 0; count < starts; count++) later.push(await start(program, dataDir));
      const row = (what: string, value: number, unit: string, note?: string): Row => ({
        ...{ what, value, unit, better: 'lower' as const },
        ...(note ? { note } : {}),
      });
      const of = (what: keyof Started) => later.map((each) => each[what]);
      return [
        row(
          'until ready',
          median(of('ready')),
          's',
          `half of ${starts} starts; the slowest ${Math.max(...of('ready')).toFixed(2)} s`,
        ),
        row('until ready, making the database', first.ready, 's'),
        row('processor until ready', median(of('processor')), 's'),
        row('memory when idle', median(of('idleMb')), 'MB'),
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
} satisfies Bench;
