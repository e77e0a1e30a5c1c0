import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const pageBytes = 4096;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts this program as a child: in the executable with a hidden command, from source with the file behind the command or,
 * without `entry`, the main file. It gets no secret unless `env` has one.
 */
export function startChild(
  command: string,
  entry: URL | null,
  args: readonly string[],
  env: Environment = {},
): ChildProcessWithoutNullStreams {
  const [program, ...first] = programOf(command, entry);
  const { PATH, TMPDIR } = process.env;
  const surroundings = { NODE_ENV: 'production', ...(PATH ? { PATH } : {}), ...(TMPDIR ? { TMPDIR } : {}), ...env };
  return spawn(program, [...first, ...args], { env: surroundings, stdio: 'pipe' });
}

/** Lowers the priority of the process, where the system allows it. */
export function lowerPriority({ pid }: ChildProcess, by: number = constants.priority.PRIORITY_BELOW_NORMAL): void {
  try {
    if (pid !== undefined) setPriority(pid, by);
  } catch {}
}

function programOf(command: string, entry: URL | null): [program: string, ...args: string[]] {
  if (import.meta.url.includes('$bunfs')) return [process.execPath, command];
  const file = entry ? [fileURLToPath(entry)] : [process.argv[1] ?? '', command];
  return 'Deno' in globalThis
    ? [process.execPath, 'run', '-A', '--node-modules-dir=manual', ...file]
    : [process.execPath, ...file];
}

/** Memory of a process and its children. */
export async function memoryOfAll(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''));
  const children = (await Promise.all(lists)).join(' ').match(/\d+/g) ?? [];
  const sizes = await Promise.all([memoryOf({ pid }), ...children.map((child) => memoryOfAll(Number(child)))]);
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** From Linux's /proc; 0 elsewhere or when the process ended. */
export async function memoryOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * pageBytes;
}
