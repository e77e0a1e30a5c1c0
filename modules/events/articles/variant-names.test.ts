import { expect, test } from 'vitest';
import { findDuplicate, isSameName } from './save-articles.ts';

test.each([
  ['M', 'm', true],
  ['M', ' M ', true],
  ['Größe M', 'GRÖSSE M', false],
  ['', ' ', true],
  ['M', 'L', false],
  ['', 'M', false],
])('%j and %j are the same: %j', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same);
});

test.each([
  ['nothing changed', ['M', 'M'], [], undefined],
  ['the second becomes the first', ['M', 'm'], [2], 2],
  ['two swap their names', ['L', 'M'], [1, 2], undefined],
  ['a third is none of the twins', ['M', 'M', 'L'], [3], undefined],
])('%s', (_, names, changed, twin) => {
  const variants = names.map((name, at) => ({ id: at + 1, name }));
  expect(findDuplicate(variants, ({ id }) => changed.includes(id))?.id).toBe(twin);
});
