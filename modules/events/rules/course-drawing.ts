import type { CourseDrawing, CourseMeasures } from './course.ts';
import { type TrackPoint, thinTrack, unpackTrack } from './track.ts';

/** In drawing units, rounded to tenths. */
type Spot = { x: number; y: number };
/** The side with the least of the course, for the label. */
type Named = Spot & { side: 'right' | 'left' | 'above' | 'below' };
export type MapDrawing = {
  width: number;
  height: number;
  path: string;
  start: Named;
  finish: Named;
  marks: (Spot & { km: number })[];
};

const mapWidth = 400;
const heightOfMap = { least: 200, most: 400 };
const margin = 24;
/** Closer marks would overlap. */
const minMarkDistance = 24;

/** A map with north on top and at most `maxPoints` points. */
export function drawMap(drawing: CourseDrawing, maxPoints: number): MapDrawing {
  const line = thinTrack(unpackTrack(drawing.line), maxPoints);
  const marks = unpackTrack(drawing.marks);
  const narrowing = Math.cos(((line[0]?.lat ?? 0) * Math.PI) / 180);
  const flat = ({ lat, lon }: TrackPoint): Spot => ({ x: lon * narrowing, y: -lat });
  const spots = line.map(flat);
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const room = mapWidth - 2 * margin;
  const scale = Math.min(room / (wide || 1e-9), (heightOfMap.most - 2 * margin) / (high || 1e-9));
  const height = Math.round(Math.max(heightOfMap.least, high * scale + 2 * margin));
  const put = ({ x, y }: Spot): Spot => ({
    x: tenth((x - left - wide / 2) * scale + mapWidth / 2),
    y: tenth((y - top - high / 2) * scale + height / 2),
  });
  const placed = spots.map(put);
  const start = placed[0] ?? { x: 0, y: 0 };
  const finish = placed.at(-1) ?? start;
  const taken = [start, finish];
  const seen = marks.flatMap((mark, index) => {
    const spot = put(flat(mark));
    if (taken.some((other) => Math.hypot(other.x - spot.x, other.y - spot.y) < minMarkDistance)) return [];
    taken.push(spot);
    return [{ ...spot, km: (index + 1) * drawing.every }];
  });
  const named = (spot: Spot): Named => ({ ...spot, side: freeSide(spot, [...placed, ...seen], height) });
  return { width: mapWidth, height, path: pathOf(placed), start: named(start), finish: named(finish), marks: seen };
}

/** The largest label. */
const word = { width: 104, height: 18, gap: 9 };

function freeSide({ x, y }: Spot, others: readonly Spot[], height: number): Named['side'] {
  const [wide, high] = [word.width, word.height];
  const boxes = {
    right: { x: x + word.gap, y: y - high / 2 },
    left: { x: x - word.gap - wide, y: y - high / 2 },
    above: { x: x - wide / 2, y: y - word.gap - high },
    below: { x: x - wide / 2, y: y + word.gap },
  };
  const cost = (box: Spot): number => {
    const isOutside = box.x < 0 || box.y < 0 || box.x + wide > mapWidth || box.y + high > height;
    const covered = others.filter(
      (other) => other.x > box.x && other.x < box.x + wide && other.y > box.y && other.y < box.y + high,
    );
    return covered.length + (isOutside ? 1e6 : 0);
  };
  const sides = ['right', 'left', 'above', 'below'] as const;
  return sides.reduce((best, side) => (cost(boxes[side]) < cost(boxes[best]) ? side : best));
}

export type ProfileDrawing = {
  width: number;
  height: number;
  line: string;
  area: string;
  /** Grid lines with heights in metres, and ticks with kilometres. */
  heights: { y: number; metres: number }[];
  kilometres: { x: number; km: number }[];
  left: number;
  right: number;
  floor: number;
};

const profileSize = { width: 400, height: 150, right: 10, top: 12, foot: 22 };
/** Room for labels: `290 m`, `2.500 m`. */
const gutter = { usual: 46, ofThousands: 58 };
/** The least range of heights in metres, so that a flat course looks flat. */
const minSpan = 40;
const maxLines = 4;

/** Null: no heights. */
export function drawProfile(
  { profile, every }: Pick<CourseDrawing, 'profile' | 'every'>,
  { distance, lowest, highest }: Pick<CourseMeasures, 'distance' | 'lowest' | 'highest'>,
): ProfileDrawing | null {
  if (!profile || profile.length < 2) return null;
  const { width, height, right, top, foot } = profileSize;
  const floor = height - foot;
  const low = Math.min(...profile, lowest ?? Infinity);
  const high = Math.max(...profile, highest ?? -Infinity);
  const spare = Math.max(0, minSpan - (high - low)) / 2;
  const step = roundStep((high - low + 2 * spare) / maxLines);
  const bottom = Math.floor((low - spare) / step) * step;
  const roof = Math.max(bottom + step, Math.ceil((high + spare) / step) * step);
  const left = roof >= 1000 ? gutter.ofThousands : gutter.usual;
  const yOf = (metres: number) => tenth(floor - ((metres - bottom) / (roof - bottom)) * (floor - top));
  const xOf = (share: number) => tenth(left + share * (width - left - right));
  const spots = profile.map((metres, index) => ({ x: xOf(index / (profile.length - 1)), y: yOf(metres) }));
  const line = pathOf(spots);
  const kilometres = Array.from({ length: Math.floor(distance / 1000 / every) + 1 }, (_, index) => index * every)
    .map((km) => ({ km, x: xOf((km * 1000) / Math.max(1, distance)) }))
    .filter(({ x }) => x <= width - right);
  return {
    width,
    height,
    line,
    area: `${line}V${floor}H${left}Z`,
    heights: Array.from({ length: Math.round((roof - bottom) / step) + 1 }, (_, index) => bottom + index * step).map(
      (metres) => ({ metres, y: yOf(metres) }),
    ),
    kilometres,
    left,
    right: width - right,
    floor,
  };
}

/** 1, 2 or 5 times a power of ten, at least 10. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, atLeast)));
  return ([1, 2, 5].find((factor) => factor * power >= atLeast) ?? 10) * power;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A relative path, written as short as possible. */
function pathOf(spots: readonly Spot[]): string {
  const [first, ...rest] = spots;
  if (!first) return '';
  let before = first;
  const steps = rest.flatMap((spot) => {
    const [dx, dy] = [tenth(spot.x - before.x), tenth(spot.y - before.y)];
    if (dx === 0 && dy === 0) return [];
    before = spot;
    return [`${dx}${dy < 0 ? '' : ' '}${dy}`];
  });
  return `M${first.x} ${first.y}${steps.length > 0 ? `l${steps.join(' ')}` : ''}`.replaceAll(/ (?=-)/g, '');
}
