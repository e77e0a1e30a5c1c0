import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { isInWindow } from '#modules/events/rules/sale.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

export const transferModes = ['off', 'allowed', 'approval'] as const;
export type TransferMode = (typeof transferModes)[number];
/** What the ticket costs whoever takes the place over. */
export const priceRules = ['today', 'atLeastOld', 'old'] as const;
export type PriceRule = (typeof priceRules)[number];
/** What the one before gets back: nothing, or what they paid less the fee. */
export const refundRules = ['nothing', 'paidLessFee'] as const;
export type RefundRule = (typeof refundRules)[number];

export type TransferSettings = {
  mode: TransferMode;
  /** null: until the event starts. */
  until: Instant | null;
  feePrice: Cents;
  priceRule: PriceRule;
  refundRule: RefundRule;
  /** Whoever waits for such a place is asked before the holder has a link to give away. */
  lineFirst: boolean;
  /** Whoever comes may start in another competition of the event. */
  otherCompetitions: boolean;
};
/** As long as nobody said anything. */
export const noTransfers: TransferSettings = {
  mode: 'off',
  until: null,
  feePrice: zeroCents,
  priceRule: 'atLeastOld',
  refundRule: 'paidLessFee',
  lineFirst: false,
  otherCompetitions: false,
};

/** The price of this moment by its window, sold out or not: the place is there. Without one the place costs what it did. */
export function priceToday({ prices }: Pick<CatalogCompetition, 'prices'>, now: Instant, before: Cents): Cents {
  const open = prices.find((price) => !price.onlyBuyableWithVoucher && isInWindow(price, now));
  return open?.price ?? before;
}

/** Cents of the place, by the organizer's rule; `before` is the price without vouchers. */
function placePrice(rule: PriceRule, before: Cents, today: Cents): Cents {
  if (rule === 'old') return before;
  return rule === 'today' ? today : cents(Math.max(before, today));
}

/**
 * Who gets something back is paid for by whoever comes: the price of the place, the articles that go with it, and the fee
 * stays with what was paid. Where nothing goes back, the two settle the rest between themselves: whoever comes pays the fee,
 * and what the place costs more today.
 */
export function termsOf(
  { feePrice, priceRule, refundRule }: Pick<TransferSettings, 'feePrice' | 'priceRule' | 'refundRule'>,
  before: Cents,
  today: Cents,
): { ticketPrice: Cents; keepsAll: boolean; feePrice: Cents } {
  const price = placePrice(priceRule, before, today);
  if (refundRule === 'paidLessFee') return { ticketPrice: price, keepsAll: false, feePrice };
  return { ticketPrice: cents(feePrice + Math.max(0, price - before)), keepsAll: true, feePrice };
}

/** An offer that nobody takes ends by itself. */
export const offerDays = 7;

/** Until when a place may be offered and ordered. */
export const deadlineOf = ({ until }: Pick<TransferSettings, 'until'>, eventStart: Instant): Instant =>
  until === null || until > eventStart ? eventStart : until;

/** asked of whoever paid → waiting for the organizer → offered → ordered → passed; the others are ends. */
export const transferStates = [
  'asked',
  'waiting',
  'offered',
  'ordered',
  'passed',
  'withdrawn',
  'declined',
  'refused',
  'lapsed',
  'failed',
] as const;
export type TransferState = (typeof transferStates)[number];
export const openStates = ['asked', 'waiting', 'offered', 'ordered'] as const satisfies readonly TransferState[];
export const isOpen = (state: TransferState): boolean => openStates.some((open) => open === state);
