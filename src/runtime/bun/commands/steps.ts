/**
 * Shared by the commands of package.json. They run on a fresh clone, so this file and they import built-ins only; whatever needs
 * a package runs as a child process after `install`.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../../..');
/** The Bun that runs this command, also used for child processes. */
export const bun = process.execPath;

export type RunOptions = { env?: Record<string, string | undefined>; quiet?: boolean };
export type RunResult = { code: number; seconds: number; output: string };

/** Runs a program in the repository root. `quiet` holds back its output. */
export async function run(program: string, args: string[], options: RunOptions = {}): Promise<RunResult> {
  const began = performance.now();
  const kept: Buffer[] = [];
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
  });
  child.stdout?.on('data', (chunk: Buffer) => kept.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => kept.push(chunk));
  const code = await new Promise<number>((settle) => {
    child.once('error', (error) => {
      kept.push(Buffer.from(`${program}: ${error.message}\n`));
      settle(127);
    });
    child.once('close', (status) => settle(status ?? 1));
  });
  return { code, seconds: (performance.now() - began) / 1000, output: Buffer.concat(kept).toString('utf8') };
}

/** How often a long step reports that it is still running. */
const stillAtItMs = 10_000;

async function mustRun(what: string, args: string[]): Promise<void> {
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  console.log(`${what} …`);
  const still = setInterval(() => console.log(`${what}: ${seconds()} so far …`), stillAtItMs);
  const { code, output } = await run(bun, args, { quiet: true }).finally(() => clearInterval(still));
  if (code === 0) return console.log(`${what}: done in ${seconds()}`);
  process.stderr.write(`${output}\n${what} failed.\n`);
  process.exit(1);
}

/** Installs by the lock file. Scripts run, because that of the package `bun` installs the Bun that `npx bun` finds. */
export const install = () => mustRun('Installing packages', ['install', '--frozen-lockfile']);

/** Makes the files that are not in git: messages, browser code and the list of embedded files. */
export const generate = () => mustRun('Building pages and texts', ['src/runtime/bun/build/generate.ts']);
