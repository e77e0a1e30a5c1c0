import { readdirSync, readFileSync } from 'node:fs';
import { bookOne, call, loginByCode, newCompetition } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import { startMailSink } from './support/mail-sink.ts';
import { memoryMb } from './support/memory.ts';
import type { Bench, Row } from './support/rows.ts';

/** `BENCH_MINUTES=60` is what is asked for a release; without it a short run tells whether something leaks badly. */
const minutes = Number(process.env.BENCH_MINUTES ?? 6);
const domain = '@memory.bench.example';

/** A process and those it started, in MB. */
function withChildrenMb(pid: number): number {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
      } catch {
        return { pid: Number(name), parent: 0 };
      }
    });
  const below = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap(({ pid: child }) => [child, ...below(child)]);
  return [pid, ...below(pid)].reduce((sum, one) => {
    try {
      return sum + memoryMb(one).now;
    } catch {
      return sum;
    }
  }, 0);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Mixed use: somebody books and pays every second, visitors and an organizer open pages, exports and lists are asked for,
 * mails go out. Memory of the process and its children is read every five seconds; the last quarter stands beside the second.
 */
export default {
  name: 'memory',
  async run(): Promise<Row[]> {
    const sink = await startMailSink(domain);
    const first = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    const admin = await loginByCode(first, 'admin@startblock.example');
    const buyer = await loginByCode(first, `buyer${domain}`);
    const place = await newCompetition(first, admin, 100_000);
    await first.kill('SIGTERM');
    const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn', SMTP_URL: sink.url };
    const server = await startServer({ dataDir: first.dataDir, env });
    const pages = ['/', `/events/${place.eventId}`, '/orders', `/admin/events/${place.eventId}`, '/admin/orders'];
    const open = async (path: string) => {
      const answer = await fetch(server.url + path, { headers: { cookie: admin.cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    };
    const samples: number[] = [];
    let deeds = 0;
    try {
      const end = performance.now() + minutes * 60_000;
      const sampling = setInterval(() => samples.push(withChildrenMb(server.pid)), 5000);
      for (let at = 0; performance.now() < end; at += 1) {
        const next = performance.now() + 1000;
        const { orderId } = await bookOne(server, buyer, place, `r${at}`);
        await call(server, 'POST', `/api/orders/${orderId}/payment-in-advance`, {}, buyer);
        await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, admin);
        for (const path of pages) await open(path);
        if (at % 60 === 30)
          await open(`/api/admin/statistics/event/${place.eventId}/export/orders/detailed?format=xlsx`);
        deeds += 3 + pages.length;
        await new Promise((wake) => setTimeout(wake, Math.max(0, next - performance.now())));
      }
      clearInterval(sampling);
      const quarter = Math.floor(samples.length / 4);
      const [early, late] = [mean(samples.slice(quarter, 2 * quarter)), mean(samples.slice(3 * quarter))];
      const { mails } = await sink.arrived();
      const note = `${minutes} minutes, ${deeds} requests, ${mails} mails; second quarter ${early.toFixed(0)} MB, at most ${Math.max(...samples).toFixed(0)} MB`;
      return [
        { what: 'memory with children, last quarter', value: late, unit: 'MB', better: 'lower', note },
        { what: 'last quarter to the second', value: late / early, unit: 'ratio', better: 'lower' },
      ];
    } finally {
      await server.stop();
      await sink.stop();
    }
  },
} satisfies Bench;
