/** Drawings of lines, as SVG writes them: the marks at which a ticket is folded. */
import { flat, isElement, type TreeElement } from '../tree.ts';
import { notOurs } from './not-ours.ts';

/** `path`: operators and points from the upper left corner of the drawing. */
export type Stroke = {
  path: [operator: 'm' | 'l', x: number, y: number][];
  color: string;
  width: number;
  dash: number[];
};
export type Drawing = { width: number; height: number; strokes: Stroke[] };

export function drawingOf({ props, children }: TreeElement, refuse: (rest: object) => void): Drawing {
  const { width, height, viewBox, style: _, ...rest } = props as Record<string, unknown>;
  refuse(rest);
  if (typeof width !== 'number' || typeof height !== 'number') return notOurs('a drawing of another size');
  if (viewBox !== `0 0 ${width} ${height}`) notOurs('a drawing that is scaled');
  return { width, height, strokes: flat(children).map((node) => strokeOf(isElement(node) ? node : null, refuse)) };
}

function strokeOf(node: TreeElement | null, refuse: (rest: object) => void): Stroke {
  if (node?.is !== 'PATH') return notOurs('a drawing of more than lines');
  const { d, stroke, strokeWidth = 1, strokeDasharray = '', ...rest } = node.props as Record<string, unknown>;
  refuse(rest);
  if (typeof stroke !== 'string' || !/^#[\da-f]{6}$/i.test(stroke)) return notOurs('a stroke without a color');
  const dash = String(strokeDasharray)
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return { path: pathOf(String(d)), color: stroke, width: Number(strokeWidth), dash };
}

function pathOf(text: string): Stroke['path'] {
  const path: Stroke['path'] = [];
  let [x, y] = [0, 0];
  if (!/^(?:\s*[MLHV](?:[\s,]*-?[\d.]+)+)*\s*$/.test(text)) notOurs('a path with more than lines');
  for (const [, command, said = ''] of text.matchAll(/([MLHV])([^MLHV]*)/g)) {
    const numbers = said
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const [one = 0, other = 0] = numbers;
    if (numbers.length !== (command === 'M' || command === 'L' ? 2 : 1)) notOurs('several points at once');
    if (command === 'V') y = one;
    else x = one;
    if (command === 'M' || command === 'L') y = other;
    path.push([command === 'M' ? 'm' : 'l', x, y]);
  }
  return path;
}
