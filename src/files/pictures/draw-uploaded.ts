import { Buffer } from 'node:buffer';
import { OwnError } from '#src/kernel/assert.ts';
import { errorLine } from '#src/runtime/describe-error.ts';
import { oneAtATime } from '#src/runtime/one-at-a-time.ts';
import { lowerPriority, memoryOf, startChild } from '#src/runtime/processes/own-process.ts';
import { SvgRefusal, svgRefusalIn } from './svg-text.ts';

/** Limits of one drawing; ordinary ones take a tenth. */
const usual = { timeoutMs: 8000, maxBytes: 600 * 2 ** 20 };
const watchEveryMs = 20;

/** The hidden command of the drawing process. */
export const drawCommand = 'draw-svg';

const drawNext = oneAtATime();

/**
 * Draws an uploaded SVG as a PNG whose longer edge has this many pixels. A small SVG can need endless time or memory, and no
 * filter finds all of them, so a child process draws and is killed at its limits. One at a time.
 * @throws SvgRefusal for a known reason, Error otherwise
 */
export function drawUploaded(
  svg: Uint8Array,
  longestEdge: number,
  limits: Partial<typeof usual> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return drawNext(() => drawInChild(svg, longestEdge, { ...usual, ...limits }));
}

function drawInChild(svg: Uint8Array, longestEdge: number, limits: typeof usual): Promise<Uint8Array<ArrayBuffer>> {
  const child = startChild(drawCommand, new URL('./draw-child.entry.ts', import.meta.url), [String(longestEdge)]);
  lowerPriority(child);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const end = (why: Error) => {
    reject(why);
    child.kill('SIGKILL');
  };
  const late = setTimeout(() => end(new SvgRefusal('slow')), limits.timeoutMs);
  const watching = setInterval(async () => {
    if ((await memoryOf(child)) > limits.maxBytes) end(new SvgRefusal('large'));
  }, watchEveryMs);
  const out: Buffer[] = [];
  let said = '';
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(0, 500);
  });
  child.on('error', (error) => end(new OwnError(errorLine(error))));
  child.on('close', (code) => {
    clearTimeout(late);
    clearInterval(watching);
    if (code === 0) resolve(new Uint8Array(Buffer.concat(out)));
    // The library's output may quote the drawing.
    else reject(svgRefusalIn(said) ?? new OwnError('a drawing cannot be drawn'));
  });
  // The process may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(svg);
  return promise;
}
