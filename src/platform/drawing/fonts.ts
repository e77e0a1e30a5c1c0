/** The fonts of our papers and pictures, and what can be said of a text before it is drawn. */
import type { Font as Fonts } from '@react-pdf/renderer';
import { assert } from '#src/kernel/assert.ts';
import { ourTurn } from '../our-turn.ts';
import { type PdfFonts, setFonts } from './font-paths.ts';
import { isQuiet, withoutReplacing } from './quiet-letters.ts';

export const pdfFont = 'Inter';

type FontData = NonNullable<ReturnType<typeof Fonts.getFont>['data']>;
let loaded: { regular: FontData; bold: FontData } | null = null;
let registration: Promise<void> | null = null;

/** A few milliseconds each. */
const glyphsAtOnce = 400;
const longestWord = 26;
/** No real word is longer; what is must break somewhere rather than run over the edge. */
export function brokenWord(word: string): string[] {
  const letters = [...word];
  if (letters.length <= longestWord) return [word];
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += longestWord / 2)
    parts.push(letters.slice(at, at + longestWord / 2).join(''));
  return parts;
}

/** The same behind hyphens of the word's own first; the library would put a second one there, so this is for our pen. */
export const brokenAtHyphens = (word: string): string[] =>
  [...word].length <= longestWord ? [word] : (word.match(/[^-]*-+|[^-]+$/g) ?? [word]).flatMap(brokenWord);

const isPrivate = (code: number): boolean => /\p{Co}/u.test(String.fromCodePoint(code));

type Laid = { glyphs: object[]; positions: object[] };
type LaysOut = { layout(text: string, ...how: unknown[]): Laid };
/** Letters of texts whose layout is kept, a font; a paper has about two thousand. */
const mostKeptLetters = 60_000;

/**
 * Papers of an event say the same but for names and numbers, and finding the places of the letters is a third of a paper's
 * time: so the layout of a text is kept. What was laid out longest ago is forgotten first.
 */
export function keepLayouts(font: LaysOut, mostLetters = mostKeptLetters): void {
  const layout = font.layout.bind(font);
  const kept = new Map<string, Laid>();
  let letters = 0;
  const laidOut = (text: string, [features = [], ...others]: unknown[]) =>
    layout(text, Array.isArray(features) && isQuiet(text) ? withoutReplacing(features) : features, ...others);
  font.layout = (text, ...how) => {
    const key = `${JSON.stringify(how)}${text}`;
    const run = kept.get(key) ?? laidOut(text, how);
    // Asked for last, so forgotten last.
    if (!kept.delete(key)) letters += key.length;
    kept.set(key, run);
    for (const [oldest] of kept) {
      if (letters <= mostLetters) break;
      kept.delete(oldest);
      letters -= oldest.length;
    }
    // Who lays out lines may change the lists and the places, never a glyph.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { glyphs: [...run.glyphs], positions });
  };
}

/** The library weighs something, so it is loaded with the first paper. */
async function load({ regular, bold }: PdfFonts): Promise<void> {
  const { Font } = await import('@react-pdf/renderer');
  Font.register({
    family: pdfFont,
    fonts: [
      { src: regular, fontWeight: 400 },
      { src: bold, fontWeight: 700 },
    ],
  });
  // English patterns would break German words wrongly; words stay whole unless they can fit nowhere.
  Font.registerHyphenationCallback(brokenWord);
  const dataOf = async (fontWeight: 400 | 700) => {
    await Font.load({ fontFamily: pdfFont, fontWeight });
    const { data } = Font.getFont({ fontFamily: pdfFont, fontWeight });
    assert(data, 'a registered font can be read');
    // fontkit keeps a glyph as it first met it. Met as a part of "Ö", the "O" would have no letter and vanish from later
    // papers; so each is met by its own letter first. Inter gives its figures of equal width private letters beside; by
    // those a sum could be neither copied nor searched nor read out, so they wait for the digit they stand for.
    // Apostrophe and modifier letter are one shape, and so are the iotas of Greek and of phoneticians; it is the apostrophe
    // and the Greek letter that people search for.
    for (const code of [0x2019, 0x03b9]) data.glyphForCodePoint(code);
    let met = 0;
    for (const code of data.characterSet) {
      if (!isPrivate(code)) data.glyphForCodePoint(code);
      met += 1;
      if (met % glyphsAtOnce === 0) await ourTurn();
    }
    keepLayouts(data as unknown as LaysOut);
    // Whether two fonts are the same is asked for every line, by writing down all the names that they have.
    const { records } = (data as unknown as { name: { records: object } }).name;
    Object.defineProperty(records, 'toJSON', { value: () => data.postscriptName });
    // The rules of its letters are read with the first text.
    data.layout('A');
    await ourTurn();
    return data;
  };
  loaded = { regular: await dataOf(400), bold: await dataOf(700) };
}

/** Once per process; later calls wait for the first. */
export function registerFonts(fonts: PdfFonts): Promise<void> {
  setFonts(fonts);
  registration ??= load(fonts);
  return registration;
}

function fontData(bold: boolean): FontData {
  assert(loaded, 'registerFonts was awaited before anything is drawn');
  return bold ? loaded.bold : loaded.regular;
}

/**
 * The text with what our fonts can show. Anything else would come out in a font that is not inside the file: pictographs
 * are left out, other letters become an empty box.
 */
export function printable(text: string): string {
  let result = '';
  for (const character of text.normalize('NFC')) {
    let shown = shownAs.get(character);
    if (shown === undefined) {
      shown = printableCharacter(character);
      shownAs.set(character, shown);
    }
    result += shown;
  }
  return result;
}

/** Of every character that was met: there are no more of them than Unicode has. */
const shownAs = new Map<string, string>();

function printableCharacter(character: string): string {
  const { regular, bold } = { regular: fontData(false), bold: fontData(true) };
  const code = character.codePointAt(0) as number;
  if (code === 10) return character;
  if (code === 9) return ' ';
  if (/\p{Cc}|\p{Cf}|\p{M}/u.test(character) && !regular.hasGlyphForCodePoint(code)) return '';
  if (/\p{Cc}|[\u200d\ufe00-\ufe0f]/u.test(character)) return '';
  if (isPrivate(code)) return '□';
  if (regular.hasGlyphForCodePoint(code) && bold.hasGlyphForCodePoint(code)) return character;
  return /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u.test(character) ? '' : '□';
}

/** Widths of so many texts are kept: what is measured are words, and most papers have the same ones. */
const mostWidths = 5000;
const widths = new Map<string, number>();

/** Width in points of one line. */
export function textWidth(text: string, fontSize: number, bold = false): number {
  const key = `${bold ? 'b' : 'r'}${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    const font = fontData(bold);
    width = font.layout(printable(text)).advanceWidth / font.unitsPerEm;
    if (widths.size >= mostWidths) widths.clear();
    widths.set(key, width);
  }
  return width * fontSize;
}

/** How wide a text is in its own size: widths grow with the size, so what fits is known without measuring again. */
function wordsOf(text: string, bold: boolean): { parts: number[]; hyphen: number; space: number }[] {
  const [space, hyphen] = [textWidth(' ', 1, bold), textWidth('-', 1, bold)];
  return text
    .split(/\s+/)
    .map((word) => ({ parts: brokenAtHyphens(word).map((part) => textWidth(part, 1, bold)), hyphen, space }));
}

/** `width` in sizes of the text. */
function linesNeeded(words: ReturnType<typeof wordsOf>, width: number): number {
  let lines = 1;
  let used = 0;
  for (const { parts, hyphen, space } of words) {
    parts.forEach((part, at) => {
      const length = part + (at < parts.length - 1 ? hyphen : 0);
      const gap = used > 0 && at === 0 ? space : 0;
      if (length > width) lines = Number.POSITIVE_INFINITY;
      if (used + gap + length > width) {
        lines += 1;
        used = length;
      } else {
        used += gap + length;
      }
    });
  }
  return lines;
}

/** The largest size from `largest` down to `smallest` (points) at which the text takes no more than `lines` lines. */
export function fittedSize(text: string, { width, largest, smallest, lines = 1, bold = false }: FitOptions): number {
  const words = wordsOf(text, bold);
  for (let size = largest; size > smallest; size -= 0.5) {
    if (linesNeeded(words, width / size) <= lines) return size;
  }
  return smallest;
}
export type FitOptions = { width: number; largest: number; smallest: number; lines?: number; bold?: boolean };
