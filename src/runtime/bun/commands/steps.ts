/**
 * What the commands of package.json have in common. They run on a fresh clone with nothing installed, so this file and
 * they themselves import built-ins only; whatever needs a package runs as a process of its own after `install`.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../../..');
/** The Bun that runs this command; everything it starts runs under the very same one. */
export const bun = process.execPath;

export type RunOptions = { env?: Record<string, string | undefined>; quiet?: boolean };
export type RunResult = { code: number; seconds: number; output: string };

/** Runs one program in the repository root. Its output is shown as it comes, or kept back with `quiet`. */
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

/** How often a step that takes long says that it is still at it. */
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

/**
 * Installs exactly what the lock file says. Scripts run, because that of the package `bun` puts the Bun in place which the
 * next `npx bun` in this folder finds.
 */
export const install = () => mustRun('Installing packages', ['install', '--frozen-lockfile']);

/** Makes the files that are not kept in git: messages, browser code, and the list of what is embedded. */
export const generate = () => mustRun('Building pages and texts', ['src/runtime/bun/build/generate.ts']);
