import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardAlphabet, makeCardCode, maskedCardCode, readCardCode, shortCardCode } from './code.ts';

const codes = fc
  .array(fc.nat(cardAlphabet.length - 1), { minLength: 15, maxLength: 15 })
  .map((picks) => makeCardCode(() => picks.shift() ?? 0));

test('a code is read however it is typed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toHaveLength(16);
      for (const typed of [
        code,
        maskedCardCode(code),
        ` ${code.toLowerCase()} `,
        maskedCardCode(code).replaceAll('-', ' – '),
      ])
        expect(readCardCode(typed)).toBe(code);
      expect(maskedCardCode(code)).toMatch(/^(\w{4}-){3}\w{4}$/);
      expect(shortCardCode(code)).toBe(`•••• ${code.slice(12)}`);
    }),
  );
});

test('one wrong sign, and two neighbours that changed places, make no code', () => {
  fc.assert(
    fc.property(codes, fc.nat(15), fc.nat(cardAlphabet.length - 1), (code, at, by) => {
      const wrong = code.slice(0, at) + cardAlphabet[by] + code.slice(at + 1);
      if (wrong !== code) expect(readCardCode(wrong)).toBeNull();
      const swapped = code.slice(0, at) + (code[at + 1] ?? '') + code[at] + code.slice(at + 2);
      if (swapped !== code) expect(readCardCode(swapped)).toBeNull();
    }),
  );
});

test.each(['', 'ABCD', '0000-0000-0000-0000', '3479-CDFH-JKMN-PQRT-W', '3'.repeat(15)])('%s is no code', (typed) => {
  expect(readCardCode(typed)).toBeNull();
});
