import { describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso, type Instant, instant } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import { datesOf } from './event-dates.ts';
import { gapsIn } from './readiness.ts';
import type { VoucherKind } from './voucher-kinds.ts';

const day = (text: string): Instant => fromIso(`2026-${text}T00:00:00Z`);
const catalogOf = (competitions: CatalogCompetition[], event: object = {}): Catalog =>
  ({
    event: {
      startTimestamp: day('06-01'),
      endTimestamp: day('06-02'),
      userEditTillTime: null,
      description: 'x',
      location: 'x',
      conditions: 'x',
      titlePicture: null,
      visible: true,
      visibleViaLink: false,
      canceled: false,
      soldOut: false,
      ...event,
    },
    competitions,
    articles: [],
    organizers: [],
  }) as unknown as Catalog;
const early = aPrice({ id: 1, price: cents(3000), availableTo: instant(day('04-01') - 60_000) });
const late = aPrice({ id: 2, price: cents(3500), availableFrom: day('04-01'), availableTo: day('05-31') });
const run = aCompetition({ id: 1, title: '10 km', prices: [early, late] });

describe('dates of an event', () => {
  const said = (catalog: Catalog, kinds: readonly VoucherKind[] = [], now = day('01-01')) =>
    datesOf(catalog, kinds, now).map((date) => [
      new Date(date.at).toISOString().slice(5, 10),
      date.kind,
      date.of.map((each) => ('competition' in each ? each.competition.title : each.name)).join(', '),
    ]);

  test('are the prices, the end of registration and of changes, and the starts, in order of time', () => {
    expect(said(catalogOf([run], { userEditTillTime: day('05-20') }))).toEqual([
      ['04-01', 'price', '10 km'],
      ['05-20', 'changesEnd', ''],
      ['05-31', 'saleEnds', '10 km'],
      ['06-01', 'eventStarts', ''],
      ['06-01', 'start', '10 km'],
      ['06-02', 'eventEnds', ''],
    ]);
  });

  test('a price that opens the sale is said so, and one after a pause too', () => {
    const opening = aPrice({ id: 1, availableFrom: day('02-01'), availableTo: day('03-01') });
    expect(said(catalogOf([aCompetition({ title: '5 km', prices: [opening, late] })])).slice(0, 4)).toEqual([
      ['02-01', 'saleOpens', '5 km'],
      ['03-01', 'salePauses', '5 km'],
      ['04-01', 'price', '5 km'],
      ['05-31', 'saleEnds', '5 km'],
    ]);
  });

  test('what competitions have in common is one date, other prices are others', () => {
    const other = aCompetition({ id: 2, title: '21 km', prices: [early, late] });
    const dearer = aCompetition({ id: 3, title: '42 km', prices: [early, { ...late, price: cents(9000) }] });
    const prices = said(catalogOf([run, other, dearer])).filter(([, kind]) => kind === 'price');
    expect(prices).toEqual([
      ['04-01', 'price', '10 km, 21 km'],
      ['04-01', 'price', '42 km'],
    ]);
  });

  test('what is sold out keeps its place, and a sale without an end ends with the start', () => {
    const sold = aCompetition({
      title: '10 km',
      prices: [
        { ...early, sold: 10 },
        { ...late, availableTo: null, sold: 10 },
      ],
    });
    expect(said(catalogOf([sold])).filter(([, kind]) => kind === 'price' || kind === 'saleEnds')).toEqual([
      ['04-01', 'price', '10 km'],
      ['06-01', 'saleEnds', '10 km'],
    ]);
  });

  test('a price that is on sale already, since the one before is sold out, is nothing to come', () => {
    const open = { ...late, availableFrom: null };
    const rush = (sold: number) => aCompetition({ title: '10 km', prices: [{ ...early, sold }, open] });
    const prices = (sold: number, now = day('01-01')) =>
      said(catalogOf([rush(sold)]), [], now).filter(([, kind]) => kind === 'price');
    expect(prices(9)).toEqual([['03-31', 'price', '10 km']]);
    expect(prices(10)).toEqual([]);
    expect(prices(10, day('04-02')), 'what was stays').toEqual([['03-31', 'price', '10 km']]);
  });

  test('vouchers end with their kind', () => {
    const kind = { name: 'Sponsoren', validTo: day('05-01') } as VoucherKind;
    expect(said(catalogOf([]), [kind, { ...kind, validTo: null }])[0]).toEqual(['05-01', 'vouchersEnd', 'Sponsoren']);
  });
});

describe('gaps in the set-up', () => {
  const now = day('03-01');
  const withPlaces = (totalTicketCount: number, quantityTotal: number, change: object = {}) =>
    catalogOf(
      [aCompetition({ totalTicketCount, prices: [aPrice({ quantityTotal, availableTo: day('05-31') })] })],
      change,
    );
  test.each([
    ['one place with a price for 300', withPlaces(1, 300), ['places']],
    ['300 places with a price for 300', withPlaces(300, 300), []],
    ['300 places with a price for one', withPlaces(300, 1), []],
    ['a good list of three prices', catalogOf([run]), []],
    ['no competition', catalogOf([]), ['competitions']],
    ['no price', catalogOf([aCompetition()]), ['price']],
    [
      'no price that is still to come',
      catalogOf([aCompetition({ prices: [aPrice({ availableTo: day('02-01') })] })]),
      ['price'],
    ],
    ['hidden while it is made, which is meant', withPlaces(9, 9, { visible: false }), []],
    ['called off', withPlaces(1, 300, { canceled: true }), []],
    ['over', withPlaces(1, 300, { startTimestamp: day('01-01'), endTimestamp: day('01-02') }), []],
    [
      'a price for vouchers that nobody can have',
      catalogOf([aCompetition({ prices: [aPrice({ onlyBuyableWithVoucher: true })] })]),
      ['voucherPrice'],
    ],
  ])('%s', (_, catalog, expected) => {
    expect(gapsIn(catalog, [], now).map(({ code }) => code)).toEqual(expected);
  });
});
