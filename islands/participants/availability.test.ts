import { expect, test } from 'vitest';
import { availableTickets, currentPrice } from '#modules/events/rules/sale.ts';
import { aCompetition, aPrice } from '#modules/events/testing.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { withAvailability } from './availability.ts';

const now = fromIso('2026-03-02T09:00:00Z');
const competition = aCompetition({
  prices: [aPrice({ id: 1, quantityTotal: 50 }), aPrice({ id: 2, price: cents(1500) })],
});
const answer = (left: number, quantity: number, price = 1000) => ({
  rows: [
    {
      id: 1,
      totalTicketCount: 100,
      availableTicketCount: left,
      prices: [{ id: 1, price: cents(price), quantity, sold: 50 - quantity }],
    },
  ],
});

test.each([
  ['what is left of the competition', answer(3, 40), 3, 1000],
  ['what is left at the price', answer(60, 2), 2, 1000],
  ['the next price when one is sold out', answer(50, 0), 10, 1500],
  ['a price that was changed', answer(60, 40, 1200), 40, 1200],
  ['nothing new of others', { rows: [] }, 50, 1000],
])('takes over %s', (_, said, left, price) => {
  const [fresh] = withAvailability([competition], said);
  expect(fresh && availableTickets(fresh, now)).toBe(left);
  expect(fresh && currentPrice(fresh, now)?.price).toBe(price);
});
