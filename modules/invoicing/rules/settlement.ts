import { type BasisPoints, type Cents, cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import { isWithOrganizer } from '#src/kernel/payment-methods.ts';
import { disagioOf, isByCard, taxWithin } from './fee-lines.ts';
import type { PlatformTax } from './platform-tax.ts';

/** `returned`: after payment; `notPaid`: the bank did not execute it. */
const settlementActions = ['closed', 'filed', 'paid', 'returned', 'notPaid'] as const;
export type SettlementAction = (typeof settlementActions)[number];

/**
 * `unknown`: no such payout, or another sum. `returned`: paid after it was marked as returned and queued again.
 * `twice`: already paid.
 */
export type MisfitReason = 'unknown' | 'returned' | 'twice';

/** `voucher`: paid by the platform; `article`: sold by the platform. */
export const shareKinds = ['voucher', 'article'] as const;
export type ShareKind = (typeof shareKinds)[number];
/** Sum of one tax rate; negative after net reversals. */
export type ShareSum = { kind: ShareKind; rate: BasisPoints; amount: Cents };

export const sharesOf = (shares: readonly ShareSum[], kind: ShareKind): Cents =>
  cents(shares.filter((share) => share.kind === kind).reduce((sum, { amount }) => sum + amount, 0));

/** Place of a ledger entry that no settlement has. */
export const entryPlaces = ['settled', 'held', 'open'] as const;
export type EntryPlace = (typeof entryPlaces)[number];

export type EntrySum = { place: EntryPlace; kind: 'payment' | 'refund'; method: string; count: number; amount: Cents };

export type MethodSums = { method: string; payments: number; received: Cents; refunds: number; refunded: Cents };

/** Input of a settlement up to an instant. */
export type SettlementInput = {
  entries: readonly EntrySum[];
  /** Net tickets since the last settlement, and their fees. */
  tickets: number;
  ticketFees: Cents;
  /** Vouchers paid and articles sold by the platform since then. */
  shares: readonly ShareSum[];
  waiting: Cents;
  /** Of the previous settlement; negative: the organizer's debt. */
  carriedIn: Cents;
  disagio: BasisPoints;
  tax: PlatformTax;
};

export type SettlementFigures = {
  byMethod: MethodSums[];
  received: Cents;
  refunded: Cents;
  byCard: Cents;
  disagio: Cents;
  disagioRate: BasisPoints;
  tickets: number;
  ticketFees: Cents;
  /** Disagio and ticket fees, gross. */
  fees: Cents;
  feesNet: Cents;
  feesTax: Cents;
  tax: PlatformTax;
  carriedIn: Cents;
  vouchers: Cents;
  articles: Cents;
  shares: ShareSum[];
  /** Net cash and gift cards, which the organizer has already. */
  cash: Cents;
  /** received − refunded − cash − fees + vouchers − articles + carriedIn. */
  balance: Cents;
  /** Reserved for pending refunds. */
  keptForRefunds: Cents;
  payout: Cents;
  /** balance − payout; negative: the organizer's debt. */
  carriedOut: Cents;
  /** Not in the balance: unproven money, and money of waiting orders. */
  held: Cents;
  open: Cents;
};

const signed = ({ kind, amount }: EntrySum): number => (kind === 'payment' ? amount : -amount);
const netOf = (entries: readonly EntrySum[], place: EntryPlace): Cents =>
  cents(entries.filter((entry) => entry.place === place).reduce((sum, entry) => sum + signed(entry), 0));

/** By payment method, largest first. */
function methodSums(entries: readonly EntrySum[]): MethodSums[] {
  const sums = new Map<string, MethodSums>();
  for (const { method, kind, count, amount } of entries) {
    const none = { method, payments: 0, received: cents(0), refunds: 0, refunded: cents(0) };
    const sum = sums.get(method) ?? none;
    sums.set(
      method,
      kind === 'payment'
        ? { ...sum, payments: sum.payments + count, received: cents(sum.received + amount) }
        : { ...sum, refunds: sum.refunds + count, refunded: cents(sum.refunded + amount) },
    );
  }
  return [...sums.values()].sort((a, b) => b.received - a.received || (a.method < b.method ? -1 : 1));
}

/**
 * Settles an event. Money for pending refunds is retained; a negative balance is carried forward. Cash stays with the
 * organizer, who owes fees for it, too. Invariant: received − refunded − cash − fees + vouchers − articles + carriedIn
 * = payout + carriedOut.
 */
export function settle(input: SettlementInput): SettlementFigures {
  const { entries, tickets, ticketFees, waiting, carriedIn, tax } = input;
  const byMethod = methodSums(entries.filter(({ place }) => place === 'settled'));
  const received = sumCents(byMethod.map((sums) => sums.received));
  const refunded = sumCents(byMethod.map((sums) => sums.refunded));
  const byCard = sumCents(byMethod.filter(({ method }) => isByCard(method)).map((sums) => sums.received));
  const inCash = byMethod.filter(({ method }) => isWithOrganizer(method));
  const cash = cents(sumCents(inCash.map((sums) => sums.received)) - sumCents(inCash.map((sums) => sums.refunded)));
  const disagio = disagioOf(byCard, input.disagio);
  const fees = cents(disagio + ticketFees);
  const within = taxWithin(fees, tax.rate);
  const shares = input.shares.filter(({ amount }) => amount !== 0);
  const [vouchers, articles] = [sharesOf(shares, 'voucher'), sharesOf(shares, 'article')];
  const balance = cents(carriedIn + received - refunded - cash - fees + vouchers - articles);
  const payout = centsFromZero(balance - waiting);
  const carriedOut = cents(balance - payout);
  return {
    byMethod,
    received,
    refunded,
    byCard,
    disagio,
    disagioRate: input.disagio,
    tickets,
    ticketFees,
    fees,
    feesNet: within.net,
    feesTax: within.tax,
    tax,
    vouchers,
    articles,
    shares,
    cash,
    carriedIn,
    balance,
    keptForRefunds: centsFromZero(carriedOut),
    payout,
    carriedOut,
    held: netOf(entries, 'held'),
    open: netOf(entries, 'open'),
  };
}

/** Nothing to settle; free tickets do not count. */
export const isEmpty = (figures: SettlementFigures): boolean =>
  figures.byMethod.length === 0 && figures.shares.length === 0 && figures.ticketFees === 0 && figures.payout === 0;
