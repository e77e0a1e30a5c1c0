import type { MoneyOfCancellation } from '#modules/orders/rules/cancel-refund.ts';
import { type Cents, cents, centsFromZero, minCents, zeroCents } from '#src/kernel/money.ts';
import { cashMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';

/** How much goes back, and by which of the ways that it came. Cents everywhere. */
export const refundModes = ['full', 'withoutProcessingFee', 'custom'] as const;
export type RefundMode = (typeof refundModes)[number];
export const isRefundMode = (text: unknown): text is RefundMode => refundModes.includes(text as RefundMode);

type Asked = {
  mode: RefundMode;
  /** Only of `custom`, as it was asked for. */
  amount: number | null;
  /** What came in. */
  paid: Cents;
  /** What came in and is not on its way back. */
  kept: Cents;
  /** The order's processing fee. */
  fee: Cents;
};

/** The details of a refusal, with what is left of the order. */
export const refusalDetails = (orderId: number, left: Cents, { reason }: RefundRefusal) => ({
  orderId,
  left: centsFromZero(left),
  ...(reason === null ? {} : { reason }),
});

/**
 * Why no sum goes back. `reason`: nothing was paid, all of it went back or is on its way, or only the processing fee is
 * left where that stays; null where the sum itself is wrong.
 */
export type RefundRefusal = {
  refusal: 'CANT_REFUND_LESS_THAN_ZERO' | 'CANT_REFUND_MORE_THAN_TOTAL';
  reason: 'notPaid' | 'nothingLeft' | 'onlyFeeLeft' | null;
};

/**
 * The sum that goes back, or why none does. `custom` may take all that is left and not a cent more; what is no whole
 * number of cents is no sum.
 */
export function refundAmount({ mode, amount, paid, kept, fee }: Asked): { amount: Cents } | RefundRefusal {
  const wanted = mode === 'full' ? kept : mode === 'withoutProcessingFee' ? kept - fee : (amount ?? 0);
  const isWrong = mode === 'custom' && (!Number.isSafeInteger(wanted) || wanted <= 0);
  if (isWrong) return { refusal: 'CANT_REFUND_LESS_THAN_ZERO', reason: null };
  const reason = kept > 0 ? null : paid > 0 ? 'nothingLeft' : 'notPaid';
  if (wanted <= 0) return { refusal: 'CANT_REFUND_LESS_THAN_ZERO', reason: reason ?? 'onlyFeeLeft' };
  return wanted > kept ? { refusal: 'CANT_REFUND_MORE_THAN_TOTAL', reason } : { amount: cents(wanted) };
}

/**
 * What goes back with a cancellation. All, and all but something, may come to nothing, since many orders are canceled by
 * one decision and not all of them had money; a sum of one's own must be there.
 */
export function refundOfCancellation(
  decided: MoneyOfCancellation,
  { paid, kept, fee }: Pick<Asked, 'paid' | 'kept' | 'fee'>,
): ReturnType<typeof refundAmount> {
  if (decided.mode === 'none') return { amount: zeroCents };
  if (decided.mode === 'full') return { amount: centsFromZero(kept) };
  if (decided.mode === 'withoutProcessingFee') return { amount: centsFromZero(kept - fee) };
  if (decided.mode === 'allBut') return { amount: centsFromZero(kept - decided.keep) };
  if (decided.isEach && kept <= 0) return { amount: zeroCents };
  return refundAmount({ mode: 'custom', amount: decided.amount ?? null, paid, kept, fee });
}

/** A payment through the provider that was captured, and what of it went back or is on its way. */
export type CapturedPayment = { attemptId: number; method: string; amount: Cents; gone: Cents };

/** One part of a refund; without an attempt it is transferred, given back in cash, or onto a gift card. */
export type RefundPart = { attemptId: number | null; method: string; amount: Cents };

/** What of an order's money came otherwise than by transfer and is not on its way back. */
export type CameBy = { captured: readonly CapturedPayment[]; cash: Cents; cards: Cents };

/**
 * Spreads a refund over the payments that it came by. What gift cards paid (`cards`) goes back onto them before any money
 * moves, so that nobody makes money of a card. Then the captured payments: those with the most left first, of equal ones
 * the newest, so that there are few parts. What the organizer took in cash goes back out of its till, and what none of
 * these holds is transferred. The parts add up to `amount`.
 */
export function splitRefund(amount: Cents, { captured, cash, cards }: CameBy): RefundPart[] {
  const leftOf = ({ amount: whole, gone }: CapturedPayment) => cents(whole - gone);
  const ways = captured
    .filter((payment) => leftOf(payment) > 0)
    .sort((a, b) => leftOf(b) - leftOf(a) || b.attemptId - a.attemptId);
  const onCards = minCents(amount, centsFromZero(cards));
  const parts: RefundPart[] = onCards > 0 ? [{ attemptId: null, method: giftCardMethod, amount: onCards }] : [];
  let rest = cents(amount - onCards);
  for (const way of ways) {
    if (rest === 0) break;
    const part = minCents(rest, leftOf(way));
    parts.push({ attemptId: way.attemptId, method: way.method, amount: part });
    rest = cents(rest - part);
  }
  const ofTill = minCents(rest, centsFromZero(cash));
  if (ofTill > 0) parts.push({ attemptId: null, method: cashMethod, amount: ofTill });
  rest = cents(rest - ofTill);
  return rest > 0 ? [...parts, { attemptId: null, method: 'bank', amount: rest }] : parts;
}
