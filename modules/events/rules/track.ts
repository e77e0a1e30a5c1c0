// A few lines of geometry; map libraries bring hundreds of functions.

/** Degrees of WGS 84; `ele` in metres above sea level, null where unknown. */
export type TrackPoint = { lat: number; lon: number; ele: number | null };

/** In metres, for the haversine formula. */
const earthRadius = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Place = Pick<TrackPoint, 'lat' | 'lon'>;

/** In metres. */
export function haversine(a: Place, b: Place): number {
  const across = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const along = Math.sin(radians(b.lon - a.lon) / 2) ** 2 * Math.cos(radians(a.lat)) * Math.cos(radians(b.lat));
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(across + along)));
}

/** Metres from the start, by point. */
export function distancesOf(points: readonly Place[]): number[] {
  let sum = 0;
  return points.map((point, index) => {
    const before = points[index - 1];
    if (before) sum += haversine(before, point);
    return sum;
  });
}

/** Metres before and after a point; GPS heights err by metres from second to second. */
const smoothingMetres = 30;

/** Heights averaged over the surrounding metres; null when more than half are missing. Gaps take the last height. */
export function smoothedHeights(points: readonly TrackPoint[], distances: readonly number[]): number[] | null {
  const known = points.reduce((count, { ele }) => count + (ele === null ? 0 : 1), 0);
  if (points.length === 0 || known * 2 < points.length) return null;
  let last = points.find(({ ele }) => ele !== null)?.ele ?? 0;
  const filled = points.map(({ ele }) => {
    last = ele ?? last;
    return last;
  });
  let [from, to, sum] = [0, 0, 0];
  return points.map((_, index) => {
    const here = distances[index] as number;
    while (to < points.length && (distances[to] as number) <= here + smoothingMetres) sum += filled[to++] as number;
    while ((distances[from] as number) < here - smoothingMetres) sum -= filled[from++] as number;
    return sum / (to - from);
  });
}

/** Metres a height must differ from the last counted one; the rest counts at the finish, so loops balance. */
const climbThreshold = 3;

export function climbOf(heights: readonly number[], threshold = climbThreshold): { ascent: number; descent: number } {
  let [ascent, descent, counted] = [0, 0, heights[0] ?? 0];
  for (const height of heights) {
    const rise = height - counted;
    if (Math.abs(rise) < threshold) continue;
    if (rise > 0) ascent += rise;
    else descent -= rise;
    counted = height;
  }
  const rest = (heights.at(-1) ?? counted) - counted;
  return { ascent: ascent + Math.max(0, rest), descent: descent + Math.max(0, -rest) };
}

/** The interpolated point at this distance from the start. */
export function placeAt(points: readonly TrackPoint[], distances: readonly number[], metres: number): TrackPoint {
  let [low, high] = [0, points.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((distances[middle] as number) <= metres) low = middle;
    else high = middle;
  }
  const [a, b] = [points[low] as TrackPoint, points[high] as TrackPoint];
  const [start, end] = [distances[low] as number, distances[high] as number];
  const share = end > start ? Math.min(1, Math.max(0, (metres - start) / (end - start))) : 0;
  const between = (from: number, to: number) => from + (to - from) * share;
  const ele = a.ele === null || b.ele === null ? null : between(a.ele, b.ele);
  return { lat: between(a.lat, b.lat), lon: between(a.lon, b.lon), ele };
}

/** Integers, each the difference to the point before. */
export type PackedTrack = { points: number[]; hasHeights: boolean };

const degreeUnits = 100_000;
const heightUnits = 10;

export function packTrack(points: readonly TrackPoint[]): PackedTrack {
  const hasHeights = points.every(({ ele }) => ele !== null);
  let before = [0, 0, 0];
  const packed = points.flatMap(({ lat, lon, ele }) => {
    const now = [Math.round(lat * degreeUnits), Math.round(lon * degreeUnits), Math.round((ele ?? 0) * heightUnits)];
    const step = now.map((value, index) => value - (before[index] as number));
    before = now;
    return hasHeights ? step : step.slice(0, 2);
  });
  return { points: packed, hasHeights };
}

export function unpackTrack({ points, hasHeights }: PackedTrack): TrackPoint[] {
  const width = hasHeights ? 3 : 2;
  let [lat, lon, ele] = [0, 0, 0];
  return Array.from({ length: points.length / width }, (_, index) => {
    const at = index * width;
    lat += points[at] as number;
    lon += points[at + 1] as number;
    if (hasHeights) ele += points[at + 2] as number;
    return { lat: lat / degreeUnits, lon: lon / degreeUnits, ele: hasHeights ? ele / heightUnits : null };
  });
}

// Packages of this algorithm take a tolerance instead of a number of points, or drop heights.

const metresPerDegree = 111_195;

/**
 * Keeps the points that matter most (Visvalingam–Whyatt): repeatedly removes the point with the smallest triangle.
 * First and last stay. With heights, a straight road keeps its hills. O(n log n).
 */
export function thinTrack(points: readonly TrackPoint[], maxPoints: number, withHeights = false): TrackPoint[] {
  const { length } = points;
  const keep = Math.max(2, maxPoints);
  if (length <= keep) return [...points];
  const narrowing = Math.cos((((points[0] as TrackPoint).lat + 0.000_001) * Math.PI) / 180);
  const x = Float64Array.from(points, ({ lon }) => lon * metresPerDegree * narrowing);
  const y = Float64Array.from(points, ({ lat }) => lat * metresPerDegree);
  const z = Float64Array.from(points, ({ ele }) => (withHeights ? (ele ?? 0) : 0));
  const before = Int32Array.from(points, (_, index) => index - 1);
  const after = Int32Array.from(points, (_, index) => index + 1);
  const area = new Float64Array(length);
  const removed = new Uint8Array(length);
  const at = (values: Float64Array | Int32Array, index: number) => values[index] as number;

  const triangle = (index: number): number => {
    const [a, c] = [at(before, index), at(after, index)];
    const [ux, uy, uz] = [at(x, index) - at(x, a), at(y, index) - at(y, a), at(z, index) - at(z, a)];
    const [vx, vy, vz] = [at(x, c) - at(x, a), at(y, c) - at(y, a), at(z, c) - at(z, a)];
    return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  };
  const heap = new SmallestFirst();
  const weigh = (index: number, least: number) => {
    if (index <= 0 || index >= length - 1) return;
    area[index] = Math.max(least, triangle(index));
    heap.push(at(area, index), index);
  };
  for (let index = 1; index < length - 1; index += 1) weigh(index, 0);
  for (let left = length; left > keep; ) {
    const next = heap.pop();
    if (!next) break;
    // A stale entry: its neighbours changed.
    if (removed[next.index] === 1 || next.key !== at(area, next.index)) continue;
    removed[next.index] = 1;
    left -= 1;
    const [a, c] = [at(before, next.index), at(after, next.index)];
    after[a] = c;
    before[c] = a;
    weigh(a, next.key);
    weigh(c, next.key);
  }
  return points.filter((_, index) => removed[index] === 0);
}

type Entry = { key: number; index: number };

/** Equal keys: the earlier point first. */
class SmallestFirst {
  readonly #entries: Entry[] = [];

  push(key: number, index: number): void {
    const entries = this.#entries;
    const entry = { key, index };
    let place = entries.push(entry) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(entry, entries[above] as Entry)) break;
      entries[place] = entries[above] as Entry;
      place = above;
    }
    entries[place] = entry;
  }

  pop(): Entry | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (!first || !last || entries.length === 0) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= entries.length) break;
      const isRight = left + 1 < entries.length && isBefore(entries[left + 1] as Entry, entries[left] as Entry);
      const child = isRight ? left + 1 : left;
      if (!isBefore(entries[child] as Entry, last)) break;
      entries[place] = entries[child] as Entry;
      place = child;
    }
    entries[place] = last;
    return first;
  }
}

const isBefore = (a: Entry, b: Entry): boolean => a.key < b.key || (a.key === b.key && a.index < b.index);
