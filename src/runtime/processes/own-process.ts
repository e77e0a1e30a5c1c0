import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const pageBytes = 4096;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Another process of this program: in the executable this very file with a hidden command, from source the file behind the
 * command, by whatever runs us; without an `entry` the file that runs, with the command. It gets no secret of the shop along
 * unless `env` has one.
 */
export function startOwn(
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

/** Works below the thread that answers, by so much, where the system lets us say so: it gets less of what time is short. */
export function giveWay({ pid }: ChildProcess, by: number = constants.priority.PRIORITY_BELOW_NORMAL): void {
  try {
    if (pid !== undefined) setPriority(pid, by);
  } catch {
    // It works all the same.
  }
}

function programOf(command: string, entry: URL | null): [program: string, ...args: string[]] {
  if (import.meta.url.includes('$bunfs')) return [process.execPath, command];
  const file = entry ? [fileURLToPath(entry)] : [process.argv[1] ?? '', command];
  return 'Deno' in globalThis
    ? [process.execPath, 'run', '-A', '--node-modules-dir=manual', ...file]
    : [process.execPath, ...file];
}

/** Of a process and all that it started. */
export async function memoryOfAll(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''));
  const children = (await Promise.all(lists)).join(' ').match(/\d+/g) ?? [];
  const sizes = await Promise.all([memoryOf({ pid }), ...children.map((child) => memoryOfAll(Number(child)))]);
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** As Linux tells; 0 where nobody does, or it is over. */
export async function memoryOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * pageBytes;
}
