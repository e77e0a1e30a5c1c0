import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mod97 } from '#src/kernel/check-digits.ts';
import {
  findReferences,
  findReferencesWithoutPrefix,
  makeReference,
  parseReference,
  readRefundReference,
  refundReference,
} from './payment-reference.ts';

const orderNumbers = fc.integer({ min: 1, max: 9_999_999_999 });

test.each([
  [1, 'RX170'],
  [42, 'RX4213'],
  [100042, 'RX10004271'],
  [100043, 'RX10004368'],
  [999999, 'RX99999998'],
])('the reference of order %i is %s', (orderNumber, reference) => {
  expect(makeReference('RX', orderNumber)).toBe(reference);
  expect(parseReference(reference, 'RX')).toBe(orderNumber);
});

test.each([0, -1, 1.5, 10_000_000_000, Number.NaN])('%s is no order number', (orderNumber) =>
  expect(() => makeReference('RX', orderNumber)).toThrow(RangeError),
);
test.each(['', 'rx', 'R1', 'ABCDE'])('%j is no prefix', (prefix) =>
  expect(() => makeReference(prefix, 1)).toThrow(RangeError),
);

describe('reads what payers and banks make of it', () => {
  test.each([
    'RX10004271',
    'rx 100 042 71',
    'RX-100042-71',
    'R X 1 0 0 0 4 2 7 1',
    'Stadtlauf rx.100/042.71 danke',
    'Nr.RX10004271',
    'Rg RX10004271Stadtlauf',
    'RX10004271 2026',
    'RX1OOO4271',
    'rxIooo4271 Lauf',
    'RX10004271Lauf',
    'EREF+NOTPROVIDED SVWZ+ANMELDUNG FAMILIE RX1000 4271',
    'RX10004271/RX10004271',
    'Über RX10004271',
  ])('%s', (text) => expect(parseReference(text, 'RX')).toBe(100042));

  test.each(['', 'RX', 'RX10004272', '10004271', 'RX71', 'Danke für den Lauf', 'RX00000170'])(
    '%j names no order',
    (text) => expect(parseReference(text, 'RX')).toBeNull(),
  );

  test('a text that names two orders is for a person to split', () => {
    expect(findReferences('RX10004271 und RX10004368', 'RX')).toEqual([100042, 100043]);
    expect(parseReference('RX10004271 und RX10004368', 'RX')).toBeNull();
  });

  test('without the prefix it only proposes', () => {
    expect(parseReference('Stadtlauf 10004271', 'RX')).toBeNull();
    expect(findReferencesWithoutPrefix('Stadtlauf 100 042 71', 'RX')).toContain(100042);
    expect(findReferencesWithoutPrefix('Danke', 'RX')).toEqual([]);
  });
});

describe('notices mistakes', () => {
  test('every single digit change and every swap of neighbours in RX10004271, 77 of 77', () => {
    const wrong = new Set<string>();
    const digits = '10004271';
    for (let at = 0; at < digits.length; at += 1) {
      for (let digit = 0; digit <= 9; digit += 1) wrong.add(digits.slice(0, at) + digit + digits.slice(at + 1));
      const swapped = digits.slice(0, at) + (digits[at + 1] ?? '') + digits[at] + digits.slice(at + 2);
      wrong.add(swapped);
    }
    wrong.delete(digits);
    expect(wrong.size).toBe(77);
    for (const text of wrong) expect([text, mod97(`RX${text}`)]).not.toEqual([text, 1]);
    for (const text of wrong) expect([text, parseReference(`RX${text}`, 'RX')]).toEqual([text, null]);
  });

  test('in any reference', () => {
    fc.assert(
      fc.property(orderNumbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (orderNumber, place, shift) => {
        const digits = makeReference('SB', orderNumber).slice(2);
        const at = place % digits.length;
        const changed = digits.slice(0, at) + ((Number(digits[at]) + shift) % 10) + digits.slice(at + 1);
        expect(parseReference(`SB${changed}`, 'SB')).toBeNull();
        const next = (place % (digits.length - 1)) + 1;
        const swapped = digits.slice(0, next - 1) + digits[next] + digits[next - 1] + digits.slice(next + 1);
        if (swapped !== digits) expect(parseReference(`SB${swapped}`, 'SB')).toBeNull();
      }),
    );
  });

  test('and reads its own with separators anywhere', () => {
    fc.assert(
      fc.property(orderNumbers, fc.constantFrom(' ', '-', '.', '/', '\n', ' '), fc.nat(), (orderNumber, gap, place) => {
        const reference = makeReference('SB', orderNumber);
        const at = (place % (reference.length - 1)) + 1;
        const text = `Lauf ${reference.slice(0, at)}${gap}${reference.slice(at)} danke`;
        expect(findReferences(text, 'SB')).toContain(orderNumber);
      }),
    );
  });
});

test('a refund is named after its order, in letters that provider and bank take', () => {
  const reference = refundReference('SB', 100042, 17);
  expect(reference).toMatch(/^SB100042\d\d-R17$/);
  expect(reference).toMatch(/^[A-Za-z0-9.:_-]{1,35}$/);
  expect(refundReference('ABCD', 9_999_999_999, 999_999_999).length).toBeLessThanOrEqual(35);
  // A returned transfer names its own order only.
  expect(findReferences(reference, 'SB')).toEqual([100042]);
});

test.each([
  ['SB10004213-R17', 17],
  ['EndToEnd sb10004213-r17 Erstattung', 17],
  ['SB10004213R17', 17],
  ['SB10004213 - R17 SB10004213-R17', 17],
  ['SB10004213-R17 SB10004213-R18', null],
  ['SB10004213', null],
  ['Rechnung R17', null],
  ['', null],
])('%s', (text, refundId) => {
  expect(readRefundReference(text)?.refundId ?? null).toBe(refundId);
});
