import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown, plainText } from './markdown.tsx';

const html = (text: string, topLevel?: 2 | 3 | 4) =>
  renderToStaticMarkup(<Markdown text={text} {...(topLevel ? { topLevel } : {})} />).replace(
    /^<div class="prose">|<\/div>$/g,
    '',
  );

test.each([
  ['Hallo **du** und *ich*', '<p>Hallo <strong>du</strong> und <em>ich</em></p>'],
  ['eins\nzwei', '<p>eins<br/>zwei</p>'],
  ['- a\n- b\n  weiter', '<ul><li>a</li><li>b<br/>weiter</li></ul>'],
  ['1. a\n2. b', '<ol start="1"><li>a</li><li>b</li></ol>'],
  ['> ## Ablauf\n\n# Start', '<blockquote><h4>Ablauf</h4></blockquote><h3>Start</h3>'],
  ['[Regeln]\n\n[Regeln]: /events/1', '<p><a href="/events/1" rel="noopener">Regeln</a></p>'],
  ['- [x] Startnummer', '<ul><li>☑ Startnummer</li></ul>'],
  [
    '| km | Zeit |\n|---:|---|\n| 5 | 9:00 |',
    '<table><thead><tr><th scope="col">km</th><th scope="col">Zeit</th></tr></thead><tbody><tr><td>5</td><td>9:00</td></tr></tbody></table>',
  ],
  ['![Strecke](https://x.example/a.png)', '<p>Strecke</p>'],
  ['<b>fett</b>', '<p>&lt;b&gt;fett&lt;/b&gt;</p>'],
  ['> Zitat', '<blockquote><p>Zitat</p></blockquote>'],
  ['---', '<hr/>'],
  ['## Ablauf\n\n### Start', '<h3>Ablauf</h3><h4>Start</h4>'],
  ['[Strecke](https://x.example/a)', '<p><a href="https://x.example/a" rel="noopener">Strecke</a></p>'],
  ['https://x.example/a.', '<p><a href="https://x.example/a" rel="noopener">https://x.example/a</a>.</p>'],
  ['2 * 3 * 4 und snake_case_name', '<p>2 * 3 * 4 und snake_case_name</p>'],
])('%j', (text, expected) => expect(html(text)).toBe(expected));

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert)',
  '[a](data:text/html,x)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a]\n\n[a]: javascript:alert(1)',
  '[a]\n\n[a]: //evil.example',
  '<javascript:alert(1)>',
  '[a](&#106;avascript:alert(1))',
  '[a](java&Tab;script:alert(1))',
  '![a](https://evil.example/a.png)',
  '<a href="javascript:alert(1)">a</a>',
  '<style>a</style><iframe src="//evil.example">',
  '# <svg onload=alert(1)>',
  'a[^1]\n\n[^1]: <script>alert(1)</script>',
])('%j becomes nothing that runs or leads astray', (text) => {
  expect(html(text)).not.toMatch(/<(script|img|a|style|iframe|svg)\b/i);
});

test('any text at all is rendered, and quickly', () => {
  const text = fc
    .array(fc.constantFrom('*', '_', '#', '-', '>', '[', ']', '(', ')', '\\', '\n', ' ', 'a', '1.', 'http://'))
    .map((parts) => parts.join(''));
  fc.assert(fc.property(text, (each) => html(each).length >= 0));
  const begin = performance.now();
  for (const part of ['*a', '[a](', '> ', '**', '**a ', '_ ']) html(part.repeat(5000));
  expect(performance.now() - begin).toBeLessThan(5000);
});

// Everything that an organizer may write, 100,000 characters, on the page that everybody opens.
test.each<[string, string]>([
  ['a heading of spaces', `# a${' '.repeat(99_000)}b`],
  ['a heading of marks', `# a${'#'.repeat(99_000)}b`],
  ['brackets', '['.repeat(99_000)],
  ['beginnings of links', '[a]('.repeat(24_000)],
  ...[
    '**a ',
    '> ',
    '- ',
    '`',
    '<a ',
    '&amp',
    '![',
    '|',
    '|-',
    '~~',
    '[^1]',
    'http://',
    '[a]: b\n',
    '    a\n',
    '(\n',
    '_*',
  ].map((part): [string, string] => [`'${part}'`, part.repeat(99_000 / part.length)]),
])('the longest description of %s keeps nobody waiting', (_, text) => {
  const begin = performance.now();
  html(text);
  plainText(text);
  expect(performance.now() - begin).toBeLessThan(2000);
});

test('a heading loses the marks that close it, and no more', () => {
  expect(html('# Start ##')).toContain('>Start<');
  expect(html('# ###')).toBe('');
});

test('plain text has no marks and ends at a word', () => {
  expect(plainText('# Titel\n\nEin **fetter** [Link](https://x.example).')).toBe('Titel Ein fetter Link.');
  expect(plainText('eins zwei drei vier', 12)).toBe('eins zwei…');
});
