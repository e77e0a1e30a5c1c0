import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailError, normalizeEmail } from './email.ts';

describe('an e-mail address', () => {
  test.each([
    ['anna@example.test', 'anna@example.test'],
    ['  Anna.Gruber@Example.TEST ', 'anna.gruber@example.test'],
    ['ａｎｎａ@example.test', 'anna@example.test'],
    ['laeufer@bücher.example', 'laeufer@xn--bcher-kva.example'],
    ['anna@лыжи.рф', 'anna@xn--f1aeh8d.xn--p1ai'],
    ['anna@example.xn--p1ai', 'anna@example.xn--p1ai'],
    ['anna+lauf@example.test', 'anna+lauf@example.test'],
    ["o'hara@mail.example.co.uk", "o'hara@mail.example.co.uk"],
  ])('%s is kept as %s', (typed, kept) => {
    expect(normalizeEmail(typed)).toBe(kept);
  });

  test.each([
    '',
    '@',
    'anna',
    'anna@',
    '@example.test',
    'anna@example',
    'anna@127.0.0.1',
    'anna@example..test',
    'anna gruber@example.test',
    'anna@exa mple.test',
    'anna@example.test/path',
    'anna@user@example.test',
    'anna@example.test:25',
    'anna@example.test\nBcc: all@example.test',
    'a..b@example.test',
    `${'a'.repeat(65)}@example.test`,
    `anna@${'a'.repeat(64)}.test`,
    '<anna@example.test>',
    'a@b.c',
    'a@b.c1',
    'a@b.1c',
    'anna@example.t-t',
    'anna@example.xn--',
    'jürgen@example.test',
    'anna@example.test.',
    'иван@example.test',
  ])('%s is none', (typed) => {
    expect(normalizeEmail(typed)).toBeNull();
  });

  test('is normalized once and for all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (typed) => {
        const once = normalizeEmail(typed);
        if (once !== null) expect(normalizeEmail(once)).toBe(once);
      }),
    );
  });
});

test.each([
  ['jürgen@example.test', 'emailLetter:ü'],
  ['ju\u0308rgen@example.test', 'emailLetter:ü'],
  ['Ægir@bücher.example', 'emailLetter:Æ'],
  ['иван@example.test', 'emailLetter:и'],
  ['anna@bücher', 'email'],
  ['jürgen', 'email'],
  ['anna gruber@example.test', 'email'],
])('%s is refused for %s', (typed, error) => {
  expect(normalizeEmail(typed)).toBeNull();
  expect(emailError(typed)).toBe(error);
});
