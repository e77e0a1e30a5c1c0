import { expect, test } from 'vitest';
import { foldedWords } from './fold.ts';

test.each([
  ['Zoë Wałęsa-Großmann', ['zoe', 'walesa', 'grossmann']],
  ['  Müller ', ['muller']],
  ["O'Neill", ['o', 'neill']],
  ['Anna-Lena.Gruber@Example.com', ['anna-lena.gruber@example.com']],
  ['LC Łódź „Die Schnellen“', ['lc', 'lodz', 'die', 'schnellen']],
  [' – ', []],
  ['', []],
])('the words of %j', (text, words) => expect(foldedWords(text)).toEqual(words));
