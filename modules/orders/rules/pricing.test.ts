import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog, CatalogPrice } from '#modules/events/rules/catalog.ts';
import { basisPoints, cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import type { PricedBasket } from './pricing.ts';
import { quote } from './quote.ts';
import { article, basket, type Choice, catalog, competition, now, price, refusal, shirts } from './testing.ts';

describe('the price of a basket', () => {
  test('is tickets by competition, articles by variant, protection, shipping and fee', () => {
    const shop = catalog({ competitions: [competition({ withShipping: true })] }, { processingFee: cents(150) });
    const quoted = quote(
      shop,
      basket({
        starters: 2,
        articles: [shirts(1), shirts(2)],
        cancellationProtections: [{ id: 40, price: 500 }],
        contactAddress: { countryCode: 'AT' },
        deliveryAddress: { countryCode: 'DE' },
      }),
      [],
      now,
    );
    expect(quoted.orderItems.map((line) => [line.kind, line.amount, line.priceTotal])).toEqual([
      ['ticket', 2, 5990],
      ['article', 3, 7500],
      ['cp', 1, 500],
      ['sc', 1, 690],
      ['of', 1, 150],
    ]);
    expect(quoted.orderItems[0]).toMatchObject({ name: '10 km', price: 2995, priceBeforeTax: 4992, vat: 2000 });
    expect(quoted.totalPrice).toBe(14830);
    expect(quoted.reservations).toEqual({
      tickets: [{ competitionId: 10, priceId: 1, count: 2 }],
      variants: [{ variantId: 30, quantity: 3 }],
      vouchers: [],
    });
  });

  test('without anything to pay has no fee', () => {
    const shop = catalog(
      { competitions: [competition({ prices: [price({ price: cents(0) })] })] },
      { processingFee: cents(150) },
    );
    expect(quote(shop, basket(), [], now)).toMatchObject({ totalPrice: 0, orderItems: [{ kind: 'ticket' }] });
  });

  test('takes a donation without tax and a free article for nothing', () => {
    const shop = catalog({
      articles: [
        article({ type: 'donation', minPrice: cents(100), maxPrice: cents(5000) }),
        article({
          id: 21,
          type: 'free',
          vat: basisPoints(10),
          variants: [{ id: 31, name: '', total: 5, sold: 0, sortOrder: 1 }],
        }),
      ],
    });
    const chosen = [shirts(1, { unitPrice: 1000 }), shirts(2, { articleId: 21, variantId: 31, uniqueLocalId: 'b' })];
    const quoted = quote(shop, basket({ articles: chosen }), [], now);
    expect(quoted.orderItems.slice(1)).toMatchObject([
      { priceTotal: 1000, priceBeforeTax: 1000, vat: 0 },
      { name: 'Shirt', priceTotal: 0, vat: 1000 },
    ]);
    for (const unitPrice of [99, 5001, null]) {
      const wrong = basket({ articles: [shirts(1, { unitPrice })] });
      expect(refusal(() => quote(shop, wrong, [], now))?.code).toBe('VALIDATION_FAILED');
    }
  });

  test('never shows less than it sums, and its parts add up', () => {
    fc.assert(
      fc.property(
        fc.record({
          starters: fc.integer({ min: 1, max: 20 }),
          ticket: fc.integer({ min: 0, max: 50_000 }),
          quantity: fc.integer({ min: 0, max: 50 }),
          fee: fc.integer({ min: 0, max: 1000 }),
          vat: fc.constantFrom(0, 7, 8.1, 10, 19, 20).map(basisPoints),
          protected: fc.boolean(),
        }),
        (dice) => {
          const shop = catalog(
            { competitions: [competition({ prices: [price({ price: cents(dice.ticket) })] })] },
            { vat: dice.vat, processingFee: cents(dice.fee) },
          );
          const quoted = quote(
            shop,
            basket({
              starters: dice.starters,
              articles: dice.quantity ? [shirts(dice.quantity)] : [],
              cancellationProtections: dice.protected ? [{ id: 40, price: 500 }] : [],
            }),
            [],
            now,
          );
          const sum = quoted.orderItems.reduce((total, line) => total + line.priceTotal, 0);
          expect(quoted.totalPrice).toBe(sum);
          expect(quoted.totalPrice).toBeGreaterThanOrEqual(0);
          const withoutFee = quoted.orderItems.filter((line) => line.kind !== 'of');
          const base = withoutFee.reduce((total, line) => total + line.priceTotal, 0);
          expect(sum - base).toBe(base > 0 ? dice.fee : 0);
          for (const line of quoted.orderItems) {
            expect(line.priceTotal).toBe(line.price * line.amount);
            expect(line.priceBeforeTax).toBeLessThanOrEqual(line.priceTotal);
            expect(Math.abs(line.priceBeforeTax * (1 + line.vat / 10_000) - line.priceTotal)).toBeLessThan(0.61);
          }
          expect(quoted.tickets).toHaveLength(dice.starters);
        },
      ),
    );
  });
});

describe('a basket is refused', () => {
  const later = fromIso('2026-04-01T00:00:00Z');
  const earlier = fromIso('2026-02-01T00:00:00Z');
  const withPrices = (...prices: CatalogPrice[]) => catalog({ competitions: [competition({ prices })] });
  test.each<[string, Catalog, PricedBasket, string, object]>([
    ['canceled', catalog({}, { canceled: true }), basket(), 'EVENT_CANCELED', {}],
    ['sold out', catalog({}, { soldOut: true }), basket(), 'EVENT_SOLD_OUT', {}],
    ['over', catalog({}, { endTimestamp: earlier }), basket(), 'EVENT_IS_OVER', {}],
    [
      'competition over',
      catalog({ competitions: [competition({ timestamp: earlier })] }),
      basket(),
      'COMPETITION_IS_OVER',
      {},
    ],
    [
      'not yet on sale',
      withPrices(price({ availableFrom: later })),
      basket(),
      'TICKETS_IN_FUTURE',
      { competitionId: 10 },
    ],
    ['no more on sale', withPrices(price({ availableTo: earlier })), basket(), 'TICKET_COMPETITION_PRICE_SOLD_OUT', {}],
    ['all sold', withPrices(price({ sold: 100 })), basket(), 'TICKET_COMPETITION_PRICE_SOLD_OUT', {}],
    [
      'sent a price that is sold out',
      withPrices(price({ sold: 100 }), price({ id: 2 })),
      basket({ sent: 1 }),
      'TICKET_COMPETITION_PRICE_SOLD_OUT',
      {},
    ],
    ['sent a price of later', withPrices(price(), price({ id: 2 })), basket({ sent: 2 }), 'TICKET_NOT_AVAILABLE', {}],
    ['sent an unknown price', withPrices(price()), basket({ sent: 9 }), 'TICKET_DOES_NOT_EXIST', {}],
    [
      'too few at the current price',
      withPrices(price({ sold: 98 }), price({ id: 2 })),
      basket({ starters: 3 }),
      'NOT_ENOUGH_TICKETS',
      { left: 2 },
    ],
    [
      'competition nearly full',
      catalog({ competitions: [competition({ sold: 99 })] }),
      basket({ starters: 2 }),
      'NOT_ENOUGH_TICKETS',
      { left: 1 },
    ],
    [
      'only with a voucher',
      withPrices(price({ onlyBuyableWithVoucher: true })),
      basket(),
      'TICKET_NOT_AVAILABLE',
      { reason: 'onlyBuyableWithVoucher', participantLocalId: 'p0' },
    ],
    ['an unknown voucher', catalog(), basket({ appliedVouchers: [{ code: 'X' }] }), 'INVALID_VOUCHER_CODE', {}],
    [
      'too few of an article',
      catalog({ articles: [article({ minAmountPerParticipant: 2 })] }),
      basket({ articles: [shirts(1)] }),
      'ORDERED_NOT_ENOUGH_ARTICLES',
      { articleId: 20, participantLocalId: 'p0' },
    ],
    [
      'too many of an article',
      catalog({ articles: [article({ maxAmountPerParticipant: 2 })] }),
      basket({ articles: [shirts(1), shirts(2)] }),
      'ORDERED_TOO_MANY_ARTICLES',
      { articleId: 20 },
    ],
    [
      'more than a hundred',
      catalog({ articles: [article({ variants: [{ id: 30, name: '', total: 999, sold: 0, sortOrder: 1 }] })] }),
      basket({ articles: [shirts(101)] }),
      'ORDERED_TOO_MANY_ARTICLES',
      {},
    ],
    [
      'too little stock',
      catalog({ articles: [article({ variants: [{ id: 30, name: '', total: 5, sold: 4, sortOrder: 1 }] })] }),
      basket({ articles: [shirts(2)] }),
      'RESERVING_ARTICLES_FAILED',
      { left: 1 },
    ],
    [
      'an article of another competition',
      catalog({ articles: [article({ competitionIds: [11] })] }),
      basket({ articles: [shirts(1)] }),
      'VALIDATION_FAILED',
      {},
    ],
  ])('%s', (_, shop, wanted, code, details) => {
    const refused = refusal(() => quote(shop, wanted, [], now));
    expect(refused?.code).toBe(code);
    expect(refused?.details).toMatchObject(details);
  });

  test('team articles from anybody but the first, and beyond the team’s limit', () => {
    const team = (articles: Choice[][]): PricedBasket => ({
      ...basket(),
      teams: [
        {
          competitionId: 10,
          participants: articles.map((own, index) => ({
            localId: `m${index}`,
            articles: own,
            competitionPriceId: null,
          })),
        },
      ],
    });
    const once = catalog({ articles: [article({ teamArticle: true })] });
    expect(refusal(() => quote(once, team([[shirts(1)], []]), [], now))).toBeNull();
    expect(refusal(() => quote(once, team([[], [shirts(1)]]), [], now))?.code).toBe('ORDERED_TOO_MANY_ARTICLES');
    const limited = catalog({ articles: [article({ maxAmountPerTeam: 2 })] });
    expect(refusal(() => quote(limited, team([[shirts(1)], [shirts(2)]]), [], now))?.code).toBe(
      'ORDERED_TOO_MANY_ARTICLES',
    );
  });
});
