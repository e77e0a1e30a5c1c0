import { expect, test } from 'vitest';
import { keepLayouts } from './fonts.ts';

/** Lays out a letter a glyph, and counts how often it had to. */
function font(mostLetters?: number) {
  const asked: string[] = [];
  const laidOut = {
    layout(text: string, ..._how: unknown[]) {
      asked.push(text);
      return { glyphs: [...text].map((letter) => ({ letter })), positions: [...text].map(() => ({ xAdvance: 7 })) };
    },
  };
  keepLayouts(laidOut, mostLetters);
  return { laidOut, asked };
}

test('a text is laid out once for each way to lay it out', () => {
  const { laidOut, asked } = font();
  const first = laidOut.layout('Startnummer', ['tnum']);
  expect(laidOut.layout('Startnummer', ['tnum'])).toEqual(first);
  expect(asked).toHaveLength(1);
  laidOut.layout('Startnummer');
  laidOut.layout('Startnummer', ['tnum'], undefined, undefined, 'ltr');
  expect(asked).toHaveLength(3);
});

test('what becomes of a layout does not come back with the next one', () => {
  const { laidOut } = font();
  const first = laidOut.layout('ab');
  first.glyphs.pop();
  Object.assign(first.positions[0] ?? {}, { xAdvance: 99 });
  expect(laidOut.layout('ab')).toEqual({
    glyphs: [{ letter: 'a' }, { letter: 'b' }],
    positions: [{ xAdvance: 7 }, { xAdvance: 7 }],
  });
});

test('so many letters are kept; what was asked for longest ago goes first', () => {
  const { laidOut, asked } = font(9);
  for (const text of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb']) laidOut.layout(text);
  expect(asked).toEqual(['aa', 'bb', 'cc', 'bb']);
});
