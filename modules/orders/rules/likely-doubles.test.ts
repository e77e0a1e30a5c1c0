import { expect, test } from 'vitest';
import { likelyDoubles, pairKey } from './likely-doubles.ts';

type Row = [firstName: string, lastName: string, birthDate?: string | null, email?: string | null];
const people = (rows: Row[]) =>
  rows.map(([firstName, lastName, birthDate = '1990-05-01', email = null], at) => ({
    ...{ id: at + 1, firstName, lastName, birthDate, email },
  }));

test.each<[string, Row, Row, string | null]>([
  ['the same name and birth date', ['Zoë', 'Huber'], ['ZOË', ' huber '], 'samePerson'],
  ['another apostrophe and hyphen', ['Anna-Lena', "O'Hara"], ['Anna Lena', 'O’Hara'], 'samePerson'],
  [
    'the same mailbox and birth date',
    ['Max', 'Ott', '1990-05-01', 'a@b.at'],
    ['Maxi', 'Berg', '1990-05-01', 'A@b.at'],
    'sameMail',
  ],
  ['a letter too many', ['Jakob', 'Huber'], ['Jakob', 'Hubber'], 'nearName'],
  ['two letters swapped', ['Jakob', 'Huber'], ['Jaokb', 'Huber'], 'nearName'],
  ['first and last name swapped', ['Jakob', 'Huber'], ['Huber', 'Jakob'], 'nearName'],
  ['the same name without a birth date', ['Jakob', 'Huber', null], ['jakob', 'huber'], 'sameName'],
  ['father and son', ['Jakob', 'Huber', '1960-01-01'], ['Jakob', 'Huber', '1990-01-01'], null],
  ['twins', ['Jakob', 'Huber'], ['Lukas', 'Huber'], null],
  ['a near name on another birth date', ['Jakob', 'Huber', '1990-05-01'], ['Jakob', 'Hubber', '1990-05-02'], null],
  ['a mailbox without birth dates', ['Jakob', 'Huber', null, 'a@b.at'], ['Lea', 'Ott', null, 'a@b.at'], null],
  ['nothing in common', ['Jakob', 'Huber'], ['Lea', 'Ott'], null],
])('%s', (_title, one, other, reason) => {
  const expected = reason === null ? [] : [{ first: 1, second: 2, reason }];
  expect(likelyDoubles(people([one, other]))).toEqual(expected);
  expect(likelyDoubles(people([one, other]).toReversed())).toEqual(expected);
  expect(likelyDoubles(people([one, other]), new Set([pairKey(2, 1)]))).toEqual([]);
});

test('20,000 people, all of one name or of one birth date, take no square of comparisons', () => {
  const began = performance.now();
  const same = Array.from({ length: 20_000 }, (_, at): Row => ['Maria', 'Huber', null, `m${at}@b.at`]);
  expect(likelyDoubles(people(same)).length).toBeLessThan(20_000 * 20);
  const dated = Array.from({ length: 20_000 }, (_, at): Row => ['Maria', `Huber${at}`, '2010-01-01']);
  expect(likelyDoubles(people(dated)).length).toBeLessThan(20_000 * 20);
  expect(performance.now() - began).toBeLessThan(10_000);
});
