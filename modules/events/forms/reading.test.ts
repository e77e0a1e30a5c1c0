import { expect, test } from 'vitest';
import { wordsFor } from '#src/platform/locale.ts';
import { readForm } from './reading.ts';
import { end, type GroupSpec, moment, money } from './specs.ts';

const groups: readonly GroupSpec[] = [{ name: 'sale', fields: [money('price'), moment('from'), end('to')] }];
const read = (language: 'de' | 'en-us', typed: Record<string, string>) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(typed)) form.set(name, text);
  return readForm(groups, form, wordsFor(language), 'Europe/Vienna');
};

test('a day is all of that day: it begins at midnight and ends with its last minute', () => {
  const { input } = read('de', { from: '1.3.2026', to: '31.3.2026' });
  expect(input).toMatchObject({ from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T21:59:00.000Z' });
  expect(read('de', { to: '31.3.2026 18:00' }).input).toMatchObject({ to: '2026-03-31T16:00:00.000Z' });
});

test('an amount is what the language writes as one, and nothing else becomes another', () => {
  expect(read('de', { price: '1.250,50' }).input.price).toBe(125_050);
  expect(read('en-us', { price: '1,250.50' }).input.price).toBe(125_050);
  for (const [language, price] of [
    ['de', '12.50'],
    ['en-us', '12,50'],
    ['de', 'zwölf'],
  ] as const)
    expect(read(language, { price }).errors).toHaveProperty('price');
});
