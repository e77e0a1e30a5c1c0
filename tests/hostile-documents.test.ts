/** Every template with markup, overlong texts and any script: data stays data. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentCompiler } from '#src/documents/compile.ts';
import type { DocumentData } from '#src/documents/document.ts';
import { qrPng } from '#src/documents/qr.ts';
import type { TemplateName } from '#src/gen/templates.ts';
import { readPaper, spoken } from './support/read-paper.ts';
import { testFonts } from './support/sources.ts';
import { isThorough } from './support/thorough.ts';
import { worldNames } from './support/world-names.ts';

const parts = 'src/documents/parts.typ';
const paths = globSync('{src,modules}/**/*.typ').filter((path) => path !== parts);
const sampleOf = (path: string) => path.replace(/\.typ$/, '.sample.json');

/** Fields that a template does not print as text. */
const fixed = /^(language|name|accent|accent-ink|accent-text|tone)$/;
const isFixed = (key: string, value: string) => fixed.test(key) && /^(#|\/|de$|en-US$)/.test(value);
const replaced = (data: unknown, text: string): DocumentData =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    typeof value === 'string' && !isFixed(key, value) ? text : value,
  );

const markup =
  String.raw`#panic("x") #import "/data.json" $x^2$ \u{41} @ref <label> *a* _b_ ` +
  '`c` // d /* e */ "f" \'g\' ~ --- = [h] {i}';
const hostile = {
  markup,
  'line starts': '= a\n- b\n+ c\n/ d: e\n#set page(width: 1cm)',
  'many scripts': 'عربي עברית हिन्दी ไทย ქართული Հայերեն 中文 日本語 한국어 Ελλάδα Україна Nguyễn \u202eabc\u200b\ufeff',
  pictographs: '🏃‍♀️🇦🇹',
  'marks on marks': `Z${'\u0337\u031b'.repeat(50)}oe\u0308`,
};
/** Long texts in every field take up to twenty seconds, so an ordinary run has them in the ticket only. */
const long = { '5,000 letters': 'x'.repeat(5000), 'many words': 'Maximiliane '.repeat(100) };
const textsFor = (path: string) =>
  isThorough || path.startsWith('modules/orders/documents/ticket') ? { ...hostile, ...long } : hostile;
const compile = documentCompiler(testFonts);
const code = Buffer.from(await qrPng('x')).toString('base64');
const made = (path: string, data: DocumentData, note?: Parameters<typeof compile>[1]) =>
  compile(
    {
      ...{ kind: 'document', template: path as TemplateName, data, standard: 'ua-1', isTagged: true },
      ...{ issuedAt: null, xml: null, pictures: { 'code.png': code, picture: code } },
    },
    note,
  );

test.each(paths)('%s: texts are texts', { timeout: 120_000 }, async (path) => {
  expect(existsSync(sampleOf(path)), `${sampleOf(path)} is a record for this template`).toBe(true);
  const sample = JSON.parse(readFileSync(sampleOf(path), 'utf8')) as DocumentData;
  expect((await readPaper(await made(path, sample))).pages).toBe(1);
  for (const [what, text] of Object.entries(textsFor(path))) {
    const bytes = await made(path, { ...replaced(sample, text), title: `T ${text}` }).catch((error) => {
      throw new Error(`${what}: ${error}`);
    });
    if (what === 'markup')
      expect(spoken((await readPaper(bytes)).tree).replace(/\s+/g, '')).toContain(
        markup.slice(0, 40).replace(/\s+/g, ''),
      );
  }
});

const everyCase = paths.flatMap((path) => Object.entries(worldNames).map(([script, name]) => ({ path, script, name })));
// Each template and each script several times; all pairs in the thorough run.
const cases = everyCase.filter((_, at) => isThorough || at % 5 === 0);
test.each(cases)('$path shows every letter of a name: $script', { timeout: 60_000 }, async ({ path, name }) => {
  const sample = JSON.parse(readFileSync(sampleOf(path), 'utf8')) as DocumentData;
  const missing: number[] = [];
  const bytes = await made(path, replaced(sample, name), (codes) => missing.push(...codes));
  const { texts, hasNotdef } = await readPaper(bytes);
  expect([missing, hasNotdef]).toEqual([[], false]);
  const text = texts.join('');
  expect(text).not.toMatch(/[\ufffd⌧□]/);
  const letters = new Set(text.normalize('NFC'));
  expect([...name.normalize('NFC')].filter((letter) => /\p{L}/u.test(letter) && !letters.has(letter))).toEqual([]);
});

test('a letter that no font has becomes a sign, and its code point is told', async () => {
  const [path = ''] = paths;
  const sample = JSON.parse(readFileSync(sampleOf(path), 'utf8')) as DocumentData;
  const missing: (readonly number[])[] = [];
  const bytes = await made(path, { ...replaced(sample, 'தமிழ் 🏃 Eva') }, (codes) => missing.push(codes));
  expect(missing).toEqual([[0xba4, 0xbae, 0xbb4, 0xbbf, 0xbcd]]);
  const { texts, hasNotdef } = await readPaper(bytes);
  expect(hasNotdef).toBe(false);
  expect(texts.join(' ')).toContain('⌧⌧⌧  Eva');
});

test('a name from right to left that is too long for its size still begins at the right', async () => {
  const path = 'modules/orders/documents/ticket.typ';
  const sample = JSON.parse(readFileSync(sampleOf(path), 'utf8')) as DocumentData;
  const words = ['אבגד', 'הוזח', 'טיכל', 'מנסע'];
  const { texts } = await readPaper(await made(path, { ...sample, name: [...words, ...words, ...words].join(' ') }));
  // Typst writes right-to-left lines from their left end.
  const line = words.map((word) => [...word].reverse().join('')).reverse();
  expect(texts.join('').replace(/[ \u00a0]+/g, ' ')).toContain(line.join(' '));
});
