import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * docs/security/asvs.md answers every requirement of levels 1 and 2 of the OWASP Application Security Verification Standard 5.0.0
 * once, and names only existing tests.
 */
const levelsOneAndTwo = `1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6
  3.5.1-5 3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5
  6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2
  10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3
  12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1
  16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`;

/** `1.2.6-8` and `1.2.6–1.2.8` are three requirements. */
function numbersOf(range: string): string[] {
  const [from = '', to = from] = range.split(/[-–]/);
  const section = from.split('.').slice(0, 2).join('.');
  const [first, last] = [from, to].map((each) => Number(each.split('.').at(-1))) as [number, number];
  return Array.from({ length: last - first + 1 }, (_, step) => `${section}.${first + step}`);
}

const rows = readFileSync('docs/security/asvs.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number = '']) => /^\d+\.\d+\.\d+/.test(number))
  .map(([, number = '', , state = '', evidence = '']) => ({ number, state, evidence }));

test('every requirement of levels 1 and 2 is answered once', () => {
  const asked = levelsOneAndTwo.split(/\s+/).flatMap(numbersOf);
  expect(asked).toHaveLength(253);
  expect(rows.flatMap(({ number }) => numbersOf(number))).toEqual(asked);
  expect(rows.filter(({ state }) => !['yes', 'part', 'no', '–'].includes(state))).toEqual([]);
});

test('what is said to hold names a test that is there, or the place that shows it', () => {
  const named = rows.flatMap(({ number, evidence }) =>
    [...evidence.matchAll(/`([^`]*) › ([^`]*)`/g)].map(([, path = '', title = '']) => ({ number, path, title })),
  );
  expect(named.length).toBeGreaterThan(80);
  const begins = (source: string, title: string) =>
    [...source.matchAll(/\b(?:test|describe)(?:\.each[^(]*\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)].some(
      ([, , whole = '']) => whole.startsWith(title),
    );
  const missing = named.filter(({ path, title }) => !begins(readFileSync(path, 'utf8'), title));
  expect(missing).toEqual([]);
});
