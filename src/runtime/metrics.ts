// Our own: counters, gauges and one histogram; the usual client adds registries and default metrics.

import { present } from '#src/kernel/assert.ts';
import { type Instant, seconds } from '#src/kernel/time.ts';

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = Readonly<Record<string, string>>;
type Value = number | readonly { labels: Labels; value: number }[];
/** A value that is read per scrape. It is omitted when `read` fails. */
export type Gauge = { name: string; help: string; read(): Value | Promise<Value> };
/** Counts events of this process. `labels`: series that start at 0. */
export type Counter = { name: string; help: string; labels?: readonly Labels[] };

/** Age in seconds; 0 for null and future times. */
export const secondsSince = (at: Instant | null, now: Instant): number =>
  at === null ? 0 : Math.max(0, now - at) / seconds(1);

/** Prometheus text format 0.0.4. */
export class Metrics {
  readonly #gauges = new Map<string, Gauge>();
  readonly #counters = new Map<string, { help: string; series: Map<string, number> }>();
  readonly #durations = new Map<string, { counts: number[]; sum: number; count: number }>();

  /** `version` is a label of a gauge that is always 1. */
  constructor(private readonly version: string) {
    this.counter('startblock_requests_total', 'Requests answered, by method, route and status.', []);
    this.counter('startblock_shared_pages_total', 'Requests answered with a page from the cache of shared pages.');
  }

  counter(name: string, help: string, labels: Counter['labels'] = [{}]): void {
    this.#counters.set(name, { help, series: new Map(labels.map((each) => [series(name, each), 0])) });
  }

  /** The counter must be declared. */
  count(name: string, labels: Labels = {}): void {
    const counts = present(this.#counters.get(name), `${name} is declared`).series;
    const key = series(name, labels);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  gauge(name: string, help: string, read: Gauge['read']): void {
    this.#gauges.set(name, { name, help, read });
  }

  observeSeconds(route: string, seconds: number): void {
    let entry = this.#durations.get(route);
    if (!entry) {
      entry = { counts: buckets.map(() => 0), sum: 0, count: 0 };
      this.#durations.set(route, entry);
    }
    entry.sum += seconds;
    entry.count += 1;
    const bucket = buckets.findIndex((limit) => seconds <= limit);
    if (bucket >= 0) entry.counts[bucket] = (entry.counts[bucket] ?? 0) + 1;
  }

  async text(): Promise<string> {
    const build = { labels: { version: this.version }, value: 1 };
    const lines = [
      ...linesOf('startblock_build_info', 'Version and commit of the program, as labels of a 1.', [build]),
      ...(await Promise.all([...this.#gauges.values()].map(readLines))).flat(),
    ];
    for (const [name, { help, series }] of this.#counters) {
      lines.push(...head(name, help, 'counter'));
      for (const [key, value] of series) lines.push(`${key} ${value}`);
    }
    const histogram = 'startblock_request_seconds';
    lines.push(...head(histogram, 'Seconds from a request to its response, by route.', 'histogram'));
    for (const [route, entry] of this.#durations) {
      let below = 0;
      for (const [index, limit] of buckets.entries()) {
        below += entry.counts[index] ?? 0;
        lines.push(`${series(`${histogram}_bucket`, { route, le: String(limit) })} ${below}`);
      }
      lines.push(`${series(`${histogram}_bucket`, { route, le: '+Inf' })} ${entry.count}`);
      lines.push(
        `${series(`${histogram}_sum`, { route })} ${entry.sum}`,
        `${series(`${histogram}_count`, { route })} ${entry.count}`,
      );
    }
    return `${lines.join('\n')}\n`;
  }
}

const head = (name: string, help: string, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

function linesOf(name: string, help: string, value: Value): string[] {
  const samples = typeof value === 'number' ? [{ labels: {}, value }] : value;
  return [...head(name, help, 'gauge'), ...samples.map((each) => `${series(name, each.labels)} ${each.value}`)];
}

const readLines = async ({ name, help, read }: Gauge): Promise<string[]> => {
  try {
    return linesOf(name, help, await read());
  } catch {
    return [];
  }
};

const escaped = (value: string) => value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`));
const series = (name: string, labels: Labels) => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length ? `${name}{${pairs.join(',')}}` : name;
};
