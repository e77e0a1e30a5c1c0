import type { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import type { FontPaths, ScriptFont } from './font-files.ts';

export function readFont(path: string): Buffer {
  const file = readFileSync(path);
  return path.endsWith('.zst') ? zstdDecompressSync(file) : file;
}

/** Code points of a TrueType font (ISO/IEC 14496-22, `cmap` formats 4 and 12). */
export function codePointsOf(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + at * 16);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  const codePoints = new Set<number>();
  if (entry === undefined) return codePoints;
  const cmap = font.subarray(font.readUInt32BE(entry + 8));
  for (let at = 0; at < cmap.readUInt16BE(2); at += 1) {
    const map = cmap.subarray(cmap.readUInt32BE(4 + at * 8 + 4));
    const format = map.readUInt16BE(0);
    const ranges = format === 4 ? map.readUInt16BE(6) / 2 : format === 12 ? map.readUInt32BE(12) : 0;
    for (let range = 0; range < ranges; range += 1) {
      const [first, last] =
        format === 4
          ? [map.readUInt16BE(16 + (ranges + range) * 2), map.readUInt16BE(14 + range * 2)]
          : [map.readUInt32BE(16 + range * 12), map.readUInt32BE(20 + range * 12)];
      for (let code = first; code <= last && code !== 0xffff; code += 1) codePoints.add(code);
    }
  }
  return codePoints;
}

const isPrivate = /\p{Co}/u;

/** The letters of each font, in the order in which fonts are tried. */
const lettersOf: Readonly<Record<ScriptFont, RegExp>> = {
  'Noto Sans Arabic': /\p{scx=Arab}/u,
  'Noto Sans Hebrew': /\p{scx=Hebr}/u,
  'Noto Sans Devanagari': /\p{scx=Deva}/u,
  'Noto Sans Thai': /\p{scx=Thai}/u,
  'Noto Sans Georgian': /\p{scx=Geor}/u,
  'Noto Sans Armenian': /\p{scx=Armn}/u,
  // In a document with Japanese or Korean letters, Chinese ones use that font too.
  'Noto Sans JP': /\p{sc=Hira}|\p{sc=Kana}|[\u30fb\u30fc]/u,
  'Noto Sans KR': /\p{sc=Hang}/u,
  'Noto Sans SC': /\p{scx=Han}|\p{scx=Bopo}|[\u3000-\u303f\uff00-\uffef]/u,
};
const scriptFonts = Object.keys(lettersOf) as ScriptFont[];
const eastAsian = /\p{scx=Han}|\p{scx=Hira}|\p{scx=Hang}|[\u3000-\u303f\uff00-\uffef]/u;

/** Replaces a letter that no font has. */
export const missingSign = '⌧';

const isInvisible = /\p{Cc}|\p{Cf}|[\ufe00-\ufe0f]/u;
const isMark = /\p{M}/u;
const isPictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u;
/** They control whether letters join. */
const joiners = ['\u200c', '\u200d'];
const joining: ReadonlySet<ScriptFont | null> = new Set<ScriptFont>(['Noto Sans Arabic', 'Noto Sans Devanagari']);

type PrintedLetter = { text: string; font: ScriptFont | null; isMissing?: true; isJoiner?: true };
/** `print` returns printable text; `fonts` those needed beside Inter; `missing` code points without a font. */
export type Printed = { print(text: string): string; fonts(): ScriptFont[]; missing(): number[] };

/**
 * Starts a document. Its `print` removes pictographs and control characters and replaces other letters that all fonts lack. Fonts
 * are loaded on demand.
 */
export function printing(paths: FontPaths): () => Printed {
  const house = [paths.regular, paths.bold].map((path) => codePointsOf(readFont(path)));
  const scripts = new Map<ScriptFont, Set<number>[]>();
  const has = (font: ScriptFont, code: number): boolean => {
    const sets = scripts.get(font) ?? paths.scripts[font].map((path) => codePointsOf(readFont(path)));
    scripts.set(font, sets);
    return sets.every((set) => set.has(code));
  };
  const printedLetter = (character: string): PrintedLetter => {
    const code = character.codePointAt(0) as number;
    if (isInvisible.test(character)) return { text: '', font: null };
    if (!isPrivate.test(character) && house.every((set) => set.has(code))) return { text: character, font: null };
    const own = scriptFonts.filter((font) => lettersOf[font].test(character));
    const others = eastAsian.test(character) ? scriptFonts.slice(-3) : [];
    const font = [...own, ...others].find((each) => has(each, code));
    if (font) return { text: character, font };
    if (isPictograph.test(character)) return { text: '', font: null };
    return { text: isMark.test(character) ? '' : missingSign, font: null, isMissing: true };
  };
  const letterCache = new Map<string, PrintedLetter>([
    ['\n', { text: '\n', font: null }],
    ['\t', { text: ' ', font: null }],
    ...joiners.map((joiner): [string, PrintedLetter] => [joiner, { text: '', font: null, isJoiner: true }]),
  ]);
  return () => {
    const needed = new Set<ScriptFont>();
    const missing = new Set<number>();
    return {
      print(text) {
        let result = '';
        let before: ScriptFont | null = null;
        for (const character of text.normalize('NFC')) {
          let known = letterCache.get(character);
          if (known === undefined) {
            known = printedLetter(character);
            letterCache.set(character, known);
          }
          if (known.font) needed.add(known.font);
          if (known.isMissing) missing.add(character.codePointAt(0) as number);
          if (known.isJoiner && joining.has(before)) result += character;
          else {
            result += known.text;
            before = known.font;
          }
        }
        return result;
      },
      fonts: () => scriptFonts.filter((font) => needed.has(font)),
      missing: () => [...missing].sort((a, b) => a - b),
    };
  };
}

/** Longer words may break anywhere, so that they do not overflow. */
const longestWord = 26;
/** Typst breaks these scripts between any two letters. */
const isUnspaced = String.raw`\p{sc=Thai}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}`;
const longWord = new RegExp(`[^\\s${isUnspaced}]{${longestWord + 1},}`, 'gu');
/** A grapheme: a letter with its marks and joiners. */
const sign = String.raw`(?:.(?:\u094d.|[\p{M}\u200c\u200d])*)`;
const pieces = new RegExp(`${sign}{1,${longestWord / 2}}`, 'gu');

/** `parts.typ` makes a break of each zero-width space, and Typst limits them per text. */
const maxBreaks = 50;

/**
 * Adds zero-width spaces where a long word may break, which do not reach the document; soft hyphens when there would be too many.
 */
export function breakable(text: string): string {
  const broken = text.replace(longWord, (word) =>
    word
      .split(/(?<=-)/)
      .map((part) => (part.match(pieces) ?? []).join('\u200b'))
      .join(''),
  );
  return broken.split('\u200b').length > maxBreaks ? broken.replaceAll('\u200b', '\u00ad') : broken;
}
