/** The letters of a font as our pen sets them: which shapes a text has, and how far each goes. */
import { readFileSync } from 'node:fs';
import { Font } from '@react-pdf/renderer';
import { assert } from '#src/kernel/assert.ts';
import { fontPaths } from '../font-paths.ts';
import { pdfFont } from '../fonts.ts';
import { notOurs } from './not-ours.ts';

/** A text in shapes. Widths are in units of the font; `at`: where in the text each shape begins. */
export type Shaped = { shapes: number[]; advances: number[]; at: number[] };

type FontData = NonNullable<ReturnType<typeof Font.getFont>['data']>;

/** Papers of an event say the same but for names and numbers: the shapes of so many letters are kept, a font. */
const mostKeptLetters = 60_000;

export class Typeface {
  readonly file: Buffer;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly bounds: readonly [number, number, number, number];
  readonly postscriptName: string;
  /** The letters that a shape stands for, and its width. */
  readonly #met = new Map<number, { letters: string; width: number }>();
  readonly #kept = new Map<string, Shaped>();
  #letters = 0;

  constructor(
    private readonly data: FontData,
    path: string,
  ) {
    this.file = readFileSync(path);
    this.unitsPerEm = data.unitsPerEm;
    this.ascent = data.ascent;
    this.descent = data.descent;
    this.capHeight = data.capHeight;
    const { minX, minY, maxX, maxY } = data.bbox;
    this.bounds = [minX, minY, maxX, maxY];
    this.postscriptName = data.postscriptName;
  }

  shaped(text: string, features: readonly string[]): Shaped {
    const key = `${features.join()}|${text}`;
    let shaped = this.#kept.get(key);
    if (shaped) this.#kept.delete(key);
    else {
      shaped = this.#shape(text, features);
      this.#letters += key.length;
    }
    // Asked for last, so forgotten last.
    this.#kept.set(key, shaped);
    for (const [oldest] of this.#kept) {
      if (this.#letters <= mostKeptLetters) break;
      this.#kept.delete(oldest);
      this.#letters -= oldest.length;
    }
    return shaped;
  }

  /** What was set with a shape before. */
  met(shape: number): { letters: string; width: number } {
    const met = this.#met.get(shape);
    assert(met, 'a shape was met in a text');
    return met;
  }

  #shape(text: string, features: readonly string[]): Shaped {
    const shaped: Shaped = { shapes: [], advances: [], at: [] };
    let at = 0;
    for (const piece of oneScriptEach(text)) {
      // Told that it goes from left to right, it reverses nothing.
      const run = this.data.layout(piece, [...features], undefined, undefined, 'ltr');
      for (const [index, glyph] of run.glyphs.entries()) {
        const letters = String.fromCodePoint(...glyph.codePoints);
        const position = run.positions[index];
        // A mark that stands above the letter before it.
        if (position?.xOffset) notOurs('a shape beside its place');
        if (!this.#met.has(glyph.id)) this.#met.set(glyph.id, { letters, width: glyph.advanceWidth });
        shaped.shapes.push(glyph.id);
        shaped.advances.push(position?.xAdvance ?? glyph.advanceWidth);
        shaped.at.push(at);
        at += letters.length;
      }
    }
    return shaped;
  }
}

const scripts = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/** Rules of letters hold within one script (UAX 24); what belongs to none goes with the letters before it. */
function oneScriptEach(text: string): string[] {
  const pieces: string[] = [];
  let [begin, at, last] = [0, 0, -1];
  for (const letter of text) {
    const script = scripts.findIndex((each) => each.test(letter));
    if (script >= 0 && script !== last) {
      if (at > begin) pieces.push(text.slice(begin, at));
      [begin, last] = [at, script];
    }
    at += letter.length;
  }
  return [...pieces, text.slice(begin)];
}

let both: { regular: Typeface; bold: Typeface } | null = null;

/** `registerFonts` was awaited before. */
export function typefaces(): { regular: Typeface; bold: Typeface } {
  if (both) return both;
  const of = (fontWeight: 400 | 700, path: string) => {
    const { data } = Font.getFont({ fontFamily: pdfFont, fontWeight });
    assert(data, 'registerFonts was awaited before anything is drawn');
    return new Typeface(data, path);
  };
  const { regular, bold } = fontPaths();
  both = { regular: of(400, regular), bold: of(700, bold) };
  return both;
}
