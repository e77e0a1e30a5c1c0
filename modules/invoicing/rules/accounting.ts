import { allocate } from '#src/kernel/allocate.ts';
import { type BasisPoints, basisPointsOf, type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { netOfGross } from '#src/kernel/rounding.ts';
import { disagioOf, ticketFeesOf } from './fees.ts';

/** What came in for an event within a span, and what is taken from it. */
export type EventTakings = {
  /** Payments, and those among them by card or wallet that a settlement has or would have. */
  received: Cents;
  byCard: Cents;
  /** Of the payments, less what went back of it, what no settlement pays yet: nothing proves it, or its order waits. */
  held: Cents;
  /** Of the payments, less what went back of it, what the organizer has in the till. */
  cash: Cents;
  /** What vouchers took off that the platform pays, and what it sold itself, by rates. */
  vouchers: ReadonlyMap<number, number>;
  articles: ReadonlyMap<number, number>;
  refunded: Cents;
  tickets: number;
  /** For each ticket, charged to the organizer. */
  ticketFee: Cents;
  disagio: BasisPoints;
  /** How payments, refunds, and what of them is held or in the till are spread over the rates: each as the lines of its own order are. */
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
 * An event's money by rates: gross is what came in, spread over the rates as the lines of the paid orders are, so that a
 * payment in parts is taxed as its order and what went back in parts as what came in. Fee and disagio are counted once on the whole and spread alike; every column adds
 * up to its whole, to the cent. payout = gross − refunded − fee − disagio − held − cash + vouchers − articles, as
 * settlements count it.
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
  // Where more went back than came in, the sum and its lines are below nought together.
  const spread = (sum: Cents, lines: ReadonlyMap<number, number>) => {
    const own = rates.map((rate) => Math.max(0, (lines.get(rate) ?? 0) * Math.sign(sum)));
    return allocate(sum, own.some((weight) => weight > 0) ? own : paid);
  };
  const kept = spread(held, takings.heldLines);
  const inTill = spread(cash, takings.cashLines);
  return rates.map((points, at) => {
    const rate = basisPointsOf(points);
    const of = (parts: readonly Cents[]) => parts[at] ?? zeroCents;
    const net = netOfGross(of(gross), rate);
    const waits = of(kept);
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
