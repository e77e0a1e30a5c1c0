import { type Cents, cents } from '#src/kernel/money.ts';

export type MovedPrice = {
  ticketPrice: Cents;
  /** What the ticket costs after what vouchers took off. */
  chargedPrice: Cents;
  /** What of the vouchers' discount the new ticket has no room for. */
  lostDiscount: Cents;
  /** What the order's total grows by, cents; below 0 when it gets cheaper. */
  difference: number;
};

/**
 * A ticket becomes one at another price. What vouchers took off the old one, in cents, comes off the new one too, as far as
 * it goes: a voucher that was redeemed is not weighed again.
 */
export function movedPrice(before: { ticketPrice: number; chargedPrice: number }, price: number): MovedPrice {
  const discount = before.ticketPrice - before.chargedPrice;
  const kept = Math.min(discount, price);
  return {
    ticketPrice: cents(price),
    chargedPrice: cents(price - kept),
    lostDiscount: cents(discount - kept),
    difference: price - kept - before.chargedPrice,
  };
}
