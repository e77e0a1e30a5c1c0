import { type BasisPoints, type Cents, cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import { isWithOrganizer } from '#src/kernel/payment-methods.ts';
import { disagioOf, isByCard, taxWithin } from './fees.ts';
import type { PlatformTax } from './platform-tax.ts';
import { type ShareSum, sharesOf } from './shares.ts';

/** Where an entry of the ledger stands while no settlement has it. */
export const entryPlaces = ['settled', 'held', 'open'] as const;
export type EntryPlace = (typeof entryPlaces)[number];

/** Entries of the ledger that no closed settlement has, added up. */
export type EntrySum = { place: EntryPlace; kind: 'payment' | 'refund'; method: string; count: number; amount: Cents };

export type MethodSums = { method: string; payments: number; received: Cents; refunds: number; refunded: Cents };

/** What stands on paper about an event up to an instant, before anything is computed. */
export type SettlementInput = {
  entries: readonly EntrySum[];
  /** Tickets sold since the last settlement less those given back, and what is charged for them. */
  tickets: number;
  ticketFees: Cents;
  /** What vouchers took off that the platform pays, and what it sold itself, since the last settlement. */
  shares: readonly ShareSum[];
  /** Refunds that were opened and have not gone. */
  waiting: Cents;
  /** Of the settlement before: below 0 the organizer owes it. */
  carriedIn: Cents;
  disagio: BasisPoints;
  tax: PlatformTax;
};

export type SettlementFigures = {
  byMethod: MethodSums[];
  received: Cents;
  refunded: Cents;
  /** Of the takings what came by card and wallet. */
  byCard: Cents;
  disagio: Cents;
  disagioRate: BasisPoints;
  tickets: number;
  ticketFees: Cents;
  /** Disagio and ticket fees, gross; net and tax are within. */
  fees: Cents;
  feesNet: Cents;
  feesTax: Cents;
  tax: PlatformTax;
  carriedIn: Cents;
  /** Paid to the organizer for what vouchers took off; by rates in `shares`. */
  vouchers: Cents;
  /** Of the takings what is the platform's, for articles that it sold itself. */
  articles: Cents;
  shares: ShareSum[];
  /** Of takings less refunds what came and went in cash or by gift cards: the organizer has that already. */
  cash: Cents;
  /** Takings − refunds − cash − fees + vouchers − articles of the platform + what was carried in. */
  balance: Cents;
  /** Kept of the balance, since refunds of as much are waiting. */
  keptForRefunds: Cents;
  /** What the organizer is paid. */
  payout: Cents;
  /** balance − payout: stays for the next settlement; below 0 the organizer owes it. */
  carriedOut: Cents;
  /** Not part of the balance: money that nothing proves yet, and money of orders that wait. */
  held: Cents;
  open: Cents;
};

const signed = ({ kind, amount }: EntrySum): number => (kind === 'payment' ? amount : -amount);
const netOf = (entries: readonly EntrySum[], place: EntryPlace): Cents =>
  cents(entries.filter((entry) => entry.place === place).reduce((sum, entry) => sum + signed(entry), 0));

/** Takings and refunds by ways to pay, largest first. */
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
 * Settles an event: takings − refunds − disagio − ticket fees, with what the settlement before left, what the platform pays
 * of vouchers, and without what it sold itself. What refunds that wait will need is kept back; a balance below 0 is carried
 * on and never paid. Cash stays where it is, with the organizer, who owes the fees for it all the same.
 * received − refunded − cash − fees + vouchers − articles + carriedIn = payout + carriedOut, to the cent.
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

/** Whether closing would put nothing on paper; tickets that cost nothing are nothing. */
export const isEmpty = (figures: SettlementFigures): boolean =>
  figures.byMethod.length === 0 && figures.shares.length === 0 && figures.ticketFees === 0 && figures.payout === 0;
