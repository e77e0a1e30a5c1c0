import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupRecoveryCode, readRecoveryCode, recoveryCodeOf } from './recovery-code.ts';

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

test('what is shown is read as what was made', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
      const code = recoveryCodeOf(bytes);
      expect(readRecoveryCode(groupRecoveryCode(code))).toBe(code);
    }),
  );
});
