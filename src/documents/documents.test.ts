import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPaper, spoken } from '#tests/support/read-paper.ts';
import { testFonts } from '#tests/support/sources.ts';
import { documentCompiler } from './compile.ts';
import { type DocumentWork, renderDocument } from './document.ts';
import { breakable, codePointsOf, printing } from './letters.ts';

const list = 'modules/bibs/papers/start-list.typ';
const work = (data: unknown): DocumentWork => ({
  ...{ kind: 'document', template: list, data: data as DocumentWork['data'], standard: 'ua-1' },
  ...{ isTagged: true, issuedAt: null, xml: null, pictures: {} },
});

test('a template that fails names itself and the place, and nothing of the data; the next document is compiled', async () => {
  const compile = documentCompiler(testFonts);
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

test('one line in the log names the document and the letters that no font has, and nothing else of it', async () => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const title = 'Liste \u0bb4\u0bae\u0bbf\u0bb4\u0bcd';
  const data = { language: 'de', title, author: 'LC', lead: '', foot: '', columns: [], groups: [] };
  const made = () => renderDocument({ ...testFonts, log }, { template: list, data }, null);
  const bytes = await made();
  expect(spoken((await readPaper(bytes)).tree)).toContain('Liste ⌧⌧⌧');
  await made();
  const codePoints = 'U+0BAE U+0BB4 U+0BBF U+0BCD';
  expect(lines).toEqual([['letters that no font has', { document: list, codePoints, count: 4 }]]);
}, 30_000);

test('a font says which letters it has', () => {
  const regular = codePointsOf(readFileSync(testFonts.regular));
  for (const letter of 'Aßłώя’□\u00a0')
    expect([letter, regular.has(letter.codePointAt(0) as number)]).toEqual([letter, true]);
  for (const letter of '李ع\u{1f600}')
    expect([letter, regular.has(letter.codePointAt(0) as number)]).toEqual([letter, false]);
});

test('pictographs and controls are left out, and what no font has becomes a sign and is told', () => {
  const begin = printing(testFonts);
  const { print, fonts, missing } = begin();
  expect(print('Zoe\u0308\tWałęsa\n🏃‍♀️ \u202e李\u0007\ue000\u0bae\u0bbf')).toBe('Zoë Wałęsa\n 李⌧⌧');
  expect([fonts(), missing()]).toEqual([['Noto Sans SC'], [0xbae, 0xbbf, 0xe000]]);
  // The next document does not need them.
  const next = begin();
  expect([next.print('Eva'), next.fonts(), next.missing()]).toEqual(['Eva', [], []]);
});

test('letters that join or not stay as they were written; Japanese comes before Chinese', () => {
  const { print, fonts } = printing(testFonts)();
  expect(print('علی\u200cرضا a\u200cb क्\u200dष')).toBe('علی\u200cرضا ab क्\u200dष');
  print('鈴木 さくら');
  expect(fonts()).toEqual(['Noto Sans Arabic', 'Noto Sans Devanagari', 'Noto Sans JP', 'Noto Sans SC']);
});

test('a word of more than 26 letters may break, behind its own hyphens first', () => {
  const letters = 'abcdefghijklm';
  expect(breakable(`kurz ${letters}${letters}`)).toBe(`kurz ${letters}${letters}`);
  expect(breakable(`${letters}${letters}n x`)).toBe(`${letters}\u200b${letters}\u200bn x`);
  expect(breakable('x'.repeat(5000))).not.toContain('\u200b');
  // Marks stay with their letters, and some scripts break by themselves.
  expect(breakable('प्रि'.repeat(14))).toBe(`${'प्रि'.repeat(13)}\u200bप्रि`);
  expect(breakable('น้ำ'.repeat(40))).not.toContain('\u200b');
  expect(breakable(`Hohenstein-Großmann-Wachenschwanz`)).toBe(`Hohenstein-Großmann-Wachenschwanz`);
});
