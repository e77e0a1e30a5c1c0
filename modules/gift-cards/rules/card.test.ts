import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import {
  cardAlphabet,
  cardState,
  formatCardCode,
  makeCardCode,
  readCardCode,
  shortCardCode,
  validAfterReturn,
  validUntilOf,
} from './card.ts';

const now = fromIso('2026-11-26T08:00:00Z');
const card = {
  ...{ rest: cents(500), issuedAt: now, droppedAt: null, blockedAt: null },
  validUntil: fromIso('2029-12-31T23:00:00Z'),
};

test.each([
  ['ordered', { issuedAt: null, validUntil: null, rest: cents(0) }],
  ['dropped', { issuedAt: null, validUntil: null, rest: cents(0), droppedAt: now }],
  ['ready', {}],
  ['used', { rest: cents(0) }],
  ['blocked', { blockedAt: now }],
  ['over', { validUntil: now }],
])('%s', (state, change) => {
  expect(cardState({ ...card, ...change }, now)).toBe(state);
});

test.each([
  ['2026-01-01T00:00:00Z', 3, '2029-12-31T23:00:00.000Z'],
  ['2026-12-31T22:59:59Z', 3, '2029-12-31T23:00:00.000Z'],
  // In Vienna it is next year already.
  ['2026-12-31T23:00:00Z', 3, '2030-12-31T23:00:00.000Z'],
  ['2026-06-01T12:00:00Z', 5, '2031-12-31T23:00:00.000Z'],
])('sold %s for %i years: good until %s', (sold, years, until) => {
  expect(new Date(validUntilOf(fromIso(sold), years, 'Europe/Vienna')).toISOString()).toBe(until);
});

test('lets refunded money be spent for at least 90 days', () => {
  expect(validAfterReturn(fromIso('2026-11-01T00:00:00Z'), now)).toBe(fromIso('2027-02-24T08:00:00Z'));
  expect(validAfterReturn(card.validUntil, now)).toBe(card.validUntil);
});

const codes = fc
  .array(fc.nat(cardAlphabet.length - 1), { minLength: 15, maxLength: 15 })
  .map((picks) => makeCardCode(() => picks.shift() ?? 0));

test('reads a code with spaces, dashes and small letters', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toHaveLength(16);
      for (const typed of [
        code,
        formatCardCode(code),
        ` ${code.toLowerCase()} `,
        formatCardCode(code).replaceAll('-', ' – '),
      ])
        expect(readCardCode(typed)).toBe(code);
      expect(formatCardCode(code)).toMatch(/^(\w{4}-){3}\w{4}$/);
      expect(shortCardCode(code)).toBe(`•••• ${code.slice(12)}`);
    }),
  );
});

test('detects one wrong character and two swapped neighbours', () => {
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
