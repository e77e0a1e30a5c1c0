/** One port in front of several processes: requests go round, and past a process that does not answer. */
export type Proxy = { port: number; stop(): Promise<void> };
export type ProxyOptions = {
  port: number;
  /** Where the processes answer: `http://127.0.0.1:4001`. */
  targets: readonly string[];
};

/** A process that refused a connection is left alone for so long. */
const restMs = 500;
/** The largest request of the product, and room for the rest of its form. */
const maxRequestBodyBytes = 72 * 1024 * 1024;

/**
 * Sends what it gets on as it is, adds the visitor's address to `X-Forwarded-For` (so the processes run with
 * `TRUST_PROXY=1`), and passes answers through as they come. What only reads is asked of the next process when one is
 * gone; what changes something is not sent twice, because it may have happened: its answer is 502, and the browser asks.
 */
export function startProxy({ port, targets }: ProxyOptions): Proxy {
  const restsUntil = new Map<string, number>();
  let turn = 0;

  /** All of them from the next one on, those that rest last. */
  function inTurn(): string[] {
    const from = turn++ % targets.length;
    const round = [...targets.slice(from), ...targets.slice(0, from)];
    const now = performance.now();
    const isResting = (target: string) => (restsUntil.get(target) ?? 0) > now;
    return [...round.filter((target) => !isResting(target)), ...round.filter(isResting)];
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    development: false,
    maxRequestBodySize: maxRequestBodyBytes,
    idleTimeout: 60,
    async fetch(request, self) {
      const headers = new Headers(request.headers);
      const peer = self.requestIP(request)?.address ?? '';
      const before = headers.get('x-forwarded-for');
      headers.set('x-forwarded-for', before ? `${before}, ${peer}` : peer);
      const { pathname, search } = new URL(request.url);
      const isReading = request.method === 'GET' || request.method === 'HEAD';
      const sent = { method: request.method, headers, redirect: 'manual', decompress: false } as const;
      for (const target of inTurn()) {
        try {
          return await fetch(`${target}${pathname}${search}`, isReading ? sent : { ...sent, body: request.body });
        } catch {
          restsUntil.set(target, performance.now() + restMs);
          if (!isReading) break;
        }
      }
      return new Response('No process answers.\n', { status: 502, headers: { 'retry-after': '1' } });
    },
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}
