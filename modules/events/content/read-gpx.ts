// A streaming reader on sax: GPX packages build the whole document in memory.

import { xmlParser } from '#src/files/xml.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { courseMetres, maxTrackPoints } from '../rules/course.ts';
import { distancesOf, type TrackPoint } from '../rules/track.ts';

/** Keys of `eventPage.refused.<reason>`. */
export const gpxRefusals = [
  'notGpx',
  'noTrack',
  'tooManyPoints',
  'tooShort',
  'tooLong',
  'tooManyCourses',
  'tooCostly',
] as const;
type GpxRefusal = (typeof gpxRefusals)[number];

export const refuseGpx = (reason: GpxRefusal): never => refuseFields({ file: [`eventPage.refused.${reason}`] });

const chunkLength = 32 * 1024;

/**
 * Reads the longest track with all its segments, else the longest route; places and heights only. A DOCTYPE is
 * refused. Yields to the event loop between chunks.
 * @throws Problem VALIDATION_FAILED at the file for invalid GPX, or a course that is missing, too short, too long or
 * has too many points
 */
export async function readGpx(bytes: Uint8Array): Promise<TrackPoint[]> {
  const reader = new GpxReader();
  const text = textOf(bytes);
  try {
    for (let at = 0; at < text.length; at += chunkLength) {
      reader.push(text.slice(at, at + chunkLength));
      await yieldToEventLoop();
    }
    reader.end();
  } catch (error) {
    return refuseGpx(error instanceof GpxError ? error.reason : 'notGpx');
  }
  const points = unwrapped(reader.longest());
  const length = distancesOf(points).at(-1) ?? 0;
  if (points.length < 2) refuseGpx('noTrack');
  if (length < courseMetres.least) refuseGpx('tooShort');
  if (length > courseMetres.most) refuseGpx('tooLong');
  return points;
}

class GpxError extends Error {
  constructor(readonly reason: GpxRefusal) {
    super(reason);
  }
}

/** Without valid UTF-8 the file is read byte by byte: places and heights are ASCII. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

const lines: Readonly<Record<string, 'trk' | 'rte'>> = { trk: 'trk', rte: 'rte' };

const maxLines = 1000;

class GpxReader {
  readonly #parser = xmlParser({
    open: (name, attributes) => this.#begin(name, attributes),
    close: () => this.#finish(),
    text: (text) => this.#read(text),
    doctype: () => {
      throw new GpxError('notGpx');
    },
  });
  readonly #path: string[] = [];
  readonly #found: Record<'trk' | 'rte', TrackPoint[][]> = { trk: [], rte: [] };
  #points = 0;
  #isGpx = false;
  /** The point being read, and the text of its height so far. */
  #point: TrackPoint | null = null;
  #height: string | null = null;

  push(text: string): void {
    this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
    if (!this.#isGpx) throw new GpxError('notGpx');
  }

  longest(): TrackPoint[] {
    const { trk, rte } = this.#found;
    const lengthOf = (points: TrackPoint[]) => distancesOf(points).at(-1) ?? 0;
    const longestOf = (all: TrackPoint[][]) =>
      all.reduce<TrackPoint[]>((longest, each) => (lengthOf(each) > lengthOf(longest) ? each : longest), []);
    const usable = trk.filter(({ length }) => length > 1);
    return longestOf(usable.length > 0 ? usable : rte);
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    const path = this.#path;
    if (path.length === 0 && name !== 'gpx') throw new GpxError('notGpx');
    this.#isGpx = true;
    path.push(name);
    const line = lines[path[1] ?? ''];
    if (!line) return;
    if (path.length === 2 && this.#found[line].push([]) > maxLines) throw new GpxError('tooManyPoints');
    const isPoint = path.length === (line === 'trk' ? 4 : 3) && name === `${line}pt`;
    if (isPoint) this.#point = pointOf(attributes);
    else if (this.#point && name === 'ele' && path.at(-2) === `${line}pt`) this.#height = '';
  }

  #finish(): void {
    const name = this.#path.pop();
    if (this.#point && name === 'ele' && this.#height !== null) {
      const height = numberIn(this.#height);
      this.#point.ele = height !== null && height > -1000 && height < 10_000 ? height : null;
      this.#height = null;
    }
    if (!this.#point || (name !== 'trkpt' && name !== 'rtept')) return;
    this.#points += 1;
    if (this.#points > maxTrackPoints) throw new GpxError('tooManyPoints');
    this.#found[name === 'trkpt' ? 'trk' : 'rte'].at(-1)?.push(this.#point);
    this.#point = null;
  }

  #read(text: string): void {
    if (this.#height !== null && this.#height.length < 100) this.#height += text;
  }
}

function numberIn(text: string | undefined): number | null {
  const plain = text?.trim() ?? '';
  if (!/^[+-]?(?:\d{1,12}\.?\d{0,30}|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** Null for coordinates outside the globe. */
function pointOf({ lat: north, lon: east }: Readonly<Record<string, string>>): TrackPoint | null {
  const [lat, lon] = [numberIn(north), numberIn(east)];
  if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) return null;
  return { lat, lon, ele: null };
}

/** A course across the date line continues beyond 180 degrees. */
function unwrapped(points: readonly TrackPoint[]): TrackPoint[] {
  let turn = 0;
  return points.map((point, index) => {
    const step = point.lon - (points[index - 1]?.lon ?? point.lon);
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return { ...point, lon: point.lon + turn };
  });
}
