import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { days, fromIso, type Instant, minutes, plus } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import { type FirstTeam, firstPrices, type PriceSteps, stepErrors, teamErrors, teamOf } from './first-prices.ts';
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

const single: FirstTeam = { type: 'single', firstTeamSize: null, firstTeamSizeMax: null, pricePer: 'person' };

/** As a competition would be sold with them. */
const sold = (steps: PriceSteps, time = sale) =>
  aCompetition({
    timestamp: day('05-31'),
    totalTicketCount: 300,
    prices: firstPrices({ ...steps, ...single }, time).map(({ price, ...window }, at) =>
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

describe('a team competition', () => {
  const team = { ...none, type: 'team' as const, firstTeamSize: 3, firstTeamSizeMax: null };
  const perTeam = { ...team, pricePer: 'team' as const };
  test.each([
    ['a single start needs no size', { ...none, ...single }, {}],
    ['no size', { ...team, pricePer: 'person' as const, firstTeamSize: null }, { firstTeamSize: 'ui.form.missing' }],
    ['from 3 to 2', { ...perTeam, firstTeamSizeMax: 2 }, { firstTeamSizeMax: 'events.error.maxBelowMin' }],
    [
      'from 3 to 5 at a price per person',
      { ...team, price: 1250, pricePer: 'person' as const, firstTeamSizeMax: 5 },
      {},
    ],
    [
      'from 3 to 5 at a price per team',
      { ...perTeam, firstTeamSizeMax: 5 },
      { pricePer: 'events.error.teamPriceSizes' },
    ],
    ['a price that divides evenly', { ...perTeam, price: 3750, firstTeamSizeMax: 3 }, {}],
    [
      'prices that leave a remainder',
      { ...perTeam, price: 3751, secondPrice: 4200, thirdPrice: 5000 },
      { price: 'events.error.teamPriceUneven', thirdPrice: 'events.error.teamPriceUneven' },
    ],
  ] as [string, FirstTeam & PriceSteps, object][])('%s', (_, row, errors) => expect(teamErrors(row)).toEqual(errors));

  test('a price per team is stored per person, and the team pays it to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 100_000 }), (size, price) => {
        const row = { ...perTeam, firstTeamSize: size, price };
        expect(teamOf(row)).toEqual({ minTeamSize: size, maxTeamSize: size });
        const isRefused = Object.keys(teamErrors(row)).length > 0;
        expect(isRefused).toBe(price % size !== 0);
        if (isRefused) return;
        expect(firstPrices(row, sale).map((each) => each.price * size)).toEqual([price]);
      }),
    );
  });
});
