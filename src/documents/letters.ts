import { readFileSync } from 'node:fs';

/** Code points that a TrueType font has a shape for (ISO/IEC 14496-22, `cmap` of formats 4 and 12). */
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
const isInvisible = /\p{Cc}|\p{Cf}|\p{M}|[\u200d\ufe00-\ufe0f]/u;
const isPictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/u;

/**
 * Returns a function that leaves of a text what these fonts show: pictographs and control characters are left out, any other
 * letter that a font lacks becomes an empty box.
 */
export function printableIn(fonts: readonly string[]): (text: string) => string {
  const sets = fonts.map((path) => codePointsOf(readFileSync(path)));
  const shownAs = new Map<string, string>([
    ['\n', '\n'],
    ['\t', ' '],
  ]);
  const shown = (character: string): string => {
    const isInFonts = sets.every((set) => set.has(character.codePointAt(0) as number));
    if (isPrivate.test(character)) return '□';
    if (isInvisible.test(character) && !(isInFonts && /\p{M}/u.test(character))) return '';
    if (isInFonts) return character;
    return isPictograph.test(character) ? '' : '□';
  };
  return (text) => {
    let result = '';
    for (const character of text.normalize('NFC')) {
      let known = shownAs.get(character);
      if (known === undefined) {
        known = shown(character);
        shownAs.set(character, known);
      }
      result += known;
    }
    return result;
  };
}

/** No real word is longer; a longer one may break every so many letters rather than run over the edge. */
const longestWord = 26;
const longWord = new RegExp(`\\S{${longestWord + 1},}`, 'g');

/** `parts.typ` makes a place to break of each zero-width space, and Typst takes no more of them in one text. */
const maxBreaks = 50;

/**
 * The text with a zero-width space where a long word may break, which is no letter of the document in the end; with soft
 * hyphens where it would need too many.
 */
export function breakable(text: string): string {
  const broken = text.replace(longWord, (word) =>
    word
      .split(/(?<=-)/)
      .map((part) => (part.match(new RegExp(`.{1,${longestWord / 2}}`, 'gu')) ?? []).join('\u200b'))
      .join(''),
  );
  return broken.split('\u200b').length > maxBreaks ? broken.replaceAll('\u200b', '\u00ad') : broken;
}
