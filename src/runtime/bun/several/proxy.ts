/** A round-robin proxy that skips processes that do not answer. */
export type Proxy = { port: number; stop(): Promise<void> };
export type ProxyOptions = {
  port: number;
  /** Such as `http://127.0.0.1:4001`. */
  targets: readonly string[];
};

/** How long to skip a process that refused a connection. */
const restMs = 500;
/** The largest request of the product, and room for the rest of its form. */
const maxRequestBodyBytes = 72 * 1024 * 1024;

/**
 * Forwards requests and streams responses, and adds the client's address to `X-Forwarded-For` (the processes run with
 * `TRUST_PROXY=1`). Reads are retried with the next process; changes are not, because they may have happened: the response is
 * 502.
 */
export function startProxy({ port, targets }: ProxyOptions): Proxy {
  const restsUntil = new Map<string, number>();
  let turn = 0;

  /** Targets from the next one on, failed ones last. */
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
