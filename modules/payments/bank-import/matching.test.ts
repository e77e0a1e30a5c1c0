import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { type Books, decide } from './decide.ts';
import { namedOrders } from './named-orders.ts';

const line = (change: Partial<Parameters<typeof namedOrders>[0]>) => ({
  texts: [''],
  endToEndId: null,
  structuredReference: null,
  ...change,
});
/** Order 42 has the reference RX4213, order 100042 RX10004271. */
const books = (): Books => ({
  orders: new Map(
    [42, 100042].map((id) => [id, { id, eventId: 1, status: 'pending' as const, isExpired: false, open: cents(3000) }]),
  ),
  waiting: new Map(),
});
const decided = async (change: Parameters<typeof line>[0], amount = 3000) => {
  const { outcome, orderId } = await decide(
    { amount: cents(amount) },
    namedOrders(line(change), 'RX'),
    books(),
    async () => false,
  );
  return [outcome, orderId];
};

test.each([
  'RX10004271',
  'rx 100 042 71',
  'Startgeld Nr. RX-10004271 für Zoë',
  'RX1OOO4271',
  'Überweisung RX10004271 Müller',
  '10004271',
  'Nr. 10004271',
])('%s pays order 100042', async (text) => {
  expect(await decided({ texts: [text] })).toEqual(['paid', 100042]);
});

test.each<[string, Parameters<typeof line>[0], number, [string, number | null]]>([
  ['the structured reference', { structuredReference: 'RF74RX10004271' }, 3000, ['paid', 100042]],
  ['a structured reference that is none', { structuredReference: 'RF00RX10004271' }, 2999, ['notFound', null]],
  ['the end-to-end id', { endToEndId: 'RX10004271' }, 3000, ['paid', 100042]],
  ['structured before text', { structuredReference: 'RX10004271', texts: ['RX4213'] }, 3000, ['paid', 100042]],
  ['end-to-end before text', { endToEndId: 'RX4213', texts: ['RX10004271'] }, 3000, ['paid', 42]],
  ['an unknown order in the surer place', { endToEndId: 'RX170', texts: ['RX4213'] }, 3000, ['paid', 42]],
  ['a cut in the middle', { texts: ['Lauf RX1000 4271', 'Lauf RX10004271'] }, 3000, ['paid', 100042]],
  ['no prefix and another amount', { texts: ['10004271'] }, 2999, ['notFound', null]],
  ['no prefix and two orders that fit', { texts: ['10004271 oder 4213'] }, 3000, ['notFound', null]],
  ['a wrong digit', { texts: ['RX10004272'] }, 3000, ['notFound', null]],
  ['another amount', { texts: ['RX4213'] }, 2999, ['amountMismatch', 42]],
  ['both orders', { texts: ['RX4213, RX10004271'] }, 6000, ['paid', 42]],
  ['both orders and the sum of one', { texts: ['RX4213, RX10004271'] }, 3000, ['amountMismatch', 42]],
  ['nothing', { texts: ['Danke'] }, 3000, ['notFound', null]],
])('%s', async (_, change, amount, expected) => expect(await decided(change, amount)).toEqual(expected));
