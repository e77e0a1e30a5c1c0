import { allocate } from '#src/kernel/allocate.ts';
import { type BasisPoints, basisPointsOf, type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { netOfGross } from '#src/kernel/rounding.ts';
import { disagioOf, ticketFeesOf } from './fee-lines.ts';

export type EventTakings = {
  /** Payments; `byCard`: those settled or payable by card or wallet. */
  received: Cents;
  byCard: Cents;
  /** Net payments that cannot be settled yet: not proven, or the order waits. */
  held: Cents;
  /** Net payments in the organizer's till. */
  cash: Cents;
  /** Vouchers paid and articles sold by the platform, by tax rate. */
  vouchers: ReadonlyMap<number, number>;
  articles: ReadonlyMap<number, number>;
  refunded: Cents;
  tickets: number;
  ticketFee: Cents;
  disagio: BasisPoints;
  /** Payments, refunds, held and cash by tax rate, spread as the lines of each order. */
  paidLines: ReadonlyMap<number, number>;
  refundedLines: ReadonlyMap<number, number>;
  heldLines: ReadonlyMap<number, number>;
  cashLines: ReadonlyMap<number, number>;
};

export type AccountingShare = {
  rate: BasisPoints;
  net: Cents;
  tax: Cents;
  gross: Cents;
  refunded: Cents;
  fee: Cents;
  disagio: Cents;
  payout: Cents;
  held: Cents;
  vouchers: Cents;
  articles: Cents;
  cash: Cents;
};

/**
 * Splits an event's money by tax rate. Gross and refunds follow the lines of the orders; fee and disagio are computed
 * once and spread alike. Every column adds up to its total, to the cent. payout = gross − refunded − fee − disagio −
 * held − cash + vouchers − articles, as in settlements.
 */
export function accountingShares(takings: EventTakings): AccountingShare[] {
  const { received, byCard, refunded, held, cash, tickets, ticketFee, paidLines, refundedLines } = takings;
  const { vouchers, articles } = takings;
  const lines = [paidLines, refundedLines, vouchers, articles];
  const rates = [...new Set(lines.flatMap((each) => [...each.keys()]))].sort((a, b) => b - a);
  if (rates.length === 0) rates.push(0);
  const weights = (lines: ReadonlyMap<number, number>) => rates.map((rate) => Math.max(0, lines.get(rate) ?? 0));
  const paid = weights(paidLines);
  const gross = allocate(received, paid);
  const back = allocate(refunded, refundedLines.size > 0 ? weights(refundedLines) : paid);
  const fee = allocate(ticketFeesOf(tickets, ticketFee), paid);
  const disagio = allocate(disagioOf(byCard, takings.disagio), paid);
  // With more refunds than payments, the sum and its lines are negative.
  const spread = (sum: Cents, lines: ReadonlyMap<number, number>) => {
    const own = rates.map((rate) => Math.max(0, (lines.get(rate) ?? 0) * Math.sign(sum)));
    return allocate(sum, own.some((weight) => weight > 0) ? own : paid);
  };
  const unsettled = spread(held, takings.heldLines);
  const inTill = spread(cash, takings.cashLines);
  return rates.map((points, at) => {
    const rate = basisPointsOf(points);
    const of = (parts: readonly Cents[]) => parts[at] ?? zeroCents;
    const net = netOfGross(of(gross), rate);
    const waits = of(unsettled);
    const [added, own] = [cents(vouchers.get(points) ?? 0), cents(articles.get(points) ?? 0)];
    return {
      rate,
      net,
      tax: cents(of(gross) - net),
      gross: of(gross),
      refunded: of(back),
      fee: of(fee),
      disagio: of(disagio),
      payout: cents(of(gross) - of(back) - of(fee) - of(disagio) - waits - of(inTill) + added - own),
      held: waits,
      vouchers: added,
      articles: own,
      cash: of(inTill),
    };
  });
}
