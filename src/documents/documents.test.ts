import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testFonts } from '#tests/support/sources.ts';
import { documentCompiler } from './compile.ts';
import type { DocumentWork } from './document.ts';
import { breakable, codePointsOf, printableIn } from './letters.ts';

const fonts = [testFonts.regular, testFonts.bold];
const list = 'modules/bibs/papers/start-list.typ';
const work = (data: unknown): DocumentWork => ({
  ...{ kind: 'document', template: list, data: data as DocumentWork['data'], standard: 'ua-1' },
  ...{ isTagged: true, issuedAt: null, xml: null, pictures: {} },
});

test('a template that fails names itself and the place, and nothing of the data; the next document is compiled', async () => {
  const compile = documentCompiler(fonts);
  const secret = 'Zoë Wałęsa';
  const error = await compile(work({ language: 'de', title: secret, author: [7] })).catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toMatch(/^TemplateError modules\/bibs\/papers\/start-list\.typ at \/\S+\.typ:\d+:\d+/);
  expect(String(error) + (error as Error).stack).not.toContain(secret);
  const data = { language: 'de', title: 'Liste', author: 'LC', lead: '', foot: '', columns: [], groups: [] };
  const [first, second] = [await compile(work(data)), await compile(work(data))];
  expect(Buffer.from(first.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(second).toEqual(first);
});

test('a font says which letters it has', () => {
  const regular = codePointsOf(readFileSync(testFonts.regular));
  for (const letter of 'Aßłώя’□\u00a0')
    expect([letter, regular.has(letter.codePointAt(0) as number)]).toEqual([letter, true]);
  for (const letter of '李ع\u{1f600}')
    expect([letter, regular.has(letter.codePointAt(0) as number)]).toEqual([letter, false]);
});

test('what our fonts cannot show is left out or becomes a box', () => {
  const printable = printableIn(fonts);
  expect(printable('Zoe\u0308\tWałęsa\n🏃‍♀️ 李\u0007\ue000')).toBe('Zoë Wałęsa\n □□');
});

test('a word of more than 26 letters may break, behind its own hyphens first', () => {
  const letters = 'abcdefghijklm';
  expect(breakable(`kurz ${letters}${letters}`)).toBe(`kurz ${letters}${letters}`);
  expect(breakable(`${letters}${letters}n x`)).toBe(`${letters}\u200b${letters}\u200bn x`);
  expect(breakable('x'.repeat(5000))).not.toContain('\u200b');
  expect(breakable(`Hohenstein-Großmann-Wachenschwanz`)).toBe(`Hohenstein-Großmann-Wachenschwanz`);
});
