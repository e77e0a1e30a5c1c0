import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { withDrawings } from '#src/runtime/bun/commands/drawings.ts';
import { sources } from './architecture.ts';

const documents = [
  ...readdirSync('.').filter((path) => path.endsWith('.md')),
  ...['bench', 'dev', 'docs', 'islands', 'migrations', 'modules', 'src', 'static', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(folder, path)),
  ),
];
const read = (path: string) => readFileSync(path, 'utf8');

/** GitHub's anchors of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-'),
  );

function brokenLinks(path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(target)) return true;
      return anchor !== undefined && !(statSync(target).isFile() && anchorsOf(read(target)).includes(anchor));
    });
}

test('every link of a document leads to a file or a heading', () => {
  const links = documents.flatMap((path) => [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]);
  expect(links.length).toBeGreaterThan(60);
  expect(documents.flatMap((path) => brokenLinks(path, read(path)).map((link) => `${path}: ${link}`))).toEqual([]);
});

test('a broken link is seen, to a file and to a heading', () => {
  const text =
    '[a](README.md) [b](#here) [c](missing.md) [d](#gone) [e](docs/operate.md#gone) [f](https://example.org)';
  expect(brokenLinks('CHANGELOG.md', text)).toEqual(['#here', 'missing.md', '#gone', 'docs/operate.md#gone']);
});

test('every command that a document names is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/\bbun run ([a-z][a-z-]*)(?![\w./-])/g)].map(([, name]) => name),
  );
  expect(new Set(named)).toContain('quick');
  expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
});

test('the drawings of docs/architecture.md are those of the code; `bun run drawings` redraws them', () => {
  const text = read('docs/architecture.md');
  expect(text).toBe(withDrawings(text));
  expect(text.match(/^```mermaid$/gm)).toHaveLength(2);
});

test('every setting that the program reads is in docs/settings.md, and no other', () => {
  const code = sources('.')
    .filter((path) => path.startsWith('src/config/') && !path.includes('.test.'))
    .map(read)
    .join('\n');
  const names = [...code.matchAll(/\benv,\s*'([A-Z][A-Z0-9_]+)'/g)].map(([, name]) => name);
  expect(new Set(names).size).toBeGreaterThan(30);
  const documented = read('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+_?)`/g)].map(([, name = '']) => name));
  expect(names.filter((name) => !documented.includes(String(name)))).toEqual([]);
  const providers = ['GOOGLE', 'APPLE', 'FACEBOOK', 'BKU'];
  expect(documented.filter((name) => !code.includes(`'${name}'`) && !providers.includes(name))).toEqual([]);
});

test('the README of every module says on one page what it owns, announces and needs', () => {
  const modules = readdirSync('modules').map((name) => `modules/${name}/README.md`);
  const isComplete = (text: string) => ['**Owns**', '**Announces**', '**Needs**'].every((part) => text.includes(part));
  expect(modules.filter((path) => !isComplete(read(path)))).toEqual([]);
  expect(documents.filter((path) => path.endsWith('README.md') && read(path).length > 6000)).toEqual([]);
});

test.each([
  ['README.md', 6],
  ['CONTRIBUTING.md', 4],
  ['SECURITY.md', 4],
])('%s has at most %i KB', (path, kilobytes) => {
  expect(statSync(path).size).toBeLessThanOrEqual(kilobytes * 1024);
});

test('files that a document names exist', () => {
  const files = ['src', 'modules', 'islands', 'dev', 'tests', 'bench', 'docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `/${folder}/${path}`),
  );
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/`([\w./-]*\w\.(?:tsx?|sql|css))`/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(
    named.filter(({ name }) => !files.some((file) => file.endsWith(`/${name.replace(/^(\.\.?\/)+/, '')}`))),
  ).toEqual([]);
});
