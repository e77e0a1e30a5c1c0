import { type Cents, cents, sumCents } from '#src/kernel/money.ts';
import type { SettlementFigures } from './settlement.ts';

/** Every place that a cent which came in may be in. */
export type Places = {
  /** Paid to the organizer, put into a settlement for it, or to be by the next one. */
  payout: Cents;
  /** What the platform has for it: disagio and ticket fees, with their tax. */
  fee: Cents;
  /** Below 0: what the platform adds for vouchers that it pays, which never came in. */
  voucher: Cents;
  /** Is the platform's own, for articles that it sold. */
  article: Cents;
  /** Went back to buyers. */
  refund: Cents;
  /** Of orders that are not paid whole. */
  open: Cents;
  /** Nothing proves it yet, or refunds that wait need it. */
  held: Cents;
  /** The organizer has it in the till: what was paid in cash, less what was given back so. */
  cash: Cents;
  /** Below 0: more went back and was charged than came in, which the organizer owes. */
  owed: Cents;
};
export const places = ['payout', 'fee', 'voucher', 'article', 'refund', 'open', 'held', 'cash', 'owed'] as const;

type Closed = Pick<SettlementFigures, 'received' | 'refunded' | 'fees' | 'vouchers' | 'articles' | 'payout' | 'cash'>;

/** Where everything that came in for an event is: in its closed settlements, and in the one that is being drafted. */
export function placesOf(closed: readonly Closed[], draft: SettlementFigures, refunded: Cents): Places {
  const all = [...closed, draft];
  return {
    payout: sumCents(all.map(({ payout }) => payout)),
    fee: sumCents(all.map(({ fees }) => fees)),
    voucher: cents(0 - sumCents(all.map(({ vouchers }) => vouchers))),
    article: sumCents(all.map(({ articles }) => articles)),
    refund: refunded,
    // Refunds of orders that wait stand in `open` below 0, as they went back.
    open: draft.open,
    held: cents(draft.held + draft.keptForRefunds),
    cash: sumCents(all.map(({ cash }) => cash)),
    owed: cents(Math.min(0, draft.carriedOut)),
  };
}

export const sumOfPlaces = (of: Places): Cents => sumCents(places.map((place) => of[place]));
