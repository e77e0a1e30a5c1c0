// Our own: a few dozen lines of school geometry; libraries of maps bring hundreds of functions for GeoJSON.

/** Where a course leads, point by point. Degrees of WGS 84; metres above the sea, null where the file says none. */
export type TrackPoint = { lat: number; lon: number; ele: number | null };

/** Mean radius of the earth in metres, as the haversine formula takes it. */
const earthRadius = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Place = Pick<TrackPoint, 'lat' | 'lon'>;

/** Metres between two places along the surface. */
export function haversine(a: Place, b: Place): number {
  const across = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const along = Math.sin(radians(b.lon - a.lon) / 2) ** 2 * Math.cos(radians(a.lat)) * Math.cos(radians(b.lat));
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(across + along)));
}

/** Of every point: how many metres of the course lie behind it. */
export function distancesOf(points: readonly Place[]): number[] {
  let sum = 0;
  return points.map((point, index) => {
    const before = points[index - 1];
    if (before) sum += haversine(before, point);
    return sum;
  });
}

/** Half of the way over which heights are averaged: receivers err by some metres from one second to the next. */
const smoothingMetres = 30;

/**
 * Heights averaged over the way around each point; null when fewer than half of the points have one. A gap is filled
 * with the height of the way around it, or that of the last point before it.
 */
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

/**
 * Up and down count only what differs by so many metres from the last height that counted. The rest at the finish counts as
 * well, so that a course that comes back goes down as far as it went up.
 */
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

/** The point of a course so many metres from its start. */
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

/** What is kept of a track: whole numbers, each the difference to the point before it. */
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
