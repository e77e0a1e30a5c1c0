import type { TrackPoint } from '#modules/events/rules/track.ts';
import { distancesOf } from '#modules/events/rules/track.ts';

/** A corner of a course: kilometers east and north of the start, and meters above sea level. */
type Corner = readonly [east: number, north: number, height: number];

const kilometresPerDegree = 111.195;
const steps = 40;

/** A smooth course through these corners, scaled to the race's length. `loop` returns to the start. */
export function demoCourse(
  start: { lat: number; lon: number },
  corners: readonly Corner[],
  { metres, loop }: { metres: number; loop: boolean },
): TrackPoint[] {
  const drawn = (stretch: number) =>
    bent(corners, loop).map(([east, north, ele]) => ({
      lat: start.lat + (north * stretch) / kilometresPerDegree,
      lon: start.lon + (east * stretch) / kilometresPerDegree / Math.cos((start.lat * Math.PI) / 180),
      ele,
    }));
  const plain = distancesOf(drawn(1)).at(-1) ?? 1;
  return drawn(metres / plain);
}

/** A Catmull-Rom spline. */
function bent(corners: readonly Corner[], loop: boolean): Corner[] {
  const { length } = corners;
  const at = (index: number): Corner =>
    (loop ? corners[(index + length) % length] : corners[Math.min(length - 1, Math.max(0, index))]) as Corner;
  const spans = loop ? length : length - 1;
  const points = Array.from({ length: spans }, (_, span) =>
    Array.from({ length: steps }, (_step, step): Corner => {
      const t = step / steps;
      const [a, b, c, d] = [at(span - 1), at(span), at(span + 1), at(span + 2)];
      const curve = (axis: 0 | 1 | 2) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t);
      // Heights are linear: a spline would dip below the valley before every climb.
      return [curve(0), curve(1), b[2] + (c[2] - b[2]) * t];
    }),
  ).flat();
  return [...points, at(loop ? 0 : length - 1)];
}
