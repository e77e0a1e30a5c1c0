import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources, withoutComments } from './architecture.ts';

const read = (path: string) => ({ path, text: readFileSync(path, 'utf8') });
const code = sources('.').map(read);
const tests = [
  ...sources('.').filter((path) => path.includes('.test.')),
  ...readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `tests/${path}`),
].map(read);

/** Names that say nothing about a thing's purpose. */
const emptyWords = /^(manager|helper|util|handle)s?$/i;
const wordsOf = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
const declared = /\b(?:function|class|const|let|type|interface|enum)\s+([A-Za-z_]\w*)/g;

test('files are named by what they do', () => {
  const empty = [...code, ...tests].filter(({ path }) => wordsOf(path).some((word) => emptyWords.test(word)));
  expect(empty.map(({ path }) => path)).toEqual([]);
});

test('functions, types and values are named by what they do', () => {
  const empty = code.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(declared)]
      .map((match) => match[1] as string)
      .filter((name) => wordsOf(name).some((word) => emptyWords.test(word)))
      .map((name) => `${path}: ${name}`),
  );
  expect(empty).toEqual([]);
});

test('no file is longer than 400 lines', () => {
  const long = code
    .filter(({ path }) => !path.includes('.test.'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

test('no test is left out or stands alone', () => {
  const pattern = /\b(test|it|describe)\.(only|skip|todo|fixme|fails)\b/;
  expect(tests.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

test('nothing is left for later', () => {
  const pattern = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME'].join('|')})\\b`);
  expect([...code, ...tests].filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

test('pages carry no inline styles or scripts, which the content security policy forbids', () => {
  const elsewhere = /^src\/mail\/|\/(documents|emails|papers)\/|\.test\./;
  const pattern = /\sstyle=[{"']|<script>/;
  const inline = code.filter(({ path, text }) => path.endsWith('.tsx') && !elsewhere.test(path) && pattern.test(text));
  expect(inline.map(({ path }) => path)).toEqual([]);
});

test('islands ask the server through `call.ts`, which tries again', () => {
  // The scanner's gate does not wait, and its queue has its own retries.
  const ownRules = ['islands/call.ts', 'islands/scanner/server.ts'];
  const pattern = /\bfetch\b|\bXMLHttpRequest\b|\bsendBeacon\b/;
  const calling = code.filter(
    ({ path, text }) => path.startsWith('islands/') && !path.includes('.test.') && pattern.test(withoutComments(text)),
  );
  expect(calling.map(({ path }) => path).sort()).toEqual(ownRules.sort());
});

const all = ['src', 'modules', 'islands', 'dev', 'tests', 'bench', 'migrations', 'static'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);
const readmes = ['README.md', ...all.filter((path) => path.endsWith('/README.md'))].map(read);

test('the README of a module names every fact that it announces or hears', () => {
  const kinds = new Map(
    code.flatMap(({ text }) =>
      [...text.matchAll(/export const (\w+) = factKind<[^']*'([\w.]+)'/g)].map(([, name, fact]) => [name, fact]),
    ),
  );
  expect(kinds.size).toBeGreaterThan(20);
  const silent = readmes.flatMap(({ path, text }) => {
    const [, folder] = /^(modules\/[\w-]+\/)README\.md$/.exec(path) ?? [];
    const ofModule = code.filter((file) => folder && file.path.startsWith(folder) && !file.path.includes('.test.'));
    const named = ofModule.flatMap((file) =>
      [...file.text.matchAll(/\bonFact\((\w+),|export const (\w+) = factKind</g)].map(([, heard, own]) =>
        kinds.get(heard ?? own),
      ),
    );
    return named.filter((fact) => !text.includes(`\`${fact}`)).map((fact) => `${path}: ${fact}`);
  });
  expect(silent).toEqual([]);
});

const partOf = {
  comments: (text: string) => (text.match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []).join('\n'),
  names: (text: string) => withoutComments(text).replace(/'[^'\n]*'|"[^"\n]*"/g, ''),
};

/** Words with several meanings or none that a dictionary knows, what to say instead, and how many uses are left. */
const retired: readonly [part: keyof typeof partOf, word: RegExp, instead: string, left: number][] = [
  ['names', /\b[kK]ept[A-Z]?\w*|\b\w+Kept\b/g, 'cached, held, saved, stored or retained', 266],
  ['names', /\b(Said|Shown|Asked|Typed|Told|Meant)\b/g, 'Props, View, Input, Request, Message', 9],
  ['names', /\b(said|shown|asked|typed|told|meant)\b/g, 'view, input, request, text', 452],
  ['names', /\b(most|fewest|least)([A-Z]\w*)?\b/g, 'max, min', 435],
  ['names', /\b(theirs|ours|those|whose|somebody|nobody)\b/g, 'the owner, the buyer, the other system', 245],
  ['names', /\b(noes|whoIsMeant|standIn|letGo|ourTurn|MailRoom|NotOurs|together|lineUp)\b/g, 'what style.md says', 15],
  ['names', /\bwords\b/g, 'i18n for a translator', 64],
  ['comments', /\b(whoever|whatever|somebody|nobody|anybody)\b/gi, 'the buyer, the caller, the process', 34],
  ['comments', /\b(theirs|of ours|that one's)\b/gi, 'the name of the owner', 18],
];

test.each(retired)('in %s instead of %s: %s', (part, word, _instead, left) => {
  const product = code.filter(({ path }) => !path.includes('.test.'));
  const uses = product.flatMap(({ path, text }) =>
    (partOf[part](text).match(word) ?? []).map((use) => `${path}: ${use}`),
  );
  expect(uses.length, 'a new use; or uses went: lower the number').toBe(left);
});
