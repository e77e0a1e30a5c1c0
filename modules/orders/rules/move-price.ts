import { type Cents, cents, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { OrderItem } from './order-item.ts';

export type MovedPrice = {
  ticketPrice: Cents;
  /** What the ticket costs after what vouchers took off. */
  chargedPrice: Cents;
  /** What of the vouchers' discount the new ticket has no room for. */
  lostDiscount: Cents;
  /** What the order's total grows by, cents; below 0 when it gets cheaper. */
  difference: Cents;
};

/**
 * A ticket becomes one at another price. What vouchers took off the old one, in cents, comes off the new one too, as far as
 * it goes: a voucher that was redeemed is not weighed again.
 */
export function movedPrice(before: { ticketPrice: Cents; chargedPrice: Cents }, price: Cents): MovedPrice {
  const discount = cents(before.ticketPrice - before.chargedPrice);
  const kept = minCents(discount, price);
  return {
    ticketPrice: price,
    chargedPrice: cents(price - kept),
    lostDiscount: cents(discount - kept),
    difference: cents(price - kept - before.chargedPrice),
  };
}

/** What costs nothing takes no fee: what it was, where a change by so much leaves nothing else to pay; else 0. Cents. */
export function feeOfNothing(
  lines: readonly Pick<OrderItem, 'kind' | 'code' | 'priceTotal'>[],
  difference: Cents,
): Cents {
  const sumOf = (some: typeof lines) => sumCents(some.map(({ priceTotal }) => priceTotal));
  const fees = lines.filter(isFee);
  return difference < 0 && sumOf(lines.filter((line) => !isFee(line))) + difference === 0 ? sumOf(fees) : zeroCents;
}

/** The processing fee; a line of that kind with a code says what is kept of a place that was passed on. */
export const isFee = ({ kind, code }: Pick<OrderItem, 'kind' | 'code'>): boolean => kind === 'of' && code === null;
