// Our own: counters, gauges and one histogram; the usual client keeps registries and default metrics that nobody here reads.

/** Upper bounds of the histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Gauge = { help: string; read(): number | Promise<number> };

/** In the text format of Prometheus 0.0.4. */
export class Metrics {
  readonly #gauges = new Map<string, Gauge>();
  readonly #counters = new Map<string, number>();
  readonly #durations = new Map<string, { counts: number[]; sum: number; count: number }>();

  /** `version`: of the program, told as the one label of a gauge that is always 1. */
  constructor(private readonly version: string) {}

  count(name: string, labels?: Readonly<Record<string, string>>): void {
    const key = labels ? series(name, labels) : name;
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + 1);
  }

  /** A value that is read whenever somebody asks for the metrics. It is left out as long as `read` fails. */
  gauge(name: string, help: string, read: Gauge['read']): void {
    this.#gauges.set(name, { help, read });
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
    const lines = [
      '# TYPE startblock_build_info gauge',
      `${series('startblock_build_info', { version: this.version })} 1`,
      ...(await Promise.all([...this.#gauges].map(linesOf))).flat(),
    ];
    const names = new Set([...this.#counters.keys()].map((key) => key.split('{')[0] as string));
    for (const name of names) {
      lines.push(`# TYPE ${name} counter`);
      for (const [key, value] of this.#counters) if (key.split('{')[0] === name) lines.push(`${key} ${value}`);
    }
    const histogram = 'startblock_request_seconds';
    lines.push(`# TYPE ${histogram} histogram`);
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

async function linesOf([name, { help, read }]: [string, Gauge]): Promise<string[]> {
  try {
    return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${await read()}`];
  } catch {
    return [];
  }
}

const escaped = (value: string) => value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`));
const series = (name: string, labels: Readonly<Record<string, string>>) => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length ? `${name}{${pairs.join(',')}}` : name;
};
