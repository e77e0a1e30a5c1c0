import { Font } from '@react-pdf/renderer';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '#tests/support/sources.ts';
import { pdfFont, registerFonts } from './fonts.ts';
import { isQuiet, withoutReplacing } from './quiet-letters.ts';

type Run = { glyphs: { id: number }[]; positions: { xAdvance: number; xOffset: number; yOffset: number }[] };
type Whole = { layout(text: string, features: unknown, ...how: unknown[]): Run; characterSet: number[] };

beforeAll(() => registerFonts(testFonts));

/** The font with a layout that nobody has made quicker. */
function wholeFont(fontWeight: number): Whole {
  const { data } = Font.getFont({ fontFamily: pdfFont, fontWeight });
  const font = data as unknown as Whole;
  const { layout } = Object.getPrototypeOf(font) as Whole;
  return { characterSet: font.characterSet, layout: (...how) => layout.apply(font, how) };
}

const shown = ({ glyphs, positions }: Run): string =>
  JSON.stringify(
    glyphs.map(({ id }, at) => [id, positions[at]?.xAdvance, positions[at]?.xOffset, positions[at]?.yOffset]),
  );

describe.each([400, 700])('in the font of weight %i', (weight) => {
  test.each([[[]], [['tnum']]])('a quiet text looks the same without rules of replacing, asked for %j', (features) => {
    const font = wholeFont(weight);
    const latin = font.characterSet.filter((code) => /^[A-Za-zÀ-ÖØ-öø-ž]$/.test(String.fromCodePoint(code)));
    const letter = fc.constantFrom(...latin.map((code) => String.fromCodePoint(code)), ...'aeinrstxAEINRSTX');
    const sign = fc.constantFrom(..." .,'-0123456789x");
    const text = fc.array(fc.oneof(letter, letter, sign), { minLength: 1, maxLength: 60 }).map((all) => all.join(''));
    const sides = ['ltr', undefined];
    let compared = 0;
    fc.assert(
      fc.property(text, fc.constantFrom(...sides), (some, side) => {
        const asked = some
          .replace(/(?<!\p{Ll})-(?!\p{Ll})/gu, '')
          .replace(/(\d ?)x+/g, '$1')
          .replace(/x( ?\d)/g, '$1');
        if (!isQuiet(asked)) return;
        compared += 1;
        const plain = font.layout(asked, withoutReplacing(features), undefined, undefined, side);
        expect(shown(plain)).toBe(shown(font.layout(asked, features, undefined, undefined, side)));
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(200);
  });
});

test.each(['5 x 3', '5x3', 'A-B', 'A - B', '(A)', '10:30', 'Ω', 'a–b', '->'])('%j is not quiet', (text) =>
  expect(isQuiet(text)).toBe(false),
);
test.each(["Anna-Maria O'Neill", 'Müller-Łopacka', 'T1.1.605.SYXT9667X', '4020 Linz', 'Max Felix'])(
  '%j is quiet',
  (text) => expect(isQuiet(text)).toBe(true),
);
