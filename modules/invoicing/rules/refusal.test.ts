import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { isSmallAmount, needsSellersNumber } from './refusal.ts';

test.each([
  ['AT', 40_000, '2026-05-01', true],
  ['AT', 40_001, '2026-05-01', false],
  ['AT', 15_001, '2015-02-28', false],
  ['AT', 40_000, '2015-03-01', true],
  ['DE', 25_000, '2026-05-01', true],
  ['DE', 25_001, '2026-05-01', false],
  ['DE', 15_001, '2016-12-31', false],
  ['CH', 40_000, '2026-05-01', true],
  ['CH', 40_001, '2026-05-01', false],
  ['FR', 1, '2026-05-01', false],
  [null, 1, '2026-05-01', false],
] as const)('in %s a paper of %i cents of %s is one of a small amount: %s', (country, total, on, isSmall) => {
  expect(isSmallAmount(country, cents(total), on as CalendarDate)).toBe(isSmall);
});

test.each([
  ['AT', true, true],
  ['AT', false, false],
  ['DE', false, true],
  ['DE', true, true],
] as const)('in %s a seller of what is taxed (%s) needs a number: %s', (country, isTaxed, needs) => {
  expect(needsSellersNumber(country, isTaxed)).toBe(needs);
});
