import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso, type Instant, instant } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import type { CatalogCompetition, CatalogEvent, CatalogPrice } from './catalog.ts';
import { ageLimit, distanceIn, fromPrice, offerOf, placesLeft, shippingRange, teamPrice } from './offer.ts';
import {
  availableTickets,
  currentPrice,
  isCompetitionOver,
  isForVoucherHolders,
  nextPrice,
  quantityLeft,
  saleState,
} from './sale.ts';

const now = fromIso('2026-03-02T09:00:00Z');
const day = (offset: number): Instant => instant(now + offset * 86_400_000);

let nextId = 1;
const price = (fields: Partial<CatalogPrice> = {}): CatalogPrice => aPrice({ id: nextId++, ...fields });
const competition = (prices: CatalogPrice[], fields: Partial<CatalogCompetition> = {}): CatalogCompetition =>
  aCompetition({ timestamp: day(90), prices, ...fields });
const event = (fields: Partial<CatalogEvent> = {}) =>
  ({ canceled: false, soldOut: false, endTimestamp: day(91), ...fields }) as CatalogEvent;

describe('the current price', () => {
  test.each<[string, Partial<CatalogPrice>, boolean]>([
    ['without a window', {}, true],
    ['in its first moment', { availableFrom: now }, true],
    ['in its last moment', { availableTo: now }, true],
    ['a moment before it opens', { availableFrom: instant(now + 1) }, false],
    ['a moment after it ended', { availableTo: instant(now - 1) }, false],
    ['sold out', { quantityTotal: 5, sold: 5 }, false],
    ['with one left', { quantityTotal: 5, sold: 4 }, true],
  ])('%s', (_, fields, isCurrent) => {
    expect(currentPrice(competition([price(fields)]), now) !== null).toBe(isCurrent);
  });

  test('is the first that holds, and the next one follows when it is sold out', () => {
    const first = price({ quantityTotal: 1 });
    const second = price({ price: cents(2000) });
    expect(currentPrice(competition([first, second]), now)).toBe(first);
    expect(currentPrice(competition([{ ...first, sold: 1 }, second]), now)).toBe(second);
  });

  test('never comes from a price without tickets, whatever the windows are', () => {
    const moment = fc.option(fc.integer({ min: -5, max: 5 }).map(day));
    const anyPrice = fc
      .record({
        availableFrom: moment,
        availableTo: moment,
        quantityTotal: fc.nat({ max: 3 }),
        sold: fc.nat({ max: 3 }),
      })
      .map((fields) => price({ ...fields, sold: Math.min(fields.sold, fields.quantityTotal) }));
    fc.assert(
      fc.property(fc.array(anyPrice, { maxLength: 5 }), (prices) => {
        const current = currentPrice(competition(prices), now);
        if (current === null) return;
        expect(quantityLeft(current)).toBeGreaterThan(0);
        expect(current.availableFrom ?? now).toBeLessThanOrEqual(now);
        expect(current.availableTo ?? now).toBeGreaterThanOrEqual(now);
      }),
    );
  });
});

test('tickets one can buy are the smaller of competition and price, less the basket; −1 without a price', () => {
  expect(availableTickets(competition([price()], { totalTicketCount: 3 }), now)).toBe(3);
  expect(availableTickets(competition([price()]), now, 4)).toBe(6);
  expect(availableTickets(competition([price()]), now, 40)).toBe(0);
  expect(availableTickets(competition([]), now)).toBe(-1);
});

test.each<[string, CatalogPrice[], boolean]>([
  ['a price for everyone', [price()], false],
  ['a price for holders', [price({ onlyBuyableWithVoucher: true })], true],
  ['one for holders that is sold out', [price({ onlyBuyableWithVoucher: true, sold: 10 }), price({ id: 2 })], false],
  ['one for holders that opens next', [price({ onlyBuyableWithVoucher: true, availableFrom: day(1) })], true],
  ['none', [], false],
])('%s is for voucher holders or not', (_, prices, expected) => {
  expect(isForVoucherHolders(competition(prices), now)).toBe(expected);
});

test.each([
  ['team', 4, 4, 8000],
  ['team', 2, 4, null],
  ['team', 1, 1, null],
  ['single', 4, 4, null],
] as const)('a %s of %i to %i costs together %j', (type, minTeamSize, maxTeamSize, together) => {
  expect(teamPrice({ type, minTeamSize, maxTeamSize }, cents(2000))).toBe(together);
});

test('prices for voucher holders are no price to begin from, unless there is no other', () => {
  const holders = competition([price({ price: cents(0), onlyBuyableWithVoucher: true })]);
  expect(fromPrice([holders, competition([price({ price: cents(3000) })])], now)).toEqual({
    lowest: 3000,
    isTheOnly: false,
  });
  expect(fromPrice([holders], now)).toEqual({ lowest: 0, isTheOnly: true });
});

test('what children pay is no price to begin from, unless only they start', () => {
  const kids = competition([price({ price: cents(500) })], { maxAge: 14 });
  const marathon = competition([price({ price: cents(7900) })], { minAge: 18 });
  expect(fromPrice([kids, marathon], now)).toEqual({ lowest: 7900, isTheOnly: false });
  expect(fromPrice([kids], now)).toEqual({ lowest: 500, isTheOnly: true });
  const everyone = competition([price({ price: cents(500) })], { maxAge: 14, disableAgeCheck: true });
  expect(fromPrice([everyone, marathon], now)?.lowest).toBe(500);
});

test('places left are those that can be bought, and say so where they are at this price alone', () => {
  const step = { quantityTotal: 12, sold: 4 };
  const dearer = price({ price: cents(1500), quantityTotal: 500 });
  expect(placesLeft(competition([price(step), dearer]), now)).toEqual({ count: 8, atThisPrice: true });
  expect(placesLeft(competition([price(step)]), now)).toEqual({ count: 8, atThisPrice: false });
  expect(placesLeft(competition([price(step), dearer], { sold: 95 }), now)).toEqual({ count: 5, atThisPrice: false });
});

test('shipping costs what it costs by country, or nothing anywhere', () => {
  const range = (defaultShippingCost: number, ...costs: number[]) =>
    shippingRange({
      event: { defaultShippingCost: cents(defaultShippingCost) } as CatalogEvent,
      shippingCosts: costs.map((cost) => ({ countryCode: 'AT', cost: cents(cost) })),
    });
  expect(range(0)).toBeNull();
  expect(range(0, 0)).toBeNull();
  expect(range(390)).toEqual({ least: 390, most: 390 });
  expect(range(990, 395, 590)).toEqual({ least: 395, most: 990 });
  expect(range(0, 590)).toEqual({ least: 0, most: 590 });
});

test('a competition without an end is over when it began', () => {
  expect(isCompetitionOver({ timestamp: day(-1), endTimestamp: null }, now)).toBe(true);
  expect(isCompetitionOver({ timestamp: day(-1), endTimestamp: day(1) }, now)).toBe(false);
});

test('the price that opens next is the earliest', () => {
  const soon = price({ availableFrom: day(2) });
  expect(nextPrice(competition([price({ availableFrom: day(5) }), soon]), now)).toBe(soon);
});

test.each<[string, Partial<CatalogEvent>, CatalogCompetition[], string]>([
  ['canceled', { canceled: true }, [competition([price()])], 'canceled'],
  ['over', { endTimestamp: day(-1) }, [competition([price()])], 'over'],
  ['flagged', { soldOut: true }, [competition([price()])], 'soldOut'],
  ['open', {}, [competition([price({ quantityTotal: 99 })])], 'onSale'],
  ['nearly gone', {}, [competition([price({ quantityTotal: 3 })])], 'fewLeft'],
  ['later', {}, [competition([price({ availableFrom: day(3) })])], 'notYet'],
  ['gone', {}, [competition([price({ sold: 10 })])], 'soldOut'],
  ['without competitions', {}, [], 'planned'],
  ['without prices', {}, [competition([])], 'planned'],
  ['whose sale has ended', {}, [competition([price({ availableTo: day(-1) })])], 'closed'],
  [
    'sold out at the last price',
    {},
    [competition([price({ availableTo: day(-1) }), price({ quantityTotal: 5, sold: 5 })])],
    'soldOut',
  ],
  ['running, its last competition over', {}, [competition([price()], { timestamp: day(-1) })], 'closed'],
  [
    'running, with a price that opens after its competition',
    {},
    [competition([price(), price({ availableFrom: day(1) })], { timestamp: day(-1) })],
    'closed',
  ],
  [
    'full in one competition, ended in another',
    {},
    [competition([price()], { sold: 100 }), competition([price({ availableTo: day(-1) })])],
    'closed',
  ],
  ['full before it opens', {}, [competition([price({ availableFrom: day(3) })], { sold: 100 })], 'soldOut'],
])('an event that is %s', (_, fields, competitions, state) => {
  expect(saleState(event(fields), competitions, now)).toBe(state);
});

describe('an offer', () => {
  test('tells when the price rises, and to what', () => {
    const steps = competition([price({ availableTo: day(10) }), price({ price: cents(1500) })]);
    expect(offerOf(steps, now)).toEqual({ kind: 'now', price: 1000, until: day(10), next: 1500 });
    expect(fromPrice([steps, competition([price({ price: cents(700) })])], now)?.lowest).toBe(700);
  });
  test('of a quota tells what follows it', () => {
    expect(offerOf(competition([price(), price({ price: cents(1500) })]), now)).toEqual({
      kind: 'now',
      price: 1000,
      until: null,
      next: 1500,
    });
  });
  test('that is not open yet tells when it is', () => {
    const later = competition([price({ availableFrom: day(3) })]);
    expect(offerOf(later, now)).toEqual({ kind: 'opens', price: 1000, from: day(3) });
    expect(fromPrice([later], now)).toEqual({ lowest: 1000, isTheOnly: true });
  });
  test('is none when the competition is full', () => {
    expect(offerOf(competition([price()], { sold: 100 }), now)).toEqual({ kind: 'none', why: 'soldOut' });
    expect(fromPrice([], now)).toBeNull();
  });
  test.each<[string, CatalogCompetition]>([
    ['over', competition([price()], { timestamp: day(-1) })],
    ['planned', competition([])],
    ['closed', competition([price({ availableTo: day(-1) })])],
    ['soldOut', competition([price({ sold: 10 })])],
  ])('says that nothing is to be had because it is %s', (why, over) => {
    expect(offerOf(over, now)).toEqual({ kind: 'none', why });
    expect(fromPrice([over], now)).toBeNull();
  });
});

test.each([
  [
    { minAge: 6, maxAge: 8, ageCheckMode: 'ageGroup' as const },
    { by: 'birthYear', from: 2018, to: 2020 },
  ],
  [{ minAge: 18 }, { by: 'age', from: 18, to: null }],
  [{ maxAge: 14 }, { by: 'age', from: null, to: 14 }],
  [{ minAge: 18, disableAgeCheck: true }, null],
  [{}, null],
])('limits of age %j', (fields, limit) => {
  expect(ageLimit(competition([], fields), 'Europe/Vienna')).toEqual(limit);
});

test.each([
  ['Halbmarathon 21,1 km', { figure: '21,1', unit: 'km' }],
  ['Staffel 4 x 10,5km', { figure: '4×10,5', unit: 'km' }],
  ['Bambini 400 m', { figure: '400', unit: 'm' }],
  ['Marathon', null],
  ['Lauf 2026 mit Musik', null],
])('the distance in "%s"', (title, distance) => expect(distanceIn(title)).toEqual(distance));
