import { describe, expect, test } from 'vitest';
import { article, catalog, competition, price } from '#modules/orders/rules/testing.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso, hours, plus } from '#src/kernel/time.ts';
import { offersThatStay, priceOfSize, sizeClosing, sizeIn, sizeOfferEnd } from './sizes.ts';

const now = fromIso('2026-05-01T10:00:00Z');
const entry = { variantId: 30, orderId: 5 };
const seat = { orderId: 5, competitionId: 10, isLive: true };
const shirt = article({ hasWaitlist: true });
const at = (change: Parameters<typeof catalog>[0] = {}, event: Parameters<typeof catalog>[1] = {}) =>
  catalog({ articles: [shirt], ...change }, { offerHours: 24, ...event });
const longAgo = fromIso('2026-04-30T10:00:00Z');
const held = [price({ onlyBuyableWithVoucher: true })];
const over = [price({ availableTo: fromIso('2026-04-30T10:00:00Z') })];

describe('why nobody waits for a size any more', () => {
  test.each<[string, ReturnType<typeof at>, typeof seat | undefined, string | null]>([
    ['nothing', at(), seat, null],
    ['who it is for is nowhere', at(), undefined, 'gone'],
    ['the order is canceled', at(), { ...seat, isLive: false }, 'gone'],
    ['the place went to another order', at(), { ...seat, orderId: 6 }, 'gone'],
    ['the event is canceled', at({}, { canceled: true }), seat, 'canceled'],
    ['the event is over', at({}, { endTimestamp: fromIso('2026-04-30T10:00:00Z') }), seat, 'over'],
    ['the event has no lists', at({}, { offerHours: null }), seat, 'off'],
    ['the article has none', at({ articles: [article()] }), seat, 'off'],
    ['it is a donation by now', at({ articles: [article({ hasWaitlist: true, type: 'donation' })] }), seat, 'off'],
    ['the size is deleted', at({ articles: [{ ...shirt, variants: [] }] }), seat, 'off'],
    ['they start where it is not offered', at({ articles: [{ ...shirt, competitionIds: [99] }] }), seat, 'off'],
    ['the sale there is over', at({ competitions: [competition({ prices: over })] }), seat, 'over'],
    ['nothing, where voucher holders alone start', at({ competitions: [competition({ prices: held })] }), seat, null],
    [
      'what voucher holders alone start in is over',
      at({ competitions: [competition({ prices: held, timestamp: longAgo, endTimestamp: null })] }),
      seat,
      'over',
    ],
  ])('%s', (_, known, where, reason) => expect(sizeClosing(known, entry, where, now)).toBe(reason));
});

test('an offer ends with the sale of what its person starts in, at the latest when that begins', () => {
  const wanted = plus(now, hours(24));
  const soon = plus(now, hours(3));
  const ending = (change: Parameters<typeof competition>[0]) =>
    sizeOfferEnd(at({ competitions: [competition(change)] }), 10, wanted);
  expect(ending({})).toBe(wanted);
  expect(ending({ prices: [price({ availableTo: soon })] })).toBe(soon);
  expect(ending({ prices: [price({ availableTo: soon }), price({ id: 12, availableTo: null })] })).toBe(wanted);
  // What is for holders of a voucher alone keeps no sale open.
  const forHolders = price({ id: 12, availableTo: null, onlyBuyableWithVoucher: true });
  expect(ending({ prices: [price({ availableTo: soon }), forHolders] })).toBe(soon);
  expect(ending({ timestamp: soon, endTimestamp: null })).toBe(soon);
  expect(sizeOfferEnd(at({}, { endTimestamp: soon }), 10, wanted)).toBe(soon);
});

test.each([
  [3, [1, 2], [1, 2]],
  [2, [1, 2], [1]],
  [2, [2, 1], [2]],
  [1, [2, 1], [1]],
  [0, [1, 1], []],
  [-4, [1], []],
])('of %i pieces the offers %j leave %j to those who were offered theirs first', (pieces, offered, stay) => {
  const entries = offered.map((places, id) => ({ id, places }));
  expect(offersThatStay(pieces, entries).map(({ places }) => places)).toEqual(stay);
});

test('a size is found with its article, and costs what that costs now', () => {
  expect(sizeIn(at(), 30)?.variant.name).toBe('M');
  expect([sizeIn(at(), 31), sizeIn(at(), null)]).toEqual([null, null]);
  expect(priceOfSize(shirt, 3)).toBe(7500);
  expect(priceOfSize(article({ type: 'free', price: cents(2500) }), 3)).toBe(0);
});
