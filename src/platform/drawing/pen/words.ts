/** A text in lines: which shapes stand on each, and where. */
import { brokenAtHyphens } from '../fonts.ts';
import { breaksOf } from './breaks.ts';
import type { Type } from './looks.ts';
import { type Typeface, typefaces } from './typeface.ts';

/** Widths in points. `lead`, `trail`: of the spaces at its ends, which hang outside. */
export type Line = {
  shapes: number[];
  advances: number[];
  isSpace: boolean[];
  width: number;
  lead: number;
  trail: number;
};

export const faceOf = ({ isBold }: Type): Typeface => (isBold ? typefaces().bold : typefaces().regular);

export const lineHeightOf = (type: Type): number => {
  if (type.lineHeight !== null) return type.lineHeight;
  const { ascent, descent, unitsPerEm } = faceOf(type);
  return ((ascent - descent) * type.fontSize) / unitsPerEm;
};

export const ascentOf = (type: Type): number => (faceOf(type).ascent * type.fontSize) / faceOf(type).unitsPerEm;

/** The lines of a text where there is so much room. */
export function linesOf(
  text: string,
  type: Type,
  width: number,
  { maxLines, endsEarly }: { maxLines: number; endsEarly: boolean },
): Line[] {
  const lines: Line[] = [];
  const paragraphs = text.split('\n');
  // The end of the last line is no line of its own.
  if (paragraphs.length > 1 && paragraphs.at(-1) === '') paragraphs.pop();
  for (const paragraph of paragraphs) {
    if (lines.length >= maxLines) break;
    const of = paragraphLines(paragraph, type, width);
    const left = maxLines - lines.length;
    lines.push(...of.slice(0, left));
    const last = lines.at(-1);
    if (of.length > left && endsEarly && last) lines[lines.length - 1] = endingEarly(last, type);
  }
  return lines;
}

function paragraphLines(text: string, type: Type, width: number): Line[] {
  const face = faceOf(type);
  const { shapes, advances, at } = face.shaped(text, type.features);
  const scale = type.fontSize / face.unitsPerEm;
  /** Up to each place of the text, in points. */
  const reached = new Float64Array(text.length + 1);
  let sum = 0;
  let next = 0;
  for (let place = 0; place <= text.length; place += 1) {
    while (next < at.length && (at[next] as number) < place) {
      sum += (advances[next] as number) * scale;
      next += 1;
    }
    reached[place] = sum;
  }
  const widthOf = (from: number, to: number) => (reached[to] as number) - (reached[from] as number);
  const isShort = widthOf(0, text.length) <= width;
  const breaks = isShort ? [] : breaksOf(text, width, widthOf, brokenAtHyphens);
  let from = 0;
  const line = (end: number, isParted: boolean): Line => {
    const own: Line = { shapes: [], advances: [], isSpace: [], width: 0, lead: 0, trail: 0 };
    for (let each = 0; each < shapes.length; each += 1) {
      const place = at[each] as number;
      if (place < from || place >= end) continue;
      own.shapes.push(shapes[each] as number);
      own.advances.push(advances[each] as number);
      own.isSpace.push(text[place] === ' ');
    }
    if (isParted) add(own, face, '-');
    from = end;
    return measured(own, scale);
  };
  return [...breaks.map(({ end, isParted }) => line(end, isParted)), line(text.length, false)];
}

function add(line: Line, face: Typeface, letter: string): void {
  const { shapes, advances } = face.shaped(letter, []);
  line.shapes.push(...shapes);
  line.advances.push(...advances);
  line.isSpace.push(...shapes.map(() => false));
}

function endingEarly(line: Line, type: Type): Line {
  const face = faceOf(type);
  const end = line.isSpace.lastIndexOf(false) + 1;
  const cut = {
    ...line,
    shapes: line.shapes.slice(0, end),
    advances: line.advances.slice(0, end),
    isSpace: line.isSpace.slice(0, end),
  };
  add(cut, face, '…');
  return measured(cut, type.fontSize / face.unitsPerEm);
}

function measured(line: Line, scale: number): Line {
  const sum = (from: number, to: number) => {
    let points = 0;
    for (let at = from; at < to; at += 1) points += (line.advances[at] as number) * scale;
    return points;
  };
  const { length } = line.shapes;
  const begin = line.isSpace.indexOf(false);
  const [lead, trail] =
    begin < 0 ? [0, sum(0, length)] : [sum(0, begin), sum(line.isSpace.lastIndexOf(false) + 1, length)];
  return { ...line, width: sum(0, length), lead, trail };
}

/** A space gives so many points at each of its sides at the most, and a letter so many. */
const leastSpace = 0.5;
const leastLetter = 0.04296875;

/**
 * What is taken from behind each shape so that a line that is a little too long goes into this width, in points; null: it
 * is not too long.
 */
export function squeezed({ shapes, isSpace, width: all, lead, trail }: Line, width: number): number[] | null {
  const over = all - lead - trail - width;
  if (over <= 1e-9 || shapes.length < 2) return null;
  const begin = isSpace.indexOf(false);
  const end = isSpace.lastIndexOf(false) + 1;
  const between = (of: boolean) => {
    let sides = 0;
    for (let at = begin; at < end; at += 1)
      if (isSpace[at] === of) sides += (at > begin ? 1 : 0) + (at < end - 1 ? 1 : 0);
    return sides;
  };
  const ofSpaces = between(true);
  const ofLetters = between(false);
  const space = ofSpaces === 0 ? 0 : Math.min(leastSpace, over / ofSpaces);
  const rest = over - space * ofSpaces;
  const letter = ofLetters === 0 ? 0 : Math.min(leastLetter, rest / ofLetters);
  return shapes.map((_, at) => {
    if (at < begin || at >= end - 1) return 0;
    return (isSpace[at] ? space : letter) + (isSpace[at + 1] ? space : letter);
  });
}
