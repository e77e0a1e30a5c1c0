import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { OwnError } from '#src/kernel/assert.ts';
import { errorLine } from './describe-error.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** How long one drawing may take and how much memory it may use; ordinary ones take a tenth of either. */
const usual = { timeoutMs: 8000, mostBytes: 600 * 2 ** 20 };
const watchEveryMs = 20;
const pageBytes = 4096;

/** The hidden command by which the executable draws for itself. */
export const drawCommand = 'draw-svg';

/** In the executable this very program, which knows the command; from source the file behind it, by whatever runs us. */
function childCommand(): [program: string, ...args: string[]] {
  if (import.meta.url.includes('$bunfs')) return [process.execPath, drawCommand];
  const entry = fileURLToPath(new URL('./draw-child.entry.ts', import.meta.url));
  return 'Deno' in globalThis
    ? [process.execPath, 'run', '-A', '--node-modules-dir=manual', entry]
    : [process.execPath, entry];
}

const drawNext = oneAtATime();

/**
 * Draws what somebody uploaded as a PNG whose longer edge has this many pixels. A few lines of SVG can ask for years of
 * work or for all memory there is, and no list names every way to do so: so a process of its own draws, which is ended at
 * its limits, and takes nothing else down when it fails. One draws at a time.
 * @throws Error when it cannot be drawn within the limits
 */
export function drawUploaded(
  svg: Uint8Array,
  longestEdge: number,
  limits: Partial<typeof usual> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return drawNext(() => drawInChild(svg, longestEdge, { ...usual, ...limits }));
}

function drawInChild(svg: Uint8Array, longestEdge: number, limits: typeof usual): Promise<Uint8Array<ArrayBuffer>> {
  const [program, ...args] = childCommand();
  const { PATH, TMPDIR } = process.env;
  // It gets no secret of the shop along.
  const env = { ...(PATH ? { PATH } : {}), ...(TMPDIR ? { TMPDIR } : {}) };
  const child = spawn(program, [...args, String(longestEdge)], { env, stdio: 'pipe' });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const end = (why: string) => {
    reject(new OwnError(why));
    child.kill('SIGKILL');
  };
  const late = setTimeout(() => end('a drawing takes too long'), limits.timeoutMs);
  const watching = setInterval(async () => {
    if ((await memoryOf(child.pid)) > limits.mostBytes) end('a drawing takes too much memory');
  }, watchEveryMs);
  const out: Buffer[] = [];
  let said = '';
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(0, 500);
  });
  child.on('error', (error) => end(errorLine(error)));
  child.on('close', (code) => {
    clearTimeout(late);
    clearInterval(watching);
    if (code === 0) resolve(new Uint8Array(Buffer.concat(out)));
    // What a library writes there may quote the drawing.
    else reject(new OwnError(`a drawing cannot be drawn: ${/^OwnError: ([\w ,']+)$/.exec(said)?.[1] ?? 'it failed'}`));
  });
  // It may have ended before all was read.
  child.stdin.on('error', () => {});
  child.stdin.end(svg);
  return promise;
}

/** Of a process, as Linux tells; 0 where nobody does, or it is over. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * pageBytes;
}
