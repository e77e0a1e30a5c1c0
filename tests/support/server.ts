/** A server process with its own data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type StoredMail = {
  id: number | string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; url: string }[];
};
export type RunningServer = {
  url: string;
  dataDir: string;
  pid: number;
  /** Sends a signal and returns the exit code. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Mails of the built-in mailbox, newest first (demo mode only). */
  mailbox(to?: string): Promise<StoredMail[]>;
  /** stdout and stderr so far. */
  output(): string;
  /** Ends the process and removes its data folder. */
  stop(): Promise<void>;
};
export type ServerOptions = {
  demo?: boolean;
  env?: Record<string, string>;
  /** Default: the sources, or STARTBLOCK. `dist/startblock` is the executable. */
  program?: string;
  /** Instead of `serve [--demo]`. */
  args?: string[];
  /** Runs in this folder without our environment. */
  emptyFolder?: string;
  dataDir?: string;
  /** Default: 90 seconds. */
  readyWithinMilliseconds?: number;
  /** The program is a wrapper, so signals go to its process group. */
  isWrapper?: boolean;
};

export const root = resolve(import.meta.dirname, '../..');
/** Under Node the installed Bun starts the server. */
export const bun = process.versions.bun ? process.execPath : join(root, 'node_modules/.bin/bun');

/** The sources, or the executable of STARTBLOCK, which starts faster. */
export const product = (): readonly [string, ...string[]] =>
  process.env.STARTBLOCK ? [process.env.STARTBLOCK] : [bun, join(root, 'src/main.ts')];

const readyWithinMilliseconds = 90_000;

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const port = options.env?.PORT ?? (await freePort());
  const dataDir = options.dataDir ?? (await newDataDir(options));
  const url = `http://localhost:${port}`;
  const args = options.args ?? ['serve', ...(options.demo === false ? [] : ['--demo'])];
  const settings = { DATA_DIR: dataDir, PORT: String(port), ...options.env };
  const [program, ...before] = options.program ? [options.program] : product();
  const child = spawn(program, [...before, ...args], {
    cwd: options.emptyFolder ?? root,
    env: options.emptyFolder ? settings : { ...process.env, HOST: '127.0.0.1', PUBLIC_URL: url, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.isWrapper ?? false,
  });
  let written = '';
  child.stdout.on('data', (chunk) => {
    written += chunk;
  });
  child.stderr.on('data', (chunk) => {
    written += chunk;
  });
  const ended = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      if (options.isWrapper && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
      await ended;
    }
    return child.exitCode;
  };
  const stop = async () => {
    await kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(url, child, options.readyWithinMilliseconds ?? readyWithinMilliseconds);
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : 'no start'}\n${written}`);
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    kill,
    stop,
    output: () => written,
    mailbox: (to) => mailboxAt(url, to),
  };
}

async function mailboxAt(url: string, to = ''): Promise<StoredMail[]> {
  const answer = await fetch(`${url}/dev/mailbox?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) throw new Error(`/dev/mailbox answered ${answer.status}`);
  return (await answer.json()) as StoredMail[];
}

/** A server that another test started. */
export const serverAt = (url: string): Pick<RunningServer, 'url' | 'mailbox'> => ({
  url,
  mailbox: (to) => mailboxAt(url, to),
});

/** Empty, or a copy of the shared demo data. */
async function newDataDir({ demo, emptyFolder, env }: ServerOptions): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-'));
  const made = process.env.DEMO_DATA;
  const isMadeHere = demo === false || emptyFolder !== undefined || env?.DATABASE_URL !== undefined;
  if (made && !isMadeHere) await cp(made, dataDir, { recursive: true });
  return dataDir;
}

async function ready(url: string, child: ChildProcess, within: number): Promise<void> {
  const deadline = performance.now() + within;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server ended before it was ready');
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((wake) => setTimeout(wake, 20));
  }
  throw new Error(`${url}/readyz did not answer 200 in ${within} ms`);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
