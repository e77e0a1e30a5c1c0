import { expect, test } from 'vitest';
import { articleText, clockText, moneyText, sinceText } from './format.ts';

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour, 5).getTime();

test('hours are written as each language writes them', () => {
  expect(clockText(at(27, 8), 'de')).toBe('08:05');
  expect(clockText(at(27, 8), 'en-us')).toMatch(/^8:05\sAM$/);
});

test('who was let in on another day is told which', () => {
  expect(sinceText(at(27, 8), at(27, 22), 'de')).toBe('08:05');
  expect(sinceText(at(26, 18), at(27, 8), 'de')).toBe('26.11.2026, 18:05');
  expect(sinceText(at(26, 18), at(27, 8), 'en-us')).toMatch(/^Nov 26, 2026, 6:05\sPM$/);
});

test('sums are written as everywhere else', () => {
  expect([moneyText(4690, 'de'), moneyText(4690, 'en-us')]).toEqual(['46,90\u00a0€', '€46.90']);
});

test('whoever hands out to many at once reads how many pieces each gets', () => {
  expect(articleText({ name: 'Nudeln', variantName: '', quantity: 2 })).toBe('2 × Nudeln');
  expect(articleText({ name: 'Shirt', variantName: 'S', quantity: 1 })).toBe('Shirt S');
});
