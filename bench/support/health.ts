/** Asks `/healthz` every ten milliseconds from a process of its own, so that it takes no turns with whoever makes the load. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Health = {
  asked: number;
  failed: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  worstMs: number;
};
const everyMs = 10;

/** Begins to ask; the answer of `end` says how long it took. */
export function watchHealth(url: string): { end(): Promise<Health> } {
  const child = spawn(process.execPath, [import.meta.filename, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  let written = '';
  child.stdout.on('data', (piece) => {
    written += piece;
  });
  return {
    async end() {
      child.stdin.end();
      await once(child, 'close');
      return JSON.parse(written) as Health;
    },
  };
}

async function watch(url: string): Promise<void> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  let failed = 0;
  const ask = async () => {
    const began = performance.now();
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    await answer?.arrayBuffer();
    times.push(performance.now() - began);
    if (answer?.status !== 200) failed += 1;
  };
  const asking = setInterval(() => asked.push(ask()), everyMs);
  process.stdin.resume();
  await once(process.stdin, 'end');
  clearInterval(asking);
  await Promise.all(asked);
  times.sort((a, b) => a - b);
  const within = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const health = {
    asked: times.length,
    failed,
    p50Ms: within(0.5),
    p95Ms: within(0.95),
    p99Ms: within(0.99),
    worstMs: times.at(-1) ?? 0,
  };
  process.stdout.write(JSON.stringify(health satisfies Health));
}

if (process.argv[1] === import.meta.filename && process.argv[2]) await watch(process.argv[2]);
