import { expect, test } from 'vitest';
import { bibOf, numberOfBib } from './bib.ts';

test.each([
  ['7', [' 7 ', '007', '７', '００７', '\u00a07']],
  ['0', ['0', '00', '０']],
  ['A-12', ['a-12', 'A-12', ' ａ-12', 'Ａ-１２']],
  ['Ä1', ['ä1', 'a\u03081']],
])('%s is one start number however it is typed', (bib, typed) => {
  expect([...new Set(typed.map(bibOf))]).toEqual([bib]);
  expect(bibOf(bib)).toBe(bib);
});

test('empty bibs and bibs with letters have no number', () => {
  expect(['', ' ', '\u3000', null, undefined].map(bibOf)).toEqual([null, null, null, null, null]);
  expect([bibOf('０５'), bibOf('a5')].map((bib) => numberOfBib(bib))).toEqual([5, null]);
});
