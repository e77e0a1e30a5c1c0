import { expect, test } from 'vitest';
import { courseMetres, drawnPoints, makeCourse, markStep, maxStoredPoints } from './course.ts';
import { drawMap, drawProfile } from './course-drawing.ts';
import {
  climbOf,
  distancesOf,
  haversine,
  packTrack,
  placeAt,
  smoothedHeights,
  type TrackPoint,
  thinTrack,
  unpackTrack,
} from './track.ts';

/** The same numbers on every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A walk of steps of some twenty metres that never stands still. */
function walk(seed: number, length: number, withHeights = true): TrackPoint[] {
  const roll = dice(seed);
  let [lat, lon, ele] = [48 + roll(), 14 + roll(), 200 + 300 * roll()];
  let course = 2 * Math.PI * roll();
  return Array.from({ length }, () => {
    course += roll() - 0.5;
    lat += Math.sin(course) * 0.000_2;
    lon += Math.cos(course) * 0.000_3;
    ele += 4 * (roll() - 0.5);
    return { lat, lon, ele: withHeights ? ele : null };
  });
}
const seeds = Array.from({ length: 30 }, (_, index) => index + 1);

test.each([
  // A degree of the meridian of a sphere of this radius; a quarter of the way around it.
  [{ lat: 0, lon: 0 }, { lat: 1, lon: 0 }, 111_195],
  [{ lat: 0, lon: 0 }, { lat: 0, lon: 90 }, 10_007_557],
  [{ lat: 0, lon: 0 }, { lat: 0, lon: 180 }, 20_015_115],
  // Linz to Vienna, as great-circle calculators say.
  [{ lat: 48.3064, lon: 14.2861 }, { lat: 48.2082, lon: 16.3738 }, 154_900],
  [{ lat: 48, lon: 14 }, { lat: 48, lon: 14 }, 0],
])('haversine from %o to %o', (a, b, metres) => {
  expect(Math.abs(haversine(a, b) - metres)).toBeLessThan(Math.max(2, metres / 1000));
  expect(haversine(a, b)).toBeCloseTo(haversine(b, a), 6);
});

test.each([
  [[100, 200, 100], 100, 100],
  [[100, 101, 99, 101, 100], 0, 0],
  [[100, 102, 104, 106], 6, 0],
  [[100, 130, 129, 131, 160], 60, 0],
  [[300], 0, 0],
  [[], 0, 0],
])('climb of %o: %i up, %i down', (heights, up, down) => {
  expect(climbOf(heights)).toEqual({ ascent: up, descent: down });
});

test('up less down is what lies between start and finish, and noise below the threshold counts for nothing', () => {
  for (const seed of seeds) {
    const heights = walk(seed, 400).map(({ ele }) => ele ?? 0);
    const { ascent, descent } = climbOf(heights);
    expect(ascent - descent).toBeCloseTo((heights.at(-1) ?? 0) - (heights[0] ?? 0), 6);
    const raw = climbOf(heights, 0);
    expect(ascent).toBeLessThanOrEqual(raw.ascent + 1e-6);
    const roll = dice(seed);
    const flat = Array.from({ length: 400 }, () => 500 + 2.9 * roll());
    const noise = climbOf(flat);
    expect(Math.max(noise.ascent, noise.descent)).toBeLessThan(3);
    // The other way round it goes down where it went up.
    const back = climbOf(heights.toReversed(), 0);
    expect([back.ascent, back.descent].map(Math.round)).toEqual([raw.descent, raw.ascent].map(Math.round));
  }
});

test('heights are averaged over the way, gaps filled, and none are told where most are missing', () => {
  const points = walk(1, 10, false);
  const distances = distancesOf(points);
  expect(smoothedHeights(points, distances)).toBeNull();
  const level = points.map((point, index) => ({ ...point, ele: index % 3 === 0 ? null : 400 }));
  expect(smoothedHeights(level, distances)?.map(Math.round)).toEqual(Array(10).fill(400));
  for (const seed of seeds) {
    const track = walk(seed, 200);
    const smooth = smoothedHeights(track, distancesOf(track)) ?? [];
    const known = track.map(({ ele }) => ele ?? 0);
    expect(Math.min(...smooth)).toBeGreaterThanOrEqual(Math.min(...known) - 1e-6);
    expect(Math.max(...smooth)).toBeLessThanOrEqual(Math.max(...known) + 1e-6);
  }
});

test('a thinned course keeps its ends, its order and its number, and leaves out what lies on a line', () => {
  for (const seed of seeds) {
    const track = walk(seed, 500);
    for (const most of [2, 3, 50, 499, 500, 900]) {
      const thin = thinTrack(track, most, seed % 2 === 0);
      expect(thin).toHaveLength(Math.min(most, track.length));
      expect([thin[0], thin.at(-1)]).toEqual([track[0], track.at(-1)]);
      const places = thin.map((point) => track.indexOf(point));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      // Left out is shorter, never longer.
      expect(distancesOf(thin).at(-1) ?? 0).toBeLessThanOrEqual((distancesOf(track).at(-1) ?? 0) + 1e-6);
    }
  }
  const at = (lon: number, ele = 0, lat = 0) => ({ lat, lon, ele });
  const bend = [at(0), at(0.001), at(0.002), at(0.003, 0, 0.001), at(0.004), at(0.005)];
  expect(thinTrack(bend, 5)).not.toContain(bend[1]);
  expect(thinTrack(bend, 3)).toContain(bend[3]);
  const hill = [at(0), at(0.001), at(0.002, 80), at(0.003), at(0.004)];
  expect(thinTrack(hill, 3, true)).toEqual([hill[0], hill[2], hill[4]]);
});

test('what is packed is unpacked again, to a metre and ten centimetres of height', () => {
  for (const seed of seeds)
    for (const withHeights of [true, false]) {
      const track = walk(seed, 60, withHeights);
      const back = unpackTrack(packTrack(track));
      expect(back).toHaveLength(track.length);
      for (const [index, point] of back.entries()) {
        const was = track[index] as TrackPoint;
        expect(haversine(point, was)).toBeLessThan(1);
        if (was.ele === null) expect(point.ele).toBeNull();
        else expect(Math.abs((point.ele ?? 0) - was.ele)).toBeLessThan(0.051);
      }
    }
});

test('the place after so many metres lies between its neighbours', () => {
  for (const seed of seeds) {
    const track = walk(seed, 100);
    const distances = distancesOf(track);
    const length = distances.at(-1) ?? 0;
    expect(placeAt(track, distances, 0)).toEqual(track[0]);
    expect(haversine(placeAt(track, distances, length), track.at(-1) as TrackPoint)).toBeLessThan(0.001);
    const middle = placeAt(track, distances, length / 3);
    const behind = distances.findLastIndex((metres) => metres <= length / 3);
    expect(distances[behind] as number).toBeCloseTo(length / 3 - haversine(track[behind] as TrackPoint, middle), 0);
  }
});

test.each([
  [900, 1],
  [10_000, 1],
  [21_100, 2],
  [42_195, 5],
  [100_000, 10],
  [courseMetres.most, 200],
])('marks of a course of %i metres stand every %i km', (metres, every) => expect(markStep(metres)).toBe(every));

test('of any course a drawing stands within its frame, short, and says what was measured', () => {
  for (const seed of seeds) {
    const length = 2 + ((seed * 997) % 9000);
    const track = walk(seed, length, seed % 3 > 0);
    const made = makeCourse(track);
    expect(made.distance).toBe(Math.round(distancesOf(track).at(-1) ?? 0));
    expect(unpackTrack(made.track).length).toBe(Math.min(length, maxStoredPoints));
    expect([made.ascent === null, made.drawing.profile === null]).toEqual(Array(2).fill(seed % 3 === 0));
    const map = drawMap(made.drawing, drawnPoints);
    expect(map.path.length).toBeLessThan(3600);
    expect(map.path).toMatch(/^M[\d.]+ [\d.]+(l[-\d. ]+)?$/);
    for (const { x, y } of [map.start, map.finish, ...map.marks]) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect([x <= map.width, y <= map.height]).toEqual([true, true]);
    }
    expect(['right', 'left', 'above', 'below']).toContain(map.start.side);
    const profile = drawProfile(made.drawing, made);
    expect(profile === null).toBe(seed % 3 === 0);
    if (!profile || made.lowest === null || made.highest === null) continue;
    expect(profile.heights[0]?.metres).toBeLessThanOrEqual(made.lowest + 1);
    expect(profile.heights.at(-1)?.metres).toBeGreaterThanOrEqual(made.highest - 1);
    expect(profile.heights.length).toBeLessThanOrEqual(8);
    expect(profile.line.length).toBeLessThan(1800);
    expect(profile.left, 'room for `2.500 m`').toBe((profile.heights.at(-1)?.metres ?? 0) >= 1000 ? 58 : 46);
  }
});

test('a huge course is thinned before it is weighed, and stays as long and as high', () => {
  const track = walk(7, 60_000);
  const made = makeCourse(track);
  const kept = unpackTrack(made.track);
  expect(kept).toHaveLength(maxStoredPoints);
  expect(haversine(kept.at(-1) as TrackPoint, track.at(-1) as TrackPoint)).toBeLessThan(1);
  const length = distancesOf(kept).at(-1) ?? 0;
  expect(length / made.distance).toBeGreaterThan(0.9);
});
