import { expect, test } from 'vitest';
import { summariesInOrder } from './summary-order.ts';

const entry = (id: string) => `<li><a href="#field-${id}">${id}</a></li>`;
const fields = ['first', 'last', 'birth'].map((id) => `<input id="field-${id}"/>`).join('');

test('a summary leads down the page, and what leads nowhere stays last, in the order in which it came', () => {
  const given = ['gone', 'birth', 'lost', 'first', 'last'].map(entry).join('');
  const ordered = ['first', 'last', 'birth', 'gone', 'lost'].map(entry).join('');
  expect(summariesInOrder(`<ul data-errors="">${given}</ul>${fields}`)).toBe(`<ul>${ordered}</ul>${fields}`);
});

test('other lists stay as they are', () => {
  const page = `<ul>${entry('last')}${entry('first')}</ul>${fields}`;
  expect(summariesInOrder(page)).toBe(page);
});
