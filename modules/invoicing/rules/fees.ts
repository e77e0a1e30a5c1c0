import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import { isWithOrganizer } from '#src/kernel/payment-methods.ts';
import { netOfGross, percentOf } from '#src/kernel/rounding.ts';

/** Everything that the provider collects; transfers, cash and gift cards cost no disagio. */
export const isByCard = (method: string): boolean =>
  method !== 'bank' && method !== 'voucher' && !isWithOrganizer(method);

/** Computed on the total, never on parts. */
export const disagioOf = (byCard: Cents, rate: BasisPoints): Cents => percentOf(byCard, rate);

export const ticketFeesOf = (tickets: number, ticketFee: Cents): Cents => cents(ticketFee * tickets);

/** Contract fees are gross; this splits off their tax. */
export function taxWithin(gross: Cents, rate: BasisPoints): { net: Cents; tax: Cents } {
  const net = netOfGross(gross, rate);
  return { net, tax: cents(gross - net) };
}
