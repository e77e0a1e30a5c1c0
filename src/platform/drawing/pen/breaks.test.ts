import { expect, test } from 'vitest';
import { brokenAtHyphens } from '../fonts.ts';
import { breaksOf } from './breaks.ts';

test.each([
  ['Donau-Lauf', ['Donau-Lauf']],
  ['Leichtathletikgemeinschaft', ['Leichtathletikgemeinschaft']],
  ['Sankt-Pölten-Herzogenburg-Krems', ['Sankt-', 'Pölten-', 'Herzogenburg-', 'Krems']],
  ['Laufgemeinschaft--Niederösterreich-', ['Laufgemeinschaft--', 'Niederösterreich-']],
  [`Lauf-${'x'.repeat(27)}-Nord`, ['Lauf-', 'x'.repeat(13), 'x'.repeat(13), 'x-', 'Nord']],
])('%s breaks at its hyphens first', (word, parts) => {
  expect(brokenAtHyphens(word)).toEqual(parts);
});

test('a line that ends behind a hyphen of its own gets no second one', () => {
  const lines = (text: string, width: number) => {
    const breaks = breaksOf(text, width, (from, to) => to - from, brokenAtHyphens);
    return breaks.map(({ end, isParted }, at) => text.slice(breaks[at - 1]?.end ?? 0, end) + (isParted ? '·' : ''));
  };
  expect(lines('Laufgemeinschaft-Niederösterreich', 20)).toEqual(['Laufgemeinschaft-']);
  expect(lines('Laufgemeinschaftniederösterreich', 20)).toEqual(['Laufgemeinsch·']);
});
