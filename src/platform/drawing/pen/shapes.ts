/** Operators that draw grounds, rims and strokes (ISO 32000-1, 8.4 and 8.5). Places from the upper left corner, in points. */
import { type Box, pageSize } from './boxes.ts';
import type { Border } from './looks.ts';
import { notOurs } from './not-ours.ts';
import type { Drawing } from './strokes.ts';

/** As short as a printer needs it. */
export const figure = (value: number): string => String(Math.round(value * 1000) / 1000 || 0);
export const point = (x: number, y: number): string => `${figure(x)} ${figure(pageSize.height - y)}`;

const colors = new Map<string, string>();
/** `#rrggbb` as three parts of one. */
export function colorOf(color: string): string {
  const known = colors.get(color);
  if (known !== undefined) return known;
  const parts = [1, 3, 5].map((at) => figure(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
  if (colors.size < 1000) colors.set(color, parts);
  return parts;
}

/** So far from a corner, as a part of its radius, are the points that bend a curve into a quarter of a circle. */
const bend = (4 * (Math.SQRT2 - 1)) / 3;

type Area = { x: number; y: number; width: number; height: number };

function outline({ x, y, width, height }: Area, radius: readonly number[]): string {
  if (radius.every((each) => each <= 0))
    return `${figure(x)} ${figure(pageSize.height - y - height)} ${figure(width)} ${figure(height)} re`;
  const [a = 0, b = 0, c = 0, d = 0] = radius.map((each) => Math.max(0, Math.min(each, width / 2, height / 2)));
  const [right, bottom] = [x + width, y + height];
  const [ka, kb, kc, kd] = [a, b, c, d].map((each) => each * (1 - bend)) as [number, number, number, number];
  const curve = (...points: [number, number][]) => `${points.map(([px, py]) => point(px, py)).join(' ')} c`;
  return [
    `${point(x + a, y)} m`,
    `${point(right - b, y)} l`,
    curve([right - kb, y], [right, y + kb], [right, y + b]),
    `${point(right, bottom - c)} l`,
    curve([right, bottom - kc], [right - kc, bottom], [right - c, bottom]),
    `${point(x + d, bottom)} l`,
    curve([x + kd, bottom], [x, bottom - kd], [x, bottom - d]),
    `${point(x, y + a)} l`,
    curve([x, y + ka], [x + ka, y], [x + a, y]),
    'h',
  ].join('\n');
}

export const ground = (area: Area, radius: readonly number[], color: string): string =>
  `${colorOf(color)} rg\n${outline(area, radius)}\nf`;

/** The rim of a box, inside of its edges. */
export function rim({ look, width, height }: Box, x: number, y: number): string[] {
  const [top, right, bottom, left] = look.border;
  const same = (one: Border | null, other: Border | null) => one?.width === other?.width && one?.color === other?.color;
  if (!top && !right && !bottom && !left) return [];
  if (top && same(top, right) && same(top, bottom) && same(top, left)) {
    const half = top.width / 2;
    const inside = { x: x + half, y: y + half, width: width - top.width, height: height - top.width };
    const radius = look.radius.map((each) => each - half);
    return [`${figure(top.width)} w\n${colorOf(top.color)} RG\n${outline(inside, radius)}\nS`];
  }
  // A side touches the corner of its own number and the next one.
  look.border.forEach((side, at) => {
    const isRound = (look.radius[at] ?? 0) > 0 || (look.radius[(at + 1) % 4] ?? 0) > 0;
    if (side && isRound) notOurs('a rim at some sides of a round box');
  });
  const sides: [Border | null, Area][] = [
    [top, { x, y, width, height: top?.width ?? 0 }],
    [right, { x: x + width - (right?.width ?? 0), y, width: right?.width ?? 0, height }],
    [bottom, { x, y: y + height - (bottom?.width ?? 0), width, height: bottom?.width ?? 0 }],
    [left, { x, y, width: left?.width ?? 0, height }],
  ];
  return sides.flatMap(([side, area]) => (side ? [ground(area, [], side.color)] : []));
}

export const strokesOf = ({ strokes }: Drawing, x: number, y: number): string[] =>
  strokes.map(({ path, color, width, dash }) => {
    const lines = path.map(([operator, px, py]) => `${point(x + px, y + py)} ${operator}`);
    const set = `${figure(width)} w\n${colorOf(color)} RG\n[${dash.map(figure).join(' ')}] 0 d`;
    return ['q', set, ...lines, 'S', 'Q'].join('\n');
  });
