import { expect, test } from 'vitest';
import { hostNameIn, hostNameOf } from './host-name.ts';

test.each([
  ['lauf.example.org', 'lauf.example.org'],
  [' Lauf.Example.ORG. ', 'lauf.example.org'],
  ['münchen-läuft.example', 'xn--mnchen-luft-s8a81a.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
])('%j is the host name %j', (typed, name) => {
  expect(hostNameOf(typed)).toBe(name);
});

test.each([
  ...[
    '',
    ' ',
    'lauf',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '::1',
    'a..b',
    '-a.example',
    'a-.example',
  ],
  ...[
    'https://a.example',
    'a.example/x',
    'a.example:443',
    'ich@a.example',
    'a b.example',
    'a.example?x',
    'a.example#x',
  ],
  ...['a.example, b.example', 'a.example%0d%0ax', 'a_b.example', '*.example.org', `${'a'.repeat(64)}.example`],
  ...[`${'a.'.repeat(130)}example`, 'xn--.example', 'a.1', 'a\\b.example', '<b>.example', 'a.example;x'],
])('%j is none', (typed) => {
  expect(hostNameOf(typed)).toBeNull();
});

test.each([
  ['Lauf.Example.org', 'lauf.example.org'],
  ['lauf.example.org:3000', 'lauf.example.org'],
  ['lauf.example.org.:443', 'lauf.example.org'],
  ['', ''],
])('the header %j names %j', (header, name) => {
  expect(hostNameIn(header)).toBe(name);
});
