import { expect, test } from 'vitest';
import { isBicShape, isIbanShape, withoutBlanks } from './account-numbers.ts';

test.each([
  ['AT61 1904 3002 3457 3201', true],
  ['de89 3704 0044 0532 0130 00', true],
  ['GB82 WEST 1234 5698 7654 32', true],
  ['NO93 8601 1117 947', true],
  ['AT61 1904 3002 3457 3202', false],
  ['AT61', false],
  ['', false],
])('%s is an IBAN: %s', (typed, expected) => {
  expect(isIbanShape(withoutBlanks(typed))).toBe(expected);
});

test('one wrong or swapped digit never passes', () => {
  const good = 'AT611904300234573201';
  for (let at = 2; at < good.length; at++) {
    for (let digit = 0; digit < 10; digit++) {
      const changed = good.slice(0, at) + digit + good.slice(at + 1);
      expect(isIbanShape(changed)).toBe(changed === good);
    }
  }
});

test.each([
  ['BKAUATWW', true],
  ['COBADEFFXXX', true],
  ['BKAUATW', false],
  ['BKAU1TWW', false],
])('%s is a BIC: %s', (bic, expected) => {
  expect(isBicShape(bic)).toBe(expected);
});
