import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { livePrice } from '#modules/orders/rules/quote.ts';
import { anyBasket, basket, catalog, competition, now, price, voucher } from '#modules/orders/rules/testing.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { dice } from '#tests/season/dice.ts';
import { seed, times } from '#tests/support/thorough.ts';
import { priceWithoutCodes } from './draft-price.ts';
import { draftPrice } from './draft-vouchers.ts';

const input = (codes: string[], known: Voucher[], shop = catalog(), wanted = basket()) =>
  draftPrice(shop, wanted, codes, known, now);
const states = (codes: string[], known: Voucher[], shop = catalog(), wanted = basket()) =>
  input(codes, known, shop, wanted).codes.map((each) =>
    'discount' in each ? each.discount : 'why' in each ? each.why : each.state,
  );

describe('where two codes are in each other’s way, the better one for the buyer holds', () => {
  const small = voucher({ id: 1, code: 'SMALL', target: 'competition', competitionId: 10, amount: 1000 });
  const big = voucher({ id: 2, code: 'BIG', target: 'participant', amount: 5000 });
  test.each([
    [
      ['BIG', 'SMALL'],
      [1498, 'noGain'],
    ],
    [
      ['SMALL', 'BIG'],
      ['noGain', 1498],
    ],
  ])('typed %j', (codes, outcome) => {
    expect(states(codes, [small, big])).toEqual(outcome);
  });

  test('also of one target, and where the smaller one would displace the bigger', () => {
    const equal = voucher({ id: 3, code: 'EQUAL', amount: 2000 });
    expect(states(['EQUAL', 'BIG'], [equal, big])).toEqual(['INVALID_VOUCHER_UNIT', 1498]);
    const all = voucher({ id: 4, code: 'ALL', amount: 9000, useType: 'multi' });
    expect(states(['SMALL', 'ALL'], [small, all])).toEqual(['noGain', 2696]);
    expect(states(['ALL', 'SMALL'], [small, all])).toEqual([2696, 'noGain']);
  });
});

describe('a code', () => {
  const five = voucher({ id: 1, code: 'FIVE', unit: 'fixed', amount: 500, target: 'order' });
  const free = voucher({ id: 2, code: 'FREE', amount: 10_000 });
  test('that gives nothing any more is not used up', () => {
    expect(states(['FIVE', 'FREE'], [five, free])).toEqual(['noGain', 2995]);
    expect(input(['FIVE', 'FREE'], [five, free]).basket.appliedVouchers).toEqual([{ code: 'FREE' }]);
  });
  test('typed twice works once and is told once', () => {
    expect(states(['FIVE', ' fi ve '], [five])).toEqual([500]);
  });
  test('that opens a price for holders works, and another is kept only when it helps', () => {
    const shop = catalog({ competitions: [competition({ prices: [price({ onlyBuyableWithVoucher: true })] })] });
    const opens = voucher({ id: 3, code: 'OPENS', amount: 0 });
    expect(states(['OPENS'], [opens], shop)).toEqual([0]);
    expect(states(['FIVE', 'FREE'], [five, free], shop)).toEqual(['noGain', 2995]);
    expect(states(['FIVE'], [five], shop)).toEqual(['waiting']);
    expect(states(['OPENS', 'FREE'], [free, opens], shop)).toEqual(['INVALID_VOUCHER_UNIT', 2995]);
  });
  test('nobody knows, of yesterday or of nothing here says why, and the others work', () => {
    const late = voucher({ id: 3, code: 'LATE', validTo: (now - 1) as typeof now });
    const other = voucher({ id: 4, code: 'OTHER', target: 'article', articleId: 20 });
    expect(states(['X', 'LATE', 'OTHER', 'FIVE'], [late, other, five])).toEqual([
      'INVALID_VOUCHER_CODE',
      'INVALID_VOUCHER_EXPIRED',
      'INVALID_VOUCHER_SCOPE',
      500,
    ]);
  });
});

test('no code that is typed makes a basket dearer or impossible, and none is used up for nothing', () => {
  const shuffled = <T>(things: readonly T[], roll: () => number): T[] => {
    const rest = [...things];
    return things.map(() => rest.splice(Math.floor(roll() * rest.length), 1)[0] as T);
  };
  let gained = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (thrown) => {
      const { roll } = dice(thrown);
      const { shop, wanted, known } = anyBasket(roll);
      const codes = shuffled([...known.map(({ code }) => code), ...(roll() < 0.1 ? ['NOSUCH'] : [])], roll);
      const priceOf = (list: readonly { code: string }[]) =>
        livePrice(shop, { ...wanted, appliedVouchers: [...list] }, known, now).quote?.totalPrice ??
        Number.POSITIVE_INFINITY;
      let before = priceOf([]);
      for (let count = 1; count <= codes.length; count++) {
        const draft = draftPrice(shop, wanted, codes.slice(0, count), known, now);
        const total = draft.quote?.totalPrice ?? Number.POSITIVE_INFINITY;
        expect(total).toBeLessThanOrEqual(before);
        if (total < before) gained += 1;
        before = total;
        expect(draft.codes).toHaveLength(count);
        const kept = draft.basket.appliedVouchers;
        expect(priceOf(kept)).toBe(total);
        if (!draft.quote) continue;
        for (const one of kept) expect(priceOf(kept.filter((each) => each !== one))).toBeGreaterThan(total);
        expect(draft.codes.filter(({ state }) => state === 'applied')).toHaveLength(kept.length);
      }
    }),
    { numRuns: times(1500, 300), seed, examples: [[1_365_114_655]] },
  );
  expect(gained).toBeGreaterThan(times(500, 100));
});

test('without codes a basket costs what it costs where nothing about codes is loaded', () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (thrown) => {
      const { shop, wanted, known } = anyBasket(dice(thrown).roll);
      const plain = priceWithoutCodes(shop, wanted, now);
      expect(plain).toEqual(draftPrice(shop, wanted, [], known, now));
      if (plain.problem?.details.reason === 'onlyBuyableWithVoucher') refused += 1;
    }),
    { numRuns: times(1500, 300), seed },
  );
  expect(refused, 'some prices are for holders').toBeGreaterThan(0);
});
