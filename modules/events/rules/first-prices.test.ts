import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { days, fromIso, type Instant, minutes, plus } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import { firstPrices, type PriceSteps, stepErrors } from './first-prices.ts';
import { priceWarnings } from './price-windows.ts';
import { currentPrice } from './sale.ts';

const none: PriceSteps = { price: null, firstUntil: null, secondPrice: null, secondUntil: null, thirdPrice: null };
const day = (text: string): Instant => fromIso(`2026-${text}T22:59:00Z`);
const now = day('01-10');
const sale = { from: day('01-01'), to: day('05-30') };
const three = { price: 3000, firstUntil: day('02-01'), secondPrice: 3500, secondUntil: day('04-01'), thirdPrice: 4000 };

describe('what is wrong stands at its field', () => {
  test.each([
    ['nothing typed', {}, {}],
    ['one price', { price: 3000 }, {}],
    ['free', { price: 0 }, {}],
    ['three', three, {}],
    ['until when, and then?', { price: 3000, firstUntil: day('02-01') }, { secondPrice: 'ui.form.missing' }],
    ['then, but from when?', { price: 3000, secondPrice: 3500 }, { firstUntil: 'ui.form.missing' }],
    [
      'a last price alone',
      { thirdPrice: 4000 },
      {
        price: 'ui.form.missing',
        firstUntil: 'ui.form.missing',
        secondPrice: 'ui.form.missing',
        secondUntil: 'ui.form.missing',
      },
    ],
    ['before the sale begins', { ...three, firstUntil: day('01-01') }, { firstUntil: 'events.error.stepOrder' }],
    [
      'the second ends with the first',
      { ...three, secondUntil: day('02-01') },
      { secondUntil: 'events.error.stepOrder' },
    ],
    ['after the sale is over', { ...three, secondUntil: day('05-30') }, { secondUntil: 'events.error.stepAfterSale' }],
    [
      'the only step after the sale is over',
      { price: 3000, firstUntil: day('06-30'), secondPrice: 3500 },
      { firstUntil: 'events.error.stepAfterSale' },
    ],
  ] as [string, Partial<PriceSteps>, object][])('%s', (_, steps, expected) => {
    expect(stepErrors({ ...none, ...steps }, sale)).toEqual(expected);
  });
});

/** As a competition would be sold with them. */
const sold = (steps: PriceSteps, time = sale) =>
  aCompetition({
    timestamp: day('05-31'),
    totalTicketCount: 300,
    prices: firstPrices(steps, time).map(({ price, ...window }, at) =>
      aPrice({ id: at + 1, priceOrder: at + 1, price: cents(price), quantityTotal: 300, ...window }),
    ),
  });

test.each([
  ['one', { ...none, price: 3000 }],
  ['two consecutive prices', { ...none, price: 3000, firstUntil: day('02-01'), secondPrice: 3500 }],
  ['three consecutive prices', three],
])('%s: no warning', (_, steps) => {
  expect(priceWarnings(sold(steps), now)).toEqual([]);
});

test('any valid steps sell without gaps at the price of the time', () => {
  const gap = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(gap, gap, gap, fc.integer({ min: 0, max: 100 }), (first, second, third, percent) => {
      const firstUntil = plus(sale.from, days(first));
      const secondUntil = plus(firstUntil, days(second));
      const to = plus(secondUntil, days(third));
      const steps = { ...three, firstUntil, secondUntil };
      expect(stepErrors(steps, { from: sale.from, to })).toEqual({});
      const competition = sold(steps, { from: sale.from, to });
      const minute = Math.floor(((to - sale.from) / minutes(1)) * (percent / 100));
      const at = plus(sale.from, minutes(minute));
      const expected = at <= firstUntil ? 3000 : at <= secondUntil ? 3500 : 4000;
      expect(currentPrice(competition, at)?.price).toBe(expected);
    }),
  );
});
