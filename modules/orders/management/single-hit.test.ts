import { expect, test } from 'vitest';
import { type FoundHits, singleHitPath, unlistedOrders } from './search-page.tsx';

const hits = (people: FoundHits['people'], orders: number[], more: Partial<FoundHits> = {}): FoundHits => ({
  people,
  orders,
  named: null,
  isMore: false,
  ...more,
});
const ada = { id: 7, orderId: 40 };
const bea = { id: 8, orderId: 40 };
const cora = { id: 9, orderId: 41 };

test.each([
  ['a name that one person has', hits([ada], [40]), '/admin/orders/40/participants/7'],
  ['a family of one order', hits([ada, bea], [40]), '/admin/orders/40'],
  ['the number of an order', hits([ada], [40], { named: 40 }), '/admin/orders/40'],
  ['a buyer who does not start', hits([], [40]), '/admin/orders/40'],
  ['two orders', hits([ada, cora], [40, 41]), null],
  ['somebody and an order of another', hits([cora], [40]), null],
  ['more than is shown', hits([ada], [40], { isMore: true }), null],
  ['nothing', hits([], []), null],
])('%s', (_, found, to) => {
  expect(singleHitPath(found, true)).toBe(to);
});

test('lists an order beside its people only when its number was typed', () => {
  expect(unlistedOrders(hits([ada, bea], [40, 41]))).toEqual([41]);
  expect(unlistedOrders(hits([ada], [40, 41], { named: 40 }))).toEqual([40, 41]);
});
