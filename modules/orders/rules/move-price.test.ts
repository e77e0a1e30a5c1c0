import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, minCents } from '#src/kernel/money.ts';
import { movedPrice } from './move-price.ts';

test.each([
  // ticket, charged, new price → charged, lost, difference
  [3000, 3000, 5000, 5000, 0, 2000],
  [5000, 5000, 3000, 3000, 0, -2000],
  [5000, 4500, 3000, 2500, 0, -2000],
  [5000, 1000, 3000, 0, 1000, -1000],
  [5000, 0, 0, 0, 5000, 0],
  [0, 0, 2500, 2500, 0, 2500],
  [3000, 2700, 3000, 2700, 0, 0],
])(
  'a ticket of %i that cost %i moved to one of %i costs %i',
  (ticketPrice, chargedPrice, price, charged, lost, difference) => {
    expect(movedPrice({ ticketPrice: cents(ticketPrice), chargedPrice: cents(chargedPrice) }, cents(price))).toEqual({
      ticketPrice: price,
      chargedPrice: charged,
      lostDiscount: lost,
      difference,
    });
  },
);

test('the lines and the charge change by the same sum, and there and back is as before', () => {
  const amounts = fc.integer({ min: 0, max: 100_000 }).map(cents);
  fc.assert(
    fc.property(amounts, amounts, amounts, (a, b, price) => {
      const before = { ticketPrice: cents(Math.max(a, b)), chargedPrice: minCents(a, b) };
      const moved = movedPrice(before, price);
      expect(moved.difference).toBe(price - before.ticketPrice + moved.lostDiscount);
      expect(moved.chargedPrice).toBeGreaterThanOrEqual(0);
      if (moved.lostDiscount === 0) {
        expect(movedPrice(moved, before.ticketPrice).chargedPrice).toBe(before.chargedPrice);
      }
    }),
  );
});
