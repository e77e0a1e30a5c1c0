import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import { isWithOrganizer } from '#src/kernel/payment-methods.ts';
import { netOfGross, percentOf } from '#src/kernel/rounding.ts';

/** Money of cards, wallets and whatever else the provider brings; a voucher is no money; a transfer, cash and gift cards cost nothing. */
export const isByCard = (method: string): boolean =>
  method !== 'bank' && method !== 'voucher' && !isWithOrganizer(method);

/** What the provider's ways cost an organizer: once on a whole, never on its parts. */
export const disagioOf = (byCard: Cents, rate: BasisPoints): Cents => percentOf(byCard, rate);

/** For so many tickets, charged to the organizer. */
export const ticketFeesOf = (tickets: number, ticketFee: Cents): Cents => cents(ticketFee * tickets);

/** A charge as the contract with the organizer names it, which is gross, with the tax that is in it. */
export function taxWithin(gross: Cents, rate: BasisPoints): { net: Cents; tax: Cents } {
  const net = netOfGross(gross, rate);
  return { net, tax: cents(gross - net) };
}
