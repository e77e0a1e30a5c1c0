import { expect, test } from 'vitest';
import { translatorFor } from '#src/texts/locale.ts';
import { baselineOf, changesSince } from './baseline.ts';
import { flag, formOf, moment, money, stock, text } from './fields.ts';
import { inputOf } from './form-input.ts';

const form = formOf('x', [
  { name: 'all', fields: [text('title'), money('price'), moment('at'), flag('on'), stock('left')] },
]);
const before = { title: 'Lauf', price: 1250, at: Date.UTC(2026, 4, 17, 7), on: false, left: 3 };
const [german, english] = [translatorFor('de'), translatorFor('en-us')];
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

test('who changed what is told apart, in whatever language the form was opened', () => {
  const baseline = baselineOf(form, inputOf(form, before, german), german);
  const mine = { ...inputOf(form, before, german), title: 'Mein Lauf' };
  const { mine: own, theirs } = changesSince(form, baseline, { ...before, price: 1300 }, mine);
  expect([names(own), names(theirs)]).toEqual([['title'], ['price']]);
  const inEnglish = baselineOf(form, inputOf(form, before, english), english);
  expect(changesSince(form, inEnglish, before, inputOf(form, before, english))).toEqual({ mine: [], theirs: [] });
});

test('what both changed to the same is nobody’s conflict, and stock never is one', () => {
  const baseline = baselineOf(form, inputOf(form, before, german), german);
  const now = { ...before, title: 'Neu', left: 1 };
  const { theirs } = changesSince(form, baseline, now, { ...inputOf(form, before, german), title: ' Neu ' });
  expect(theirs).toEqual([]);
});

test('a form that does not say what it showed means everything in it', () => {
  for (const baseline of ['', 'de', 'xx Europe/Vienna title:1', 'de Nowhere/Land title:1'])
    expect(changesSince(form, baseline, before, {})).toMatchObject({ theirs: [] });
  expect(names(changesSince(form, '', before, {}).mine)).toEqual(['title', 'price', 'at', 'on']);
});
