import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupRecoveryCode, readLoginCode, readRecoveryCode, recoveryCodeOf } from './codes.ts';

test.each([
  ['042917', '042917'],
  ['042 917', '042917'],
  [' 0 4 2 9 1 7\n', '042917'],
  ['042\u00a0917', '042917'],
  ['042-917', '042917'],
  ['０４２９１７', '042917'],
  ['4821 0937 5526 1180', '4821093755261180'],
])('a pasted code %j is read as %s', (input, code) => {
  expect(readLoginCode(input)).toBe(code);
});

test.each(['', '04291', '0429170', '482109375526118', '48210937552611800', '04291a', '-', '٠٤٢٩١٧'])(
  '%j is no code',
  (input) => {
    expect(readLoginCode(input)).toBeNull();
  },
);

test.each([
  ['ABCDEFG7', 'ABCDEFG7'],
  ['abcd-efg7', 'ABCDEFG7'],
  [' abcd efg7\n', 'ABCDEFG7'],
  ['ABCD–EFG7', 'ABCDEFG7'],
  ['a b-c d e f g 7', 'ABCDEFG7'],
])('%j is read as %s', (input, code) => {
  expect(readRecoveryCode(input)).toBe(code);
});

test.each(['', 'ABCDEFG', 'ABCDEFGHI', 'ABCDEFG1', 'ABCDEFG0', '123456', 'ÄBCDEFGH', 'ABCD_EFG'])(
  '%j is none',
  (input) => {
    expect(readRecoveryCode(input)).toBeNull();
  },
);

test('a displayed code is read as the code that was made', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
      const code = recoveryCodeOf(bytes);
      expect(readRecoveryCode(groupRecoveryCode(code))).toBe(code);
    }),
  );
});
