import { expect, test } from 'vitest';
import { countryCodes } from '#src/kernel/countries.ts';
import { givenBib, linkIn, listRows, refusalIn } from './answers.ts';
import { differencesOf, mayWin } from './differences.ts';
import { cut } from './fields.ts';
import { isMaskOf, masked } from './mask.ts';
import { countryOf, nationOf } from './nations.ts';
import { maxAttempts, pauseAfter, restOf, stateAfter } from './push.ts';

test('every country has three letters of both kinds, and those of ISO lead back to it', () => {
  for (const code of countryCodes) {
    expect([code, nationOf(code, 'iso3')]).toEqual([code, expect.stringMatching(/^[A-Z]{3}$/)]);
    expect([code, nationOf(code, 'ioc')]).toEqual([code, expect.stringMatching(/^[A-Z]{3}$/)]);
    expect([code, countryOf(nationOf(code, 'iso3'), 'iso3')]).toEqual([code, code]);
  }
  expect(['AT', 'DE', 'CH', 'NL', 'GB', 'US'].map((code) => nationOf(code, 'ioc'))).toEqual([
    ...['AUT', 'GER', 'SUI', 'NED', 'GBR', 'USA'],
  ]);
  expect(['AUT', 'GER', 'SUI', 'FRA', 'GBR', 'DEN', '?'].map((nation) => countryOf(nation, 'ioc'))).toEqual([
    ...['AT', 'DE', 'CH', 'FR', 'GB', 'DK'],
    null,
  ]);
  expect([nationOf('AT', 'none'), nationOf(null, 'ioc'), nationOf('AT', 'iso2')]).toEqual(['', '', 'AT']);
});

test.each([
  ['{"ID":12,"Bib":101}', { bib: '101', pid: 12 }],
  ['{"Bib":"101"}', { bib: '101', pid: null }],
  ['\uFEFF 101 ', { bib: '101', pid: null }],
  ['0', null],
  ['{"Error":"no"}', null],
  ['<html>', null],
  ['', null],
])('the number in %s', (text, given) => {
  expect(givenBib(text)).toEqual(given);
});

test('links, refusals and lists are read as they come', () => {
  expect(linkIn('[["https:\\/\\/my.example\\/a?b=1&c=2"]]')).toBe('https://my.example/a?b=1&c=2');
  expect(linkIn('http://my.example/')).toBeNull();
  expect(refusalIn('{"Error":"field not found: X"}')).toBe('field not found: X');
  expect(refusalIn('<b>no</b>\n way')).toBe('no way');
  expect(listRows('[[1,101,null]]', ['ID', 'Bib', 'Club'])).toEqual([{ ID: '1', Bib: '101', Club: '' }]);
  expect(listRows('{"data":[{"ID":1,"Bib":"7"}]}', ['ID', 'Bib'])).toEqual([{ ID: '1', Bib: '7' }]);
  expect(listRows('{"Error":"x"}', ['ID'])).toBeNull();
});

test('an address is masked to its last eight characters; the mask means unchanged', () => {
  const address = 'https://api.raceresult.com/165435/ABCDEFGH12345678';
  expect(masked(address)).toBe(`${'*'.repeat(address.length - 8)}12345678`);
  expect(isMaskOf(masked(address), address)).toBe(true);
  expect(isMaskOf(masked(address), null)).toBe(false);
});

test('a text is cut within no character', () => {
  expect(cut('Größe', 4)).toBe('Größ');
  expect(cut('ab👩‍👩‍👧', 5)).toBe('ab');
  expect(cut('e\u0301e\u0301', 3)).toBe('e\u0301');
});

test('pauses grow to an hour, and end', () => {
  expect([1, 2, 3, 20].map(pauseAfter)).toEqual([10_000, 20_000, 40_000, 3_600_000]);
  expect([stateAfter('noAnswer', 1), stateAfter('noAnswer', maxAttempts), stateAfter('refused', 1)]).toEqual([
    ...['failed', 'dead', 'dead'],
  ]);
  expect([restOf(1, true), restOf(2, true), restOf(20, true), restOf(4, false), restOf(5, false)]).toEqual([
    ...[2000, 4000, 300_000, 0, 10_000],
  ]);
});

test('ignores spellings with the same meaning; empty values never win', () => {
  const ours = { Sex: 'f', Nation: 'AUT', DateOfBirth: '1990-05-01', Email: 'a@b.test', Bib: '12', Club: '' };
  const theirs = {
    Sex: 'W',
    Nation: 'aut',
    DateOfBirth: '1990-05-01T00:00:00',
    Email: 'A@b.test',
    Bib: '12',
    Club: ' ',
  };
  expect(differencesOf(ours, theirs)).toEqual([]);
  expect(mayWin({ field: 'Club', ours: '', theirs: 'x' })).toEqual(['theirs']);
  expect(mayWin({ field: 'Club', ours: 'x', theirs: '' })).toEqual(['ours']);
  expect(mayWin({ field: 'Contest', ours: '1', theirs: '2' })).toEqual(['ours']);
  expect(mayWin({ field: 'Bib', ours: '1', theirs: '2' })).toEqual(['ours', 'theirs']);
});
