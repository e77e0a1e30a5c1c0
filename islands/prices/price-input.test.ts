import { expect, test } from 'vitest';
import { aPrice } from '#modules/events/testing.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { type PriceDraft, withInput } from './price-input.ts';

const place = { locale: 'de' as const, timeZone: 'Europe/Vienna' };
const stored = aPrice({
  id: 7,
  price: cents(3000),
  quantityTotal: 10,
  sold: 4,
  availableTo: fromIso('2026-04-30T21:59:00Z'),
});
const input: PriceDraft = {
  price: '30,00',
  quantity: '6',
  availableFrom: '',
  availableTo: '30.04.2026 23:59',
  priceOrder: '1',
  onlyBuyableWithVoucher: '',
};
const after = (change: Partial<PriceDraft>) => withInput([stored], 7, { ...input, ...change }, place)[0];

test('a form as it was opened changes nothing', () => {
  expect(after({})).toEqual(stored);
});

test.each([
  ['an amount', { price: '32,5' }, { price: 3250 }],
  ['what is still to be sold', { quantity: '9' }, { quantityTotal: 13 }],
  [
    'a beginning in the zone of the event',
    { availableFrom: '1.4.26 8:30' },
    { availableFrom: fromIso('2026-04-01T06:30:00Z') },
  ],
  ['a day as the end', { availableTo: '31.5.2026' }, { availableTo: fromIso('2026-05-31T21:59:00Z') }],
  ['no amount where a dot stands between thousands', { price: '32.50' }, {}],
  ['no end', { availableTo: ' ' }, { availableTo: null }],
  ['another place', { priceOrder: '3' }, { priceOrder: 3 }],
  ['a voucher', { onlyBuyableWithVoucher: 'true' }, { onlyBuyableWithVoucher: true }],
  ['half a date keeps what was', { availableTo: '30.04' }, { availableTo: stored.availableTo }],
  ['no number keeps what was', { quantity: 'x', price: '' }, { quantityTotal: 10, price: 3000 }],
])('%s', (_, change, expected) => {
  expect(after(change)).toEqual({ ...stored, ...expected });
});

test('a new one stands beside the others', () => {
  const all = withInput([stored], 0, { ...input, price: '40' }, place);
  expect(all).toHaveLength(2);
  expect(all[1]).toMatchObject({ price: 4000, quantityTotal: 6, sold: 0 });
});
