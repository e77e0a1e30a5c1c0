import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso, type Instant, instant } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import type { CatalogPrice } from './catalog.ts';
import {
  gapsOf,
  inPriceOrder,
  priceState,
  priceWarnings,
  type Segment,
  saleRisks,
  segmentsOf,
} from './price-windows.ts';
import { currentPrice, quantityLeft } from './sale.ts';

const day = (text: string): Instant => fromIso(`2026-${text.length === 5 ? `${text}T00:00` : text}:00Z`);
const now = day('03-01');
/** A price list of windows `from..to`, ids from 1. */
const priced = (...windows: [string | null, string | null, Partial<CatalogPrice>?][]) =>
  aCompetition({
    timestamp: day('06-01'),
    prices: windows.map(([from, to, change], at) =>
      aPrice({
        id: at + 1,
        priceOrder: at + 1,
        availableFrom: from === null ? null : day(from),
        availableTo: to === null ? null : day(to),
        ...change,
      }),
    ),
  });

/** Three prices, each until the next begins. */
const three = (second: string, third: string): Parameters<typeof priced> => {
  const before = (at: string) => new Date(day(at) - 60_000).toISOString().slice(5, 16);
  return [
    ['01-01', before(second)],
    [second, before(third)],
    [third, '05-31'],
  ];
};

describe('segments', () => {
  const said = (segments: Segment[]) =>
    segments.map(({ priceId, from, to }) => [
      priceId,
      from === null ? null : new Date(from).toISOString().slice(5, 10),
      to === null ? null : new Date(to).toISOString().slice(5, 10),
    ]);

  test.each([
    ['one without a window', priced([null, null]), [[1, null, null]]],
    [
      'one after the other',
      priced(['01-01', '02-01T23:59'], ['02-02', null]),
      [
        [1, '01-01', '02-01'],
        [2, '02-02', null],
      ],
    ],
    [
      'the first hides what the second has in common with it',
      priced(['02-01', '03-01'], ['01-01', '05-01']),
      [
        [2, '01-01', '01-31'],
        [1, '02-01', '03-01'],
        [2, '03-01', '05-01'],
      ],
    ],
    [
      'a later one wholly inside the first is never current',
      priced([null, null], ['02-01', '03-01']),
      [[1, null, null]],
    ],
    ['sold out ones are left out', priced([null, null, { sold: 10 }], ['02-01', null]), [[2, '02-01', null]]],
    ['none', priced(), []],
  ])('%s', (_, selling, expected) => {
    expect(said(segmentsOf(selling))).toEqual(expected);
  });
});

test.each([
  ['days without a price', priced(['01-01', '02-01'], ['02-03', null]), 1],
  ['a night by the minute is none', priced(['01-01', '02-01T23:59'], ['02-02', null]), 0],
  ['two minutes are one', priced(['01-01', '02-01T23:58'], ['02-02', null]), 1],
  ['an end that is the next begin', priced(['01-01', '02-02'], ['02-02', null]), 0],
  ['before the first and after the last is none', priced(['01-01', '02-01']), 0],
] as const)('gaps: %s', (_, selling, count) => {
  expect(gapsOf(segmentsOf(selling))).toHaveLength(count);
});

describe('properties', () => {
  const moment = fc.option(fc.integer({ min: 0, max: 60 }).map((n) => instant(n * 1000)));
  const somePrice = fc
    .record({ a: moment, b: moment, left: fc.integer({ min: 0, max: 3 }), priceOrder: fc.integer({ min: 1, max: 3 }) })
    .map(({ a, b, left, priceOrder }) => {
      const isOrdered = a === null || b === null || a <= b;
      return { availableFrom: isOrdered ? a : b, availableTo: isOrdered ? b : a, quantityTotal: left, priceOrder };
    });
  const somePrices = fc
    .array(somePrice, { maxLength: 6 })
    .map((prices) => inPriceOrder(prices.map((price, at) => aPrice({ id: at + 1, ...price }))));
  const someMoment = fc.integer({ min: -2000, max: 62_000 }).map(instant);
  const at = (segments: readonly Segment[], moment: Instant) =>
    segments.filter(({ from, to }) => (from ?? moment) <= moment && moment <= (to ?? moment));

  test('never overlap, and stand in order of time', () => {
    fc.assert(
      fc.property(somePrices, (prices) => {
        for (const [index, segment] of segmentsOf({ prices }).entries()) {
          const before = segmentsOf({ prices })[index - 1];
          if (segment.from !== null && segment.to !== null) expect(segment.from).toBeLessThanOrEqual(segment.to);
          if (!before) continue;
          expect(before.to).not.toBeNull();
          expect(segment.from).not.toBeNull();
          expect(Number(before.to)).toBeLessThan(Number(segment.from));
        }
      }),
    );
  });

  test('say at every moment which price is current, and nothing where none is', () => {
    fc.assert(
      fc.property(somePrices, fc.array(someMoment, { minLength: 5, maxLength: 20 }), (prices, moments) => {
        const segments = segmentsOf({ prices });
        const ends = prices.flatMap(({ availableFrom: from, availableTo: to }) =>
          [from, to].flatMap((end) => (end === null ? [] : [instant(end - 1), end, instant(end + 1)])),
        );
        for (const moment of [...moments, ...ends])
          expect(at(segments, moment).map(({ priceId }) => priceId)).toEqual(
            [currentPrice({ prices }, moment)?.id].filter(Boolean),
          );
      }),
      { numRuns: 400 },
    );
  });

  test('cover the windows of what is left, all and nothing else', () => {
    fc.assert(
      fc.property(somePrices, someMoment, (prices, moment) => {
        const isOpen = prices.some(
          (price) =>
            quantityLeft(price) > 0 &&
            (price.availableFrom ?? moment) <= moment &&
            moment <= (price.availableTo ?? moment),
        );
        expect(at(segmentsOf({ prices }), moment).length).toBe(isOpen ? 1 : 0);
      }),
    );
  });

  test('a price is current in its state exactly when it is the current price; no change is no risk', () => {
    fc.assert(
      fc.property(somePrices, someMoment, (prices, moment) => {
        const selling = aCompetition({ timestamp: instant(80_000), prices });
        const states = prices.filter((price) => priceState(selling, price, moment) === 'current');
        expect(states).toEqual([currentPrice(selling, moment)].filter(Boolean));
        expect(saleRisks(selling, selling, moment)).toEqual([]);
      }),
    );
  });
});

describe('warnings', () => {
  const codes = (selling: ReturnType<typeof priced>) => priceWarnings(selling, now).map(({ code }) => code);
  test.each([
    ['none at all', priced(), ['noPrice']],
    ['one that is on sale until the day before', priced([null, '05-31']), []],
    ['one without an end: the sale ends with the start', priced([null, null]), []],
    ['a good list', priced(['01-01', '03-31T23:59'], ['04-01', '05-31']), []],
    ['a gap, though a later one follows', priced(['01-01', '03-31'], ['04-10', '05-31']), ['gap']],
    ['a gap that is past', priced(['01-01', '01-31'], ['02-10', '05-31']), []],
    ['a gap that lasts now', priced(['01-01', '02-10'], ['04-10', '05-31']), ['nothingNow']],
    ['not yet open', priced(['04-01', '05-31']), ['opensLater']],
    ['over too early', priced(['01-01', '02-01']), ['nothingNow']],
    ['sold out, with places left', priced([null, '05-31', { sold: 10 }]), ['nothingNow']],
    ['two at once', priced(['01-01', '04-30'], ['04-01', '05-31']), ['overlap']],
    ['two at once, but over', priced(['01-01', '02-28'], ['02-01', '05-31']), []],
    [
      'one for vouchers alone in front',
      priced(['01-01', '04-30', { onlyBuyableWithVoucher: true }], ['04-01', '05-31']),
      ['voucherFirst'],
    ],
    ['sold after the start', priced([null, '06-02']), ['afterStart']],
    ['only some are limited', priced(['01-01', '03-31T23:59'], [null, null]), ['someLimited']],
    ['one without a window in front', priced([null, null], ['04-01', '05-31']), ['overlap', 'someLimited']],
    ['three, each with its own window', priced(...three('04-01', '05-01')), []],
    ['three, the last without an end', priced([null, '03-31T23:59'], ['04-01', '04-30T23:59'], ['05-01', null]), []],
    ['three whose ends are the next begins', priced([null, '04-01'], ['04-01', '05-01'], ['05-01', '05-31']), []],
    ['three that end one after the other', priced([null, '03-31'], [null, '04-30'], [null, '05-31']), []],
    ['three that end, the last with the start', priced([null, '03-31'], [null, '04-30'], [null, null]), []],
    ['three by how many there are', priced([null, null], [null, null], [null, null]), []],
    [
      'three of one window by how many there are',
      priced(['01-01', '05-31'], ['01-01', '05-31'], ['01-01', '05-31']),
      [],
    ],
    [
      'three that begin and never end',
      priced(['01-01', null], ['04-01', null], ['05-01', null]),
      ['overlap', 'overlap'],
    ],
    [
      'three, the middle one begins too early',
      priced([null, '03-31T23:59'], ['03-15', '04-30T23:59'], ['05-01', '05-31']),
      ['overlap'],
    ],
    ['three, with a hole', priced([null, '03-31T23:59'], ['04-01', '04-30T23:59'], ['05-10', '05-31']), ['gap']],
    ['more than there are places', priced([null, '05-31', { quantityTotal: 101 }]), ['quotaAbovePlaces']],
    ['opens after the race', priced([null, '05-31'], ['06-02', '06-03']), ['neverReached']],
    [
      'behind one with enough for everybody',
      priced([null, '05-31', { quantityTotal: 100 }], ['04-01', '05-31']),
      ['neverReached', 'overlap'],
    ],
  ])('%s', (_, selling, expected) => {
    expect(codes(selling)).toEqual(expected);
  });

  test('carry what their sentences need', () => {
    const [gap] = priceWarnings(priced(['01-01', '03-31'], ['04-10', '05-31']), now);
    expect(gap).toEqual({ code: 'gap', from: instant(day('03-31') + 1), to: instant(day('04-10') - 1) });
    expect(priceWarnings(priced(['04-01', '05-31']), now)).toEqual([{ code: 'opensLater', opensAt: day('04-01') }]);
    expect(priceWarnings(priced(['01-01', '04-30'], ['04-01', '05-31']), now)).toEqual([
      { code: 'overlap', priceId: 2, firstId: 1 },
    ]);
  });

  test('an open end is told where the competition has an end of its own', () => {
    const selling = { ...priced([null, null]), endTimestamp: day('06-02') };
    expect(priceWarnings(selling, now)).toEqual([{ code: 'afterStart', priceId: 1, to: null }]);
  });

  test('a sold out competition misses no price, and one that is over nothing', () => {
    expect(codes({ ...priced([null, '02-01']), sold: 100 })).toEqual([]);
    expect(priceWarnings(priced(), day('07-01'))).toEqual([]);
  });
});

describe('risks of a change', () => {
  const running = priced(['01-01', '03-31T23:59'], ['04-01', '05-31']);
  test.each([
    ['a window that ends yesterday', priced(['01-01', '02-20'], ['04-01', '05-31']), ['stopsSale']],
    ['the current price is gone', priced(['04-01', '05-31']), ['stopsSale']],
    ['nothing left of it', priced(['01-01', '03-31T23:59', { sold: 10 }], ['04-01', '05-31']), ['stopsSale']],
    ['the second begins later', priced(['01-01', '03-31T23:59'], ['04-05', '05-31']), ['opensGap']],
    ['the first ends sooner', priced(['01-01', '03-20'], ['04-01', '05-31']), ['opensGap']],
    ['the last is gone: no gap', priced(['01-01', '03-31T23:59']), []],
    ['another amount', priced(['01-01', '03-31T23:59', { price: cents(1) }], ['04-01', '05-31']), []],
  ])('%s', (_, after, expected) => {
    expect(saleRisks(running, after, now).map(({ code }) => code)).toEqual(expected);
  });

  test('a gap that was there is not asked for again, however it shrinks', () => {
    const before = priced(['01-01', '03-20'], ['04-01', '05-31']);
    expect(saleRisks(before, priced(['01-01', '03-25'], ['04-01', '05-31']), now)).toEqual([]);
    expect(saleRisks(before, priced(['01-01', '03-15'], ['04-01', '05-31']), now)).toHaveLength(1);
  });

  test('what is not on sale does not stop, and what is over is nobody’s worry', () => {
    expect(saleRisks(priced(['04-01', null]), priced(), now)).toEqual([]);
    expect(saleRisks(running, priced(), day('07-01'))).toEqual([]);
  });
});
