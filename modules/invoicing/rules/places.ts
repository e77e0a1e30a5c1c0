import { type Cents, cents, sumCents } from '#src/kernel/money.ts';
import type { SettlementFigures } from './settlement.ts';

export type Places = {
  /** Paid out, in a settlement, or due in the next one. */
  payout: Cents;
  /** Disagio and ticket fees, gross. */
  fee: Cents;
  /** Negative: vouchers that the platform pays. */
  voucher: Cents;
  article: Cents;
  refund: Cents;
  /** Of orders not paid in full. */
  open: Cents;
  /** Not proven yet, or reserved for pending refunds. */
  held: Cents;
  /** Net cash in the organizer's till. */
  cash: Cents;
  owed: Cents;
};
export const places = ['payout', 'fee', 'voucher', 'article', 'refund', 'open', 'held', 'cash', 'owed'] as const;

type Closed = Pick<SettlementFigures, 'received' | 'refunded' | 'fees' | 'vouchers' | 'articles' | 'payout' | 'cash'>;

export function placesOf(closed: readonly Closed[], draft: SettlementFigures, refunded: Cents): Places {
  const all = [...closed, draft];
  return {
    payout: sumCents(all.map(({ payout }) => payout)),
    fee: sumCents(all.map(({ fees }) => fees)),
    voucher: cents(0 - sumCents(all.map(({ vouchers }) => vouchers))),
    article: sumCents(all.map(({ articles }) => articles)),
    refund: refunded,
    // Refunds of waiting orders are negative in `open`.
    open: draft.open,
    held: cents(draft.held + draft.keptForRefunds),
    cash: sumCents(all.map(({ cash }) => cash)),
    owed: cents(Math.min(0, draft.carriedOut)),
  };
}

export const sumOfPlaces = (of: Places): Cents => sumCents(places.map((place) => of[place]));
