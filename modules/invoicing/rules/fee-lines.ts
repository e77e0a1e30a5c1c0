import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import { isWithOrganizer } from '#src/kernel/payment-methods.ts';
import { netOfGross, percentOf } from '#src/kernel/rounding.ts';
import type { DraftLine, PaperKind } from './paper.ts';

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

export type Fees = {
  disagio: Cents;
  tickets: number;
  ticketFees: Cents;
  fees: Cents;
  taxCategory: 'S' | 'AE';
  taxRate: BasisPoints;
};
export type FeeTexts = {
  disagio: string;
  disagioDetail: string;
  tickets: string;
  reverse: string;
};

/** Lines of the fee invoice, or of a credit note (positive figures) if fees are negative. null: no fees. */
export function feeLines(fees: Fees, words: FeeTexts): { kind: PaperKind; lines: DraftLine[] } | null {
  if (fees.fees === 0) return null;
  const sign = fees.fees < 0 ? -1 : 1;
  const line = (key: string, name: string, detail: string | null, quantity: number, gross: number): DraftLine => ({
    key,
    name,
    detail,
    quantity,
    unitGross: cents(Math.abs(gross / quantity)),
    gross: cents(gross),
    rate: fees.taxRate,
    category: fees.taxCategory,
    reason: fees.taxCategory === 'AE' ? words.reverse : null,
  });
  const tickets = sign * fees.ticketFees;
  const disagio = sign * fees.disagio;
  // Tickets with different fees become one item, because a unit has one price.
  const count = sign * fees.tickets;
  const isEven = count !== 0 && tickets % count === 0 && tickets / count > 0;
  const lines = [
    ...(disagio === 0 ? [] : [line('disagio', words.disagio, words.disagioDetail, Math.sign(disagio), disagio)]),
    ...(tickets === 0 ? [] : [line('tickets', words.tickets, null, isEven ? count : Math.sign(tickets), tickets)]),
  ];
  return { kind: sign < 0 ? 'creditNote' : 'invoice', lines };
}
