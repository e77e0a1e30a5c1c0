import { expect, test } from 'vitest';
import { readLoginCode } from './login-code.ts';

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
