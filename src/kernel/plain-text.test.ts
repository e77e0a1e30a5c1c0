import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine, withoutUnseen } from './plain-text.ts';

test.each([
  ['A\u0000b\u0008\u000b\u000c\u001f\u007f\u0085c', 'Abc', 'Abc'],
  ['\u202eabc\u202c \u2066d\u2069', 'abc d', 'abc d'],
  [' 5 km\r\n10\tkm\u2028x ', ' 5 km\r\n10\tkm\u2028x ', '5 km 10 km x'],
  ['Zoë O’Hara 🏃‍♀️ ﷽ İ', 'Zoë O’Hara 🏃‍♀️ ﷽ İ', 'Zoë O’Hara 🏃‍♀️ ﷽ İ'],
])('%j', (text, kept, line) => {
  expect([withoutUnseen(text), oneLine(text)]).toEqual([kept, line]);
});

test('what was read once reads the same again, and a line is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = oneLine(text);
      expect([oneLine(line), withoutUnseen(withoutUnseen(text))]).toEqual([line, withoutUnseen(text)]);
      expect(line).not.toMatch(/\p{Cc}/u);
    }),
  );
});
