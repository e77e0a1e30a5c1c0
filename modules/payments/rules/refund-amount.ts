import type { MoneyOfCancellation } from '#modules/orders/rules/cancel-refund.ts';
import { type Cents, cents, centsFromZero, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { cashMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { RefundReason, RefundRowStatus } from './states.ts';

/** Refund amounts in cents. */
export const refundModes = ['full', 'withoutProcessingFee', 'custom'] as const;
export type RefundMode = (typeof refundModes)[number];
export const isRefundMode = (text: unknown): text is RefundMode => refundModes.includes(text as RefundMode);

type RefundInput = {
  mode: RefundMode;
  amount: number | null;
  paid: Cents;
  /** Received and not being refunded. */
  kept: Cents;
  fee: Cents;
};

/** Details of a refusal, with the remainder of the order. */
export const refusalDetails = (orderId: number, left: Cents, { reason }: RefundRefusal) => ({
  orderId,
  left: centsFromZero(left),
  ...(reason === null ? {} : { reason }),
});

/** `reason`: `notPaid`, `nothingLeft` or `onlyFeeLeft`; null when the amount is invalid. */
export type RefundRefusal = {
  refusal: 'CANT_REFUND_LESS_THAN_ZERO' | 'CANT_REFUND_MORE_THAN_TOTAL';
  reason: 'notPaid' | 'nothingLeft' | 'onlyFeeLeft' | null;
};

/** The amount to refund, or the refusal. `custom` allows up to the whole remainder in whole cents. */
export function refundAmount({ mode, amount, paid, kept, fee }: RefundInput): { amount: Cents } | RefundRefusal {
  const wanted = mode === 'full' ? kept : mode === 'withoutProcessingFee' ? kept - fee : (amount ?? 0);
  const isWrong = mode === 'custom' && (!Number.isSafeInteger(wanted) || wanted <= 0);
  if (isWrong) return { refusal: 'CANT_REFUND_LESS_THAN_ZERO', reason: null };
  const reason = kept > 0 ? null : paid > 0 ? 'nothingLeft' : 'notPaid';
  if (wanted <= 0) return { refusal: 'CANT_REFUND_LESS_THAN_ZERO', reason: reason ?? 'onlyFeeLeft' };
  return wanted > kept ? { refusal: 'CANT_REFUND_MORE_THAN_TOTAL', reason } : { amount: cents(wanted) };
}

/** Full refunds may result in 0, because many orders are canceled at once; a custom amount must be available. */
export function refundOfCancellation(
  decided: MoneyOfCancellation,
  { paid, kept, fee }: Pick<RefundInput, 'paid' | 'kept' | 'fee'>,
): ReturnType<typeof refundAmount> {
  if (decided.mode === 'none') return { amount: zeroCents };
  if (decided.mode === 'full') return { amount: centsFromZero(kept) };
  if (decided.mode === 'withoutProcessingFee') return { amount: centsFromZero(kept - fee) };
  if (decided.mode === 'allBut') return { amount: centsFromZero(kept - decided.keep) };
  if (decided.isEach && kept <= 0) return { amount: zeroCents };
  return refundAmount({ mode: 'custom', amount: decided.amount ?? null, paid, kept, fee });
}

/** A captured provider payment, and what of it was refunded or is being refunded. */
export type CapturedPayment = { attemptId: number; method: string; amount: Cents; gone: Cents };

/** One part of a refund; without an attempt: transfer, cash or gift card. */
export type RefundPart = { attemptId: number | null; method: string; amount: Cents };

/** Received other than by transfer and not being refunded. */
export type PaidByMethod = { captured: readonly CapturedPayment[]; cash: Cents; cards: Cents };

/**
 * Gift cards first, so that cards cannot be turned into money. Then captured payments, largest remainder first, for few
 * parts. Then cash of the organizer; the rest is transferred. The parts add up to `amount`.
 */
export function splitRefund(amount: Cents, { captured, cash, cards }: PaidByMethod): RefundPart[] {
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

type Row = { amount: Cents; reason: RefundReason; status: RefundRowStatus };

/** Refunds that bind money: sent, in progress, or failed and still owed. */
const holds = ({ status }: Pick<Row, 'status'>): boolean => status !== 'withdrawn';

const sumOf = (rows: readonly { amount: Cents }[]): Cents => sumCents(rows.map(({ amount }) => amount));

export const refundedOf = (rows: readonly Row[]): Cents => sumOf(rows.filter(({ status }) => status === 'completed'));

export type Money = {
  received: Cents;
  refunded: Cents;
  kept: Cents;
  open: Cents;
  /** Received beyond the total, not being refunded, and not offset by granted refunds. */
  excess: Cents;
};

/** A granted refund does not make a paid order open; a higher total does. */
export function moneyOf(
  { totalPrice, isPaid }: { totalPrice: Cents; isPaid: boolean },
  received: Cents,
  refunds: readonly Row[],
): Money {
  const held = refunds.filter(holds);
  const kept = cents(received - sumOf(held));
  const counted = isPaid ? received - sumOf(held.filter(({ reason }) => reason !== 'granted')) : kept;
  return {
    received,
    refunded: refundedOf(refunds),
    kept,
    open: centsFromZero(totalPrice - counted),
    excess: centsFromZero(Math.min(counted - totalPrice, kept)),
  };
}

/** Refund status of an order: failed first, then in progress; null without refunds. */
export function refundStatusOf(refunds: readonly Row[]): 'pending' | 'completed' | 'failed' | null {
  const statuses = new Set(refunds.filter(holds).map(({ status }) => status));
  for (const status of ['failed', 'pending', 'completed'] as const) if (statuses.has(status)) return status;
  return null;
}
