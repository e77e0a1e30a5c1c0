// Our own: the packages of this algorithm take a tolerance and not a number of points, or drop the heights.

import type { TrackPoint } from './track.ts';

const metresPerDegree = 111_195;

/**
 * At most so many points of a course, those that its shape needs most (Visvalingam and Whyatt): of three neighbours the
 * middle one goes whose triangle is the smallest. First and last stay. Heights count where asked, so that a straight road
 * keeps its hills. Takes n log n whatever is drawn.
 */
export function thinTrack(points: readonly TrackPoint[], most: number, withHeights = false): TrackPoint[] {
  const { length } = points;
  const keep = Math.max(2, most);
  if (length <= keep) return [...points];
  const narrowing = Math.cos((((points[0] as TrackPoint).lat + 0.000_001) * Math.PI) / 180);
  const x = Float64Array.from(points, ({ lon }) => lon * metresPerDegree * narrowing);
  const y = Float64Array.from(points, ({ lat }) => lat * metresPerDegree);
  const z = Float64Array.from(points, ({ ele }) => (withHeights ? (ele ?? 0) : 0));
  const before = Int32Array.from(points, (_, index) => index - 1);
  const after = Int32Array.from(points, (_, index) => index + 1);
  const area = new Float64Array(length);
  const gone = new Uint8Array(length);
  const at = (values: Float64Array | Int32Array, index: number) => values[index] as number;

  const triangle = (index: number): number => {
    const [a, c] = [at(before, index), at(after, index)];
    const [ux, uy, uz] = [at(x, index) - at(x, a), at(y, index) - at(y, a), at(z, index) - at(z, a)];
    const [vx, vy, vz] = [at(x, c) - at(x, a), at(y, c) - at(y, a), at(z, c) - at(z, a)];
    return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  };
  const heap = new SmallestFirst();
  const look = (index: number, least: number) => {
    if (index <= 0 || index >= length - 1) return;
    area[index] = Math.max(least, triangle(index));
    heap.push(at(area, index), index);
  };
  for (let index = 1; index < length - 1; index += 1) look(index, 0);
  for (let left = length; left > keep; ) {
    const next = heap.pop();
    if (!next) break;
    // An entry from before its neighbours went.
    if (gone[next.index] === 1 || next.key !== at(area, next.index)) continue;
    gone[next.index] = 1;
    left -= 1;
    const [a, c] = [at(before, next.index), at(after, next.index)];
    after[a] = c;
    before[c] = a;
    look(a, next.key);
    look(c, next.key);
  }
  return points.filter((_, index) => gone[index] === 0);
}

type Entry = { key: number; index: number };

/** A binary heap; of equal keys the earlier point comes first. */
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
