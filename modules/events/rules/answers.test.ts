import { expect, test } from 'vitest';
import { parseAnswer, writtenNumber } from './answers.ts';

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

const option = (value: string, de: string, en = de) => ({ value, label: { de, en } });
const question = (type: 'text' | 'number' | 'date' | 'select' | 'checkbox') => ({
  type,
  options: type === 'select' ? [option('S', 'Klein', 'Small'), option('Klein', 'Sehr klein', 'Tiny')] : [],
  formerOptions: type === 'select' ? [option('alt', 'Riesig', 'Huge')] : [],
});

test.each([
  ['select', 'Klein', 'de', 'S'],
  ['select', ' small ', 'de', 'S'],
  ['select', 'S', 'de', 'S'],
  ['select', 'tiny', 'en-us', 'Klein'],
  ['select', 'Riesig', 'de', 'alt'],
  ['select', 'gibt es nicht', 'de', 'gibt es nicht'],
  ['number', '1,5', 'de', '1.5'],
  ['date', '1.5.2027', 'de', '2027-05-01'],
  ['date', '05/01/2027', 'en-us', '2027-05-01'],
  ['date', '2027-05-01', 'de', '2027-05-01'],
  ['checkbox', 'Ja', 'de', 'true'],
  ['checkbox', 'true', 'en-us', 'true'],
  ['checkbox', 'no', 'en-us', 'false'],
  ['text', ' LC Linz ', 'de', 'LC Linz'],
] as const)('to a %s question, %j sought in %s means %j', (type, typed, locale, kept) => {
  expect(parseAnswer(question(type), typed, locale)).toBe(kept);
});
