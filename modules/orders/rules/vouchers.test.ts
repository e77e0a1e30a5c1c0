import { describe, expect, test } from 'vitest';
import type { Voucher, VoucherUseType } from '#modules/vouchers/rules/voucher.ts';
import { basisPoints, cents } from '#src/kernel/money.ts';
import type { PricedBasket } from './pricing.ts';
import { quote } from './quote.ts';
import { article, basket, catalog, competition, now, price, shirts, voucher } from './testing.ts';

const variants = (id: number) => [{ id, name: 'M', total: 50, sold: 0, sortOrder: 1 }];
const coded = (vouchers: Voucher[]) => vouchers.map(({ code }) => ({ code }));
const priced = (vouchers: Voucher[], wanted: PricedBasket = basket(), shop = catalog()) =>
  quote(shop, { ...wanted, appliedVouchers: coded(vouchers) }, vouchers, now);
const off = (percent: number, change: Partial<Voucher> = {}) =>
  voucher({ id: 1, code: 'P', unit: 'percentage', amount: percent * 100, ...change });
const minus = (amount: number, change: Partial<Voucher> = {}) =>
  voucher({ id: 2, code: 'F', unit: 'fixed', amount, ...change });
/** A relay of three at 10 km's side: 3 × 20,00 €. */
const relay = competition({ id: 11, type: 'team', prices: [price({ id: 2, price: cents(2000) })] });
const team = (localIds: string[], competitionId = 11): PricedBasket['teams'][number] => ({
  competitionId,
  participants: localIds.map((localId) => ({ localId, articles: [], competitionPriceId: null })),
});
const charged = (quoted: ReturnType<typeof priced>) => quoted.tickets.map(({ chargedPrice }) => chargedPrice);
const discounts = (quoted: ReturnType<typeof priced>) => quoted.articles.map(({ discount }) => discount);
const items = (quoted: ReturnType<typeof priced>, kind = 'voucher') =>
  quoted.orderItems
    .filter((line) => line.kind === kind)
    .map(({ code, vat, priceTotal, priceBeforeTax }) => [code, vat, priceTotal, priceBeforeTax]);

describe('the table of the rules', () => {
  const onShirt = { target: 'article', articleId: 20 } as const;
  const percent = (of: number, useType: VoucherUseType) => off(of, { ...onShirt, useType });
  const fixed = (amount: number, useType: VoucherUseType) => minus(amount, { ...onShirt, useType });
  test.each<[number, number, number, string, Voucher[]]>([
    [2995, 1, 2695, '10 %', [percent(10, 'single')]],
    [2995, 1, 2195, '10 % + 500', [percent(10, 'single'), fixed(500, 'single')]],
    [2995, 1, 2195, '500 + 10 %', [fixed(500, 'single'), percent(10, 'single')]],
    [1000, 3, 2250, '250 multi', [fixed(250, 'multi')]],
    [1000, 3, 2750, '250 single', [fixed(250, 'single')]],
    [333, 3, 897, '10 % multi', [percent(10, 'multi')]],
    [333, 3, 665, '10 % single + 100 multi', [percent(10, 'single'), fixed(100, 'multi')]],
    [300, 1, 0, '500', [fixed(500, 'single')]],
    [300, 3, 0, '500 multi', [fixed(500, 'multi')]],
    [333, 1, 306, '8,1 %', [percent(8.1, 'single')]],
    [1, 5, 0, '0,01 % multi', [percent(0.01, 'multi')]],
    [999, 2, 999, '100 % single', [percent(100, 'single')]],
  ])('%i × %i leaves %i: %s', (unit, quantity, left, _, vouchers) => {
    const shop = catalog({ articles: [article({ price: cents(unit) })] });
    const quoted = priced(vouchers, basket({ articles: [shirts(quantity)] }), shop);
    expect(quoted.totalPrice - 2995).toBe(left);
    expect(discounts(quoted)).toEqual([unit * quantity - left]);
  });

  test.each([
    [[off(10)], 2695],
    [[off(10), minus(500)], 2195],
    [[minus(3000)], 0],
  ])('a ticket of 29,95 €', (vouchers, left) => {
    expect(charged(priced(vouchers))).toEqual([left]);
    expect(priced(vouchers).totalPrice).toBe(left);
  });
});

describe('a line takes one percentage and one fixed voucher, and the more specific wins', () => {
  const specific = [
    off(50, { id: 3, code: 'PRICE', target: 'competitionPrice', competitionPriceId: 1 }),
    off(40, { id: 4, code: 'RUN', target: 'competition', competitionId: 10 }),
    off(30, { id: 5, code: 'WHO', target: 'participant' }),
    off(20, { id: 6, code: 'ALL', target: 'event' }),
  ];
  const shirt = off(10, { id: 7, code: 'SHIRT', target: 'article', articleId: 20, useType: 'multi' });
  for (const useType of ['single', 'multi'] as const) {
    test.each([0, 1, 2])(`of a ticket, ${useType}, from %i on`, (from) => {
      const held = specific.slice(from).map((each) => ({ ...each, useType }));
      const percent = [50, 40, 30][from] as number;
      const wins = 2995 - Math.ceil((2995 * percent) / 100);
      expect(charged(priced(held))).toEqual([wins]);
      expect(charged(priced([...held].reverse()))).toEqual([wins]);
      const gave = priced(held).vouchers.map(({ discountAmount }) => discountAmount);
      expect(gave).toEqual([2995 - wins, ...held.slice(1).map(() => 0)]);
    });
  }
  test('of an article that is its own, and the others are the event’s', () => {
    const all = off(20, { id: 6, code: 'ALL', target: 'event' });
    const wanted = basket({ articles: [shirts(2)] });
    expect(discounts(priced([all, shirt], wanted))).toEqual([500]);
    expect(discounts(priced([all, { ...shirt, useType: 'single' }], wanted))).toEqual([250 + 500]);
    expect(charged(priced([all, shirt], wanted))).toEqual([2396]);
  });
  test('of a percentage and a fixed one of other ranks, both hold', () => {
    expect(charged(priced([off(50), minus(100, { target: 'event' })]))).toEqual([1397]);
  });
});

describe('an event voucher', () => {
  const both = catalog({
    articles: [
      article({ price: cents(333) }),
      article({ id: 21, price: cents(1000), vat: basisPoints(10), variants: variants(31) }),
    ],
  });
  const wanted = basket({
    starters: 2,
    articles: [shirts(3), shirts(1, { articleId: 21, variantId: 31, uniqueLocalId: 'b' })],
  });
  test('takes a percentage of ticket and every unit', () => {
    const quoted = priced([off(10, { target: 'event' })], wanted, both);
    expect([charged(quoted), discounts(quoted)]).toEqual([
      [2695, 2995],
      [102, 100],
    ]);
  });
  test('takes a fixed amount of the ticket first, then of the articles in their order', () => {
    for (const [amount, tickets, articles] of [
      [2000, [995, 2995], [0, 0]],
      [3095, [0, 2995], [100, 0]],
      [4000, [0, 2995], [999, 6]],
      [99_999, [0, 2995], [999, 1000]],
    ] as const) {
      const quoted = priced([minus(amount, { target: 'event' })], wanted, both);
      expect([charged(quoted), discounts(quoted)]).toEqual([tickets, articles]);
    }
  });
  test('gives each participant the whole amount when it is multiple', () => {
    expect(charged(priced([minus(1000, { target: 'event', useType: 'multi' })], wanted, both))).toEqual([1995, 1995]);
  });
  test('comes after percentages of their own, and passes lines that have a fixed one', () => {
    const own = minus(100, { id: 8, code: 'T', target: 'participant' });
    const quoted = priced([minus(500, { target: 'event' }), own, off(10)], wanted, both);
    expect([charged(quoted), discounts(quoted)]).toEqual([
      [2595, 2995],
      [500, 0],
    ]);
  });
});

describe('teams come after their members, the order after the teams', () => {
  const shop = catalog({ competitions: [competition(), relay] }, { processingFee: cents(150) });
  const wanted: PricedBasket = { ...basket(), teams: [team(['a', 'b', 'c']), team(['d'], 10)] };
  test('by what is left of them', () => {
    const held = [
      off(10, { id: 1, code: 'O', target: 'order' }),
      minus(1000, { id: 2, code: 'T', target: 'team' }),
      off(50, { id: 3, code: 'M', target: 'participant' }),
    ];
    const quoted = priced(held, wanted, shop);
    // 20,00 → 10,00 for the first member; 10,00 € of 50,00 € off the team; 10 % of 69,95 € off everything.
    expect(quoted.vouchers.map(({ discountAmount }) => discountAmount)).toEqual([700, 1000, 1000]);
    expect(charged(quoted)).toEqual([720, 1440, 1440, 2695]);
    expect(quoted.totalPrice).toBe(720 + 1440 + 1440 + 2695 + 150);
    expect(charged(priced([...held].reverse(), wanted, shop))).toEqual(charged(quoted));
  });
  test('spread by largest remainder, ties in the order sent', () => {
    const three = priced([minus(100, { target: 'team' })], { ...basket(), teams: [team(['a', 'b', 'c'])] }, shop);
    expect(charged(three)).toEqual([1966, 1967, 1967]);
    const two = priced([minus(101, { target: 'order' })], wanted, shop);
    // Shares of 22.46 thrice and 33.63: the last has the largest remainder, then the first of the equal ones.
    expect(charged(two)).toEqual([1977, 1978, 1978, 2961]);
  });
  test('a team of singles is none', () => {
    const quoted = priced([minus(100, { target: 'team', useType: 'multi' })], wanted, shop);
    expect(charged(quoted)[3]).toBe(2995);
  });
});

describe('tax', () => {
  const shop = catalog(
    {
      articles: [
        article({ price: cents(1000), vat: basisPoints(10) }),
        article({ id: 21, type: 'donation', variants: variants(31) }),
      ],
    },
    { vat: basisPoints(20) },
  );
  const wanted = basket({
    articles: [shirts(2), shirts(1, { articleId: 21, variantId: 31, uniqueLocalId: 'gift', unitPrice: 1000 })],
  });
  test('is lowered at the rates of the lines that a voucher lowers', () => {
    const quoted = priced([off(10, { target: 'event' })], wanted, shop);
    expect(items(quoted)).toEqual([
      ['P', 2000, -300, -250],
      ['P', 1000, -200, -182],
      ['P', 0, -100, -100],
    ]);
    expect(quoted.vouchers).toMatchObject([{ code: 'P', participantLocalId: 'p0', discountAmount: 600 }]);
  });
  test('has one line a code and rate, however many lines it lowers', () => {
    expect(items(priced([off(10, { target: 'article', articleId: 20, useType: 'multi' })], wanted, shop))).toEqual([
      ['P', 1000, -200, -182],
    ]);
    expect(items(priced([minus(599, { target: 'order' })], wanted, shop)).map(([, , total]) => total)).toEqual([
      -299, -200, -100,
    ]);
  });
  test('has a line at the event’s rate for a code that gives nothing', () => {
    expect(items(priced([off(0)], wanted, shop))).toEqual([['P', 2000, 0, 0]]);
  });
});

test('protection, fee and shipping are never lowered; the fee goes when nothing else is left', () => {
  const shop = catalog({ competitions: [competition({ withShipping: true })] }, { processingFee: cents(150) });
  const everything = minus(99_999, { target: 'order' });
  const wanted = basket({ cancellationProtections: [{ id: 40, price: 500 }] });
  const quoted = priced([everything], wanted, shop);
  expect(quoted.orderItems.map(({ kind, priceTotal }) => [kind, priceTotal])).toEqual([
    ['ticket', 2995],
    ['voucher', -2995],
    ['cp', 500],
    ['sc', 490],
    ['of', 150],
  ]);
  const free = priced([everything], basket(), catalog({}, { processingFee: cents(150) }));
  expect(free.totalPrice).toBe(0);
  expect(items(free, 'of')).toEqual([]);
});
