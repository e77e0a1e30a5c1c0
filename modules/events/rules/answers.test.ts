import { expect, test } from 'vitest';
import { writtenNumber } from './answers.ts';

test.each([
  ['12', '12'],
  ['1,5', '1.5'],
  ['1.5', '1.5'],
  [' +1,50 ', '1.50'],
  ['-7,25', '-7.25'],
  ['−3', '-3'],
  ['1.234,5', '1234.5'],
  ['1,234.5', '1234.5'],
  ['1.234.567,89', '1234567.89'],
  ['', null],
  ['zwölf', null],
  ['1e3', null],
  ['1.2.3', null],
  ['1,5,5', null],
  ['5 km', null],
])('the number %j is written %j', (typed, written) => {
  expect(writtenNumber(typed)).toBe(written);
});
