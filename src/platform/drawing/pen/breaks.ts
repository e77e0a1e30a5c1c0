/**
 * Where the lines of a paragraph end: D. E. Knuth, M. F. Plass, "Breaking Paragraphs into Lines" (1981). Its figures are
 * those of the library that drew our papers before, so that no line of them changes.
 */

/**
 * A word or a part of one, the space between two, or a place at which a word may be parted, without any width behind a hyphen
 * of its own. `end`: in the text.
 */
type Piece = { kind: 'box' | 'glue' | 'hyphen'; width: number; end: number };
/** A line ends before this place of the text; `isParted`: with a hyphen that is not in it. */
export type Break = { end: number; isParted: boolean };

type Sum = { width: number; space: number; endless: number };
type Way = { at: number; line: number; fit: number; demerits: number; sum: Sum; before: Way | null };

const hyphenWidth = 5;
const hyphenPenalty = 600;
const lineDemerits = 10;
const partedTwice = 100;
const unlike = 3000;
const tolerances = [4, 9, 14, 19, 24, 29, 34, 39, 44, 49, 54];
/** Of the width of a space. */
const stretch = 1 / 2;
const shrink = 1 / 3;
const endless = 10_000;

const fitOf = (ratio: number): number => (ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3);

const isParting = ({ kind, width }: Piece): boolean => kind === 'hyphen' && width > 0;

/** The ends of all lines but the last. `widthOf` measures a part of the text, in the unit of `width`. */
export function breaksOf(
  text: string,
  width: number,
  widthOf: (from: number, to: number) => number,
  parted: (word: string) => readonly string[],
): Break[] {
  const pieces = piecesOf(text, widthOf, parted);
  for (const tolerance of tolerances) {
    const ways = waysThrough(pieces, width, tolerance);
    let best: Way | null = null;
    for (const way of ways) if (!best || way.demerits < best.demerits) best = way;
    if (!best) continue;
    const breaks: Break[] = [];
    for (let way = best.before; way?.before; way = way.before) {
      const piece = pieces[way.at] as Piece;
      breaks.unshift({ end: piece.end, isParted: isParting(piece) });
    }
    return breaks;
  }
  return asTheyCome(pieces, width);
}

function piecesOf(
  text: string,
  widthOf: (from: number, to: number) => number,
  parted: (word: string) => readonly string[],
): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (kind: 'box' | 'glue', length: number) => {
    const end = from + length;
    pieces.push({ kind, width: widthOf(from, end), end });
    from = end;
  };
  for (const word of text.split(/( +)/)) {
    if (word === '') continue;
    if (word.startsWith(' ')) add('glue', word.length);
    else
      parted(word).forEach((part, at) => {
        if (at > 0) pieces.push({ kind: 'hyphen', width: text[from - 1] === '-' ? 0 : hyphenWidth, end: from });
        add('box', part.length);
      });
  }
  return pieces;
}

/** The ways to set the whole paragraph, with how bad each is. */
function waysThrough(pieces: readonly Piece[], width: number, tolerance: number): Way[] {
  const sum: Sum = { width: 0, space: 0, endless: 0 };
  let open: Way[] = [{ at: -1, line: 0, fit: 0, demerits: 0, sum: { ...sum }, before: null }];
  /** The sum up to the next word: a space at which a line ends is on neither line. */
  const sumAfter = (at: number): Sum => {
    const after = { ...sum };
    for (let next = at; next < pieces.length && pieces[next]?.kind !== 'box'; next += 1) {
      const piece = pieces[next] as Piece;
      if (piece.kind !== 'glue') continue;
      after.width += piece.width;
      after.space += piece.width;
    }
    return after;
  };
  const tryAt = (at: number): void => {
    const piece = pieces[at];
    const isEnd = piece === undefined;
    const going: Way[] = [];
    /** The best of each fit: of those that begin with the first line, and of all others. */
    const best = new Map<number, Way>();
    for (const way of open) {
      const length = sum.width - way.sum.width + (piece?.kind === 'hyphen' ? piece.width : 0);
      const space = sum.space - way.sum.space;
      const most = space * stretch + (isEnd ? endless : 0);
      let ratio = 0;
      if (length < width) ratio = most > 0 ? (width - length) / most : endless;
      else if (length > width) ratio = space > 0 ? (width - length) / (space * shrink) : endless;
      if (ratio >= -1 && !isEnd) going.push(way);
      if (ratio < -1 || ratio > tolerance) continue;
      const badness = lineDemerits + 100 * Math.abs(ratio) ** 3;
      const fit = fitOf(ratio);
      let demerits = way.demerits + badness * badness;
      if (piece?.kind === 'hyphen') demerits += hyphenPenalty ** 2;
      if ((isEnd || piece?.kind === 'hyphen') && pieces[way.at]?.kind === 'hyphen') demerits += partedTwice;
      if (Math.abs(fit - way.fit) > 1) demerits += unlike;
      const key = fit + (way.line === 0 ? 0 : 4);
      const known = best.get(key);
      if (known && known.demerits <= demerits) continue;
      best.set(key, { at, line: way.line + 1, fit, demerits, sum, before: way });
    }
    const after = best.size > 0 ? sumAfter(at) : sum;
    open = [...going, ...[...best.values()].map((way) => ({ ...way, sum: after }))];
  };
  pieces.forEach((piece, at) => {
    if (piece.kind === 'box') sum.width += piece.width;
    else if (piece.kind === 'hyphen') tryAt(at);
    else {
      if (pieces[at - 1]?.kind === 'box') tryAt(at);
      sum.width += piece.width;
      sum.space += piece.width;
    }
  });
  tryAt(pieces.length);
  return open;
}

/** Where a paragraph can be set in no good way: as much on each line as there is room for. */
function asTheyCome(pieces: readonly Piece[], width: number): Break[] {
  const breaks: Break[] = [];
  let used = 0;
  let last: { at: number; used: number } | null = null;
  pieces.forEach((piece, at) => {
    if (piece.kind === 'box' && used > 0 && used + piece.width > width && last) {
      const before = pieces[last.at] as Piece;
      breaks.push({ end: before.end, isParted: isParting(before) });
      used -= last.used;
      last = null;
    }
    if (piece.kind !== 'hyphen') used += piece.width;
    if (piece.kind !== 'box') last = { at, used };
  });
  return breaks;
}
