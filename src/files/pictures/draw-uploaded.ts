import { Buffer } from 'node:buffer';
import { OwnError } from '#src/kernel/assert.ts';
import { errorLine } from '#src/runtime/describe-error.ts';
import { oneAtATime } from '#src/runtime/one-at-a-time.ts';
import { giveWay, memoryOf, startOwn } from '#src/runtime/processes/own-process.ts';
import { SvgRefusal, svgRefusalIn } from './svg-text.ts';

/** How long one drawing may take and how much memory it may use; ordinary ones take a tenth of either. */
const usual = { timeoutMs: 8000, maxBytes: 600 * 2 ** 20 };
const watchEveryMs = 20;

/** The hidden command by which the executable draws for itself. */
export const drawCommand = 'draw-svg';

const drawNext = oneAtATime();

/**
 * Draws what somebody uploaded as a PNG whose longer edge has this many pixels. A few lines of SVG can ask for years of
 * work or for all memory there is, and no list names every way to do so: so a process of its own draws, which is ended at
 * its limits, and takes nothing else down when it fails. One draws at a time.
 * @throws SvgRefusal where it is known what is wrong, Error when it cannot be drawn
 */
export function drawUploaded(
  svg: Uint8Array,
  longestEdge: number,
  limits: Partial<typeof usual> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return drawNext(() => drawInChild(svg, longestEdge, { ...usual, ...limits }));
}

function drawInChild(svg: Uint8Array, longestEdge: number, limits: typeof usual): Promise<Uint8Array<ArrayBuffer>> {
  const child = startOwn(drawCommand, new URL('./draw-child.entry.ts', import.meta.url), [String(longestEdge)]);
  giveWay(child);
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
    // What a library writes there may quote the drawing.
    else reject(svgRefusalIn(said) ?? new OwnError('a drawing cannot be drawn'));
  });
  // It may have ended before all was read.
  child.stdin.on('error', () => {});
  child.stdin.end(svg);
  return promise;
}
