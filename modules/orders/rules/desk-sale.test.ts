import { expect, test } from 'vitest';
import { currentPrice } from '#modules/events/rules/sale.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { deskCatalog } from './desk-sale.ts';
import { article, catalog, competition, price } from './testing.ts';

const now = fromIso('2026-05-17T05:00:00Z');
const past = (day: number) => fromIso(`2026-05-0${day}T00:00:00Z`);

const sells = (...prices: ReturnType<typeof price>[]) => {
  const [only] = deskCatalog(
    catalog({ competitions: [competition({ prices, withShipping: true })] }),
    now,
  ).competitions;
  return only ? [currentPrice(only, now)?.id ?? null, only.withShipping] : [];
};

test('the desk sells at the last ended price and ships nothing', () => {
  const early = price({ id: 1, availableTo: past(1) });
  const last = price({ id: 2, availableTo: past(3) });
  expect(sells(early, last)).toEqual([2, false]);
  // What is on sale stays so.
  expect(sells(early, last, price({ id: 3 }))).toEqual([3, false]);
});

test('a price for voucher holders does not close the desk', () => {
  const last = price({ id: 2, availableTo: past(3) });
  const sponsors = price({ id: 3, onlyBuyableWithVoucher: true });
  expect(sells(sponsors, last)).toEqual([2, false]);
  expect(sells({ ...sponsors, availableFrom: fromIso('2026-05-17T09:00:00Z') }, last)).toEqual([2, false]);
});

test('the desk sells no donations', () => {
  const offered = catalog({ articles: [article(), article({ id: 21, type: 'donation' })] });
  expect(deskCatalog(offered, now).articles.map(({ id }) => id)).toEqual([20]);
});

test('the desk opens nothing sold out, future, or for voucher holders', () => {
  const early = price({ id: 1, availableTo: past(1) });
  // The cheaper one of before does not come back because the last one is sold out.
  expect(sells(early, price({ id: 2, availableTo: past(3), quantityTotal: 5, sold: 5 }))).toEqual([null, false]);
  expect(sells(early, price({ id: 2, availableFrom: fromIso('2026-05-17T09:00:00Z') }))).toEqual([null, false]);
  expect(sells(price({ id: 1, availableTo: past(1), onlyBuyableWithVoucher: true }))).toEqual([null, false]);
  expect(sells(price({ id: 1, onlyBuyableWithVoucher: true }))).toEqual([null, false]);
  expect(sells()).toEqual([null, false]);
});

test('the desk adds its surcharge to paid tickets alone, the office does not', () => {
  const base = catalog({ competitions: [competition({ prices: [price({ id: 1, price: cents(3000) })] })] });
  const free = competition({ prices: [price({ id: 2, price: cents(0) })] });
  const event = { ...base.event, deskSurcharge: cents(500) };
  const pricesOf = (options?: { isOffice: boolean }) =>
    deskCatalog({ ...base, event, competitions: [...base.competitions, free] }, now, options).competitions.map(
      (each) => currentPrice(each, now)?.price,
    );
  expect(pricesOf()).toEqual([3500, 0]);
  expect(pricesOf({ isOffice: true })).toEqual([3000, 0]);
});
