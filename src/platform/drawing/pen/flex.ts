/** Where boxes stand: rows and columns as in CSS Flexible Box Layout, as far as our papers use them. Points. */
import type { Box } from './boxes.ts';
import type { Align, Length, Look } from './looks.ts';
import { lineHeightOf, linesOf } from './words.ts';

const inPoints = (length: Length | null, of: number | null): number | null => {
  if (!length) return null;
  if ('points' in length) return length.points;
  return of === null ? null : length.part * of;
};

/** Top, right, bottom, left: between the outer edge and what is inside. */
const edgesOf = ({ padding, border }: Look): [number, number, number, number] => [
  padding[0] + (border[0]?.width ?? 0),
  padding[1] + (border[1]?.width ?? 0),
  padding[2] + (border[2]?.width ?? 0),
  padding[3] + (border[3]?.width ?? 0),
];

const alignOf = (kid: Box, around: Look): Align => kid.look.alignSelf ?? around.alignItems;
const across = ({ margin }: Look): number => margin[1] + margin[3];
const along = ({ margin }: Look): number => margin[0] + margin[2];

/** Rounding must not break a line that just fitted. */
const hair = 1e-6;

/**
 * Sets the size of a box and the places of all that is in it. `width`: how wide it is, or null: as wide as what it holds,
 * `most` at the most. `height`: how high; null: as high as what it holds.
 */
export function place(box: Box, width: number | null, most: number, height: number | null): void {
  const { look } = box;
  const [top, right, bottom, left] = edgesOf(look);
  const inner = width === null ? null : Math.max(0, width - left - right);
  const room = inner ?? Math.max(0, most - left - right);
  const innerHeight = height === null ? null : Math.max(0, height - top - bottom);
  const held = heldBy(box, inner, room, innerHeight);
  box.width = width ?? held.width + left + right;
  box.height = height ?? held.height + top + bottom;
  if (box.height < look.minHeight && height === null) {
    place(box, width, most, look.minHeight);
    return;
  }
  for (const kid of box.kids) {
    if (kid.look.isAbsolute) placeFreely(kid, box);
    else {
      kid.left += left;
      kid.top += top;
    }
  }
}

type Size = { width: number; height: number };

function heldBy(box: Box, inner: number | null, room: number, innerHeight: number | null): Size {
  if (box.text !== null) return textIn(box, inner, room);
  if (box.picture || box.drawing) return { width: room, height: innerHeight ?? 0 };
  if (box.look.wraps) return rowsIn(box, inner, room, innerHeight);
  return box.look.isRow ? rowIn(box, inner, room, innerHeight) : columnIn(box, inner, room, innerHeight);
}

function textIn(box: Box, inner: number | null, room: number): Size {
  const { look } = box;
  const widest = (lines: Box['lines']) => Math.max(0, ...(lines ?? []).map((line) => line.width));
  const isKept = box.isCut || (inner !== null && widest(box.lines) <= inner + hair);
  if (!isKept || box.lines === null) box.lines = linesOf(box.text ?? '', look, room + hair, look);
  const wide = widest(box.lines);
  return { width: inner ?? Math.min(room, wide), height: box.lines.length * lineHeightOf(look) };
}

function columnIn(box: Box, inner: number | null, room: number, innerHeight: number | null): Size {
  const { look } = box;
  const kids = box.kids.filter((kid) => !kid.look.isAbsolute);
  for (const kid of kids) {
    const own = inPoints(kid.look.width, inner);
    const isStretched = own === null && inner !== null && alignOf(kid, look) === 'stretch';
    const fixed = isStretched ? room - across(kid.look) : own;
    place(kid, fixed, room - across(kid.look), inPoints(kid.look.height, innerHeight));
  }
  const width = inner ?? Math.min(room, Math.max(0, ...kids.map((kid) => kid.width + across(kid.look))));
  if (inner === null)
    for (const kid of kids) {
      const isNarrow = kid.look.width === null && alignOf(kid, look) === 'stretch';
      if (isNarrow) place(kid, width - across(kid.look), width, inPoints(kid.look.height, innerHeight));
    }
  const gaps = look.gap * Math.max(0, kids.length - 1);
  const growing = innerHeight === null ? [] : kids.filter((kid) => kid.look.grows > 0);
  const sumOf = (some: readonly Box[]) => some.reduce((sum, kid) => sum + kid.height + along(kid.look), 0);
  if (innerHeight !== null && growing.length > 0) {
    const basis = (kid: Box) => (kid.look.fromNothing ? 0 : kid.height);
    const rest = kids.filter((kid) => !growing.includes(kid));
    const taken = growing.reduce((sum, kid) => sum + basis(kid) + along(kid.look), sumOf(rest) + gaps);
    const shares = growing.reduce((sum, kid) => sum + kid.look.grows, 0);
    for (const kid of growing) {
      const more = (Math.max(0, innerHeight - taken) * kid.look.grows) / shares;
      place(kid, kid.width, kid.width, basis(kid) + more);
    }
  }
  const height = sumOf(kids) + gaps;
  const { start, between } = spread(look, kids.length, (innerHeight ?? height) - height);
  let y = start;
  for (const kid of kids) {
    kid.top = y + kid.look.margin[0];
    kid.left = kid.look.margin[3] + shiftOf(alignOf(kid, look), width - kid.width - across(kid.look));
    y += kid.height + along(kid.look) + look.gap + between;
  }
  return { width, height };
}

/** A row that goes on below, with all its lines in the middle of it. */
function rowsIn(box: Box, inner: number | null, room: number, innerHeight: number | null): Size {
  const lines: Box[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const kid of box.kids.filter(({ look }) => !look.isAbsolute)) {
    place(kid, inPoints(kid.look.width, inner), room - across(kid.look), inPoints(kid.look.height, innerHeight));
    const width = kid.width + across(kid.look);
    if (used + box.look.gap + width > room + hair) lines.push([]);
    used = lines.at(-1)?.length ? used + box.look.gap + width : width;
    lines.at(-1)?.push(kid);
  }
  const sizes = lines.map((kids) => rowIn({ ...box, kids }, inner, room, null));
  const height = sizes.reduce((sum, size) => sum + size.height, box.look.gap * Math.max(0, lines.length - 1));
  let y = ((innerHeight ?? height) - height) / 2;
  lines.forEach((kids, at) => {
    for (const kid of kids) kid.top += y;
    y += (sizes[at]?.height ?? 0) + box.look.gap;
  });
  return { width: inner ?? Math.max(0, ...sizes.map((size) => size.width)), height };
}

function rowIn(box: Box, inner: number | null, room: number, innerHeight: number | null): Size {
  const { look } = box;
  const kids = box.kids.filter((kid) => !kid.look.isAbsolute);
  const heightOf = (kid: Box) => inPoints(kid.look.height, innerHeight);
  const gaps = look.gap * Math.max(0, kids.length - 1);
  const widths = kids.map((kid) => {
    const own = inPoints(kid.look.width, inner);
    if (own !== null) return own;
    if (kid.look.fromNothing && inner !== null) return edgesOf(kid.look)[1] + edgesOf(kid.look)[3];
    place(kid, null, room - across(kid.look), heightOf(kid));
    return kid.width;
  });
  const taken = kids.reduce((sum, kid, at) => sum + (widths[at] as number) + across(kid.look), gaps);
  const shares = kids.reduce((sum, kid) => sum + kid.look.grows, 0);
  const left = (inner ?? Math.min(room, taken)) - taken;
  kids.forEach((kid, at) => {
    const basis = widths[at] as number;
    let width = basis;
    if (left > 0 && shares > 0 && inner !== null) width = basis + (left * kid.look.grows) / shares;
    else if (left < -hair) width = basis + (left * basis) / (taken - gaps || 1);
    place(kid, width, width, heightOf(kid));
  });
  const width = inner ?? Math.min(room, taken);
  const sum = kids.reduce((all, kid) => all + kid.width + across(kid.look), gaps);
  const high = innerHeight ?? Math.max(0, ...kids.map((kid) => kid.height + along(kid.look)));
  const { start, between } = spread(look, kids.length, width - sum);
  let x = start;
  for (const kid of kids) {
    const align = alignOf(kid, look);
    const full = high - along(kid.look);
    if (align === 'stretch' && kid.look.height === null && kid.height < full) place(kid, kid.width, kid.width, full);
    kid.left = x + kid.look.margin[3];
    kid.top = kid.look.margin[0] + shiftOf(align, high - kid.height - along(kid.look));
    x += kid.width + across(kid.look) + look.gap + between;
  }
  return { width, height: high };
}

function spread({ justify }: Look, many: number, left: number): { start: number; between: number } {
  if (justify === 'center') return { start: left / 2, between: 0 };
  if (justify === 'flex-end') return { start: left, between: 0 };
  if (justify === 'space-around' && many > 0 && left > 0) return { start: left / many / 2, between: left / many };
  if (justify === 'space-between' && many > 1 && left > 0) return { start: 0, between: left / (many - 1) };
  return { start: 0, between: 0 };
}

function shiftOf(align: Align, left: number): number {
  if (align === 'center') return left / 2;
  return align === 'flex-end' ? left : 0;
}

/** At its own distance from the edges of what is around. */
function placeFreely(kid: Box, around: Box): void {
  const { look } = kid;
  const border = around.look.border.map((each) => each?.width ?? 0) as [number, number, number, number];
  const width = around.width - border[1] - border[3];
  const height = around.height - border[0] - border[2];
  const [top, right, bottom, left] = look.place;
  const between = (all: number, one: number | null, other: number | null) =>
    one === null || other === null ? null : all - one - other;
  place(
    kid,
    inPoints(look.width, width) ?? between(width, left, right),
    width - (left ?? 0) - (right ?? 0),
    inPoints(look.height, height) ?? between(height, top, bottom),
  );
  const [insideTop, , , insideLeft] = edgesOf(around.look);
  kid.left =
    left !== null
      ? border[3] + left + look.margin[3]
      : right !== null
        ? border[3] + width - right - kid.width - look.margin[1]
        : insideLeft;
  kid.top =
    top !== null
      ? border[0] + top + look.margin[0]
      : bottom !== null
        ? border[0] + height - bottom - kid.height - look.margin[2]
        : insideTop;
}
