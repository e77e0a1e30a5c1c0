import { type Cents, cents, minCents } from '#src/kernel/money.ts';

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
