import { expect, test } from 'vitest';
import { basisPoints, cents } from '#src/kernel/money.ts';
import { isTaxed, taxesOf } from './order-item.ts';

const line = (priceTotal: number, vat: number) => ({ priceTotal: cents(priceTotal), vat: basisPoints(vat) });

test('computes tax once per rate; vouchers lower their rate’s sum', () => {
  expect(taxesOf([line(333, 20), line(500, 0), line(333, 20), line(333, 20)])).toEqual([
    { rate: 2000, gross: 999, net: 833, tax: 166 },
    { rate: 0, gross: 500, net: 500, tax: 0 },
  ]);
  expect(taxesOf([line(3000, 20), line(1100, 10), line(-1500, 20), line(-1100, 10)])).toEqual([
    { rate: 2000, gross: 1500, net: 1250, tax: 250 },
  ]);
});

test.each([
  ['tickets at 20 %', [line(3000, 20)], true],
  ['an event without tax', [line(3000, 0), line(150, 0)], false],
  ['a donation beside a ticket that a voucher pays', [line(3000, 20), line(-3000, 20), line(500, 0)], false],
  ['nothing', [], false],
])('there is tax in %s: %j', (_, lines, is) => {
  expect(isTaxed(lines)).toBe(is);
});
