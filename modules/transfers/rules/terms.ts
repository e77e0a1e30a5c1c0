import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { isInWindow } from '#modules/events/rules/sale.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

export const transferModes = ['off', 'allowed', 'approval'] as const;
export type TransferMode = (typeof transferModes)[number];
export const priceRules = ['today', 'atLeastOld', 'old'] as const;
export type PriceRule = (typeof priceRules)[number];
/** Refund to the holder: nothing, or the paid price less the fee. */
export const refundRules = ['nothing', 'paidLessFee'] as const;
export type RefundRule = (typeof refundRules)[number];

export type TransferSettings = {
  mode: TransferMode;
  until: Instant | null;
  feePrice: Cents;
  priceRule: PriceRule;
  refundRule: RefundRule;
  /** The waiting list is asked before the holder gets a link. */
  lineFirst: boolean;
  otherCompetitions: boolean;
};
export const noTransfers: TransferSettings = {
  mode: 'off',
  until: null,
  feePrice: zeroCents,
  priceRule: 'atLeastOld',
  refundRule: 'paidLessFee',
  lineFirst: false,
  otherCompetitions: false,
};

/** Current price by price window, even if sold out. Without a window the original price. */
export function priceToday({ prices }: Pick<CatalogCompetition, 'prices'>, now: Instant, before: Cents): Cents {
  const open = prices.find((price) => !price.onlyBuyableWithVoucher && isInWindow(price, now));
  return open?.price ?? before;
}

/** Price of the place in cents, by the organizer's rule; `before` is the price without vouchers. */
function placePrice(rule: PriceRule, before: Cents, today: Cents): Cents {
  if (rule === 'old') return before;
  return rule === 'today' ? today : cents(Math.max(before, today));
}

/**
 * With a refund, the taker pays the place and its articles, and the fee is retained. Without one, holder and taker
 * settle privately: the taker pays the fee and the price increase.
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

export const offerDays = 7;

export const deadlineOf = ({ until }: Pick<TransferSettings, 'until'>, eventStart: Instant): Instant =>
  until === null || until > eventStart ? eventStart : until;

/** asked (buyer must agree) → waiting (for the organizer) → offered → ordered → passed; the others are ends. */
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
