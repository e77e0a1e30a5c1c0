import {
  climbOf,
  distancesOf,
  haversine,
  type PackedTrack,
  packTrack,
  placeAt,
  smoothedHeights,
  type TrackPoint,
  thinTrack,
} from './track.ts';

/** Whole metres; heights are null where the file has none. */
export type CourseMeasures = {
  distance: number;
  ascent: number | null;
  descent: number | null;
  lowest: number | null;
  highest: number | null;
};

export type CourseDrawing = {
  line: PackedTrack;
  isLoop: boolean;
  /** Kilometres between marks, and the places of the marks. */
  every: number;
  marks: PackedTrack;
  /** Heights in metres at equal distances; null where the file has none. */
  profile: number[] | null;
};

export type MadeCourse = CourseMeasures & { drawing: CourseDrawing; track: PackedTrack };

export const maxCourses = 12;
export const maxTrackPoints = 200_000;
export const maxGpxBytes = 10 * 1024 * 1024;
/** Points for downloads and for drawings. */
export const maxStoredPoints = 5000;
export const drawnPoints = 300;
/** Longer tracks are thinned by distance first, to limit CPU time. */
const weighedPoints = 20_000;
const profileSteps = 120;
/** Allowed length of a course. */
export const courseMetres = { least: 20, most: 1_500_000 } as const;
const loopMetres = 150;
const maxMarks = 12;

/** A round number that gives few marks. */
export const markStep = (metres: number): number =>
  [1, 2, 5, 10, 20, 50, 100, 200].find((step) => metres / 1000 / step <= maxMarks) ?? 500;

export function makeCourse(points: readonly TrackPoint[]): MadeCourse {
  const distances = distancesOf(points);
  const length = distances.at(-1) ?? 0;
  const heights = smoothedHeights(points, distances);
  const smooth = points.map((point, index) => ({ ...point, ele: heights?.[index] ?? null }));
  const climb = heights && climbOf(heights);
  const retained = thinTrack(evenlySpaced(smooth, distances), maxStoredPoints, true);
  const every = markStep(length);
  const flat = (place: TrackPoint) => ({ ...place, ele: null });
  const marks = Array.from({ length: Math.floor((length - 1) / 1000 / every) }, (_, index) =>
    flat(placeAt(smooth, distances, (index + 1) * every * 1000)),
  );
  const profile = heights
    ? Array.from({ length: profileSteps + 1 }, (_, index) => {
        const { ele } = placeAt(smooth, distances, (length * index) / profileSteps);
        return Math.round((ele ?? 0) * 10) / 10;
      })
    : null;
  const [first, last] = [points[0], points.at(-1)];
  return {
    distance: Math.round(length),
    ascent: climb && Math.round(climb.ascent),
    descent: climb && Math.round(climb.descent),
    lowest: heights && Math.round(minOf(heights)),
    highest: heights && Math.round(-minOf(heights.map((height) => -height))),
    track: packTrack(retained),
    drawing: {
      line: packTrack(thinTrack(retained.map(flat), drawnPoints)),
      isLoop: Boolean(first && last && haversine(first, last) <= Math.min(loopMetres, length / 4)),
      every,
      marks: packTrack(marks),
      profile,
    },
  };
}

/** Thins to equal distances where there are too many points. */
function evenlySpaced(points: readonly TrackPoint[], distances: readonly number[]): readonly TrackPoint[] {
  if (points.length <= weighedPoints) return points;
  const step = (distances.at(-1) ?? 0) / (weighedPoints - 2);
  let next = 0;
  return points.filter((_, index) => {
    const here = distances[index] as number;
    if (here < next && index < points.length - 1) return false;
    next = here + step;
    return true;
  });
}

const minOf = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);
