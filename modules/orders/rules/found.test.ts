import { expect, test } from 'vitest';
import { besidePeople, type FoundHits, straightTo } from './found.ts';

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
  expect(straightTo(found, true)).toBe(to);
});

test('an order stands beside its people only where its number was typed', () => {
  expect(besidePeople(hits([ada, bea], [40, 41]))).toEqual([41]);
  expect(besidePeople(hits([ada], [40, 41], { named: 40 }))).toEqual([40, 41]);
});
