import { type Cents, cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import type { RefundReason, RefundRowStatus } from './states.ts';

type Row = { amount: Cents; reason: RefundReason; status: RefundRowStatus };

/** Refunds that bind money: sent, in progress, or failed and still owed. */
const holds = ({ status }: Pick<Row, 'status'>): boolean => status !== 'withdrawn';

const sumOf = (rows: readonly { amount: Cents }[]): Cents => sumCents(rows.map(({ amount }) => amount));

/** Refunded amount. */
export const refundedOf = (rows: readonly Row[]): Cents => sumOf(rows.filter(({ status }) => status === 'completed'));

export type Money = {
  received: Cents;
  refunded: Cents;
  kept: Cents;
  open: Cents;
  /** Received beyond the total, not being refunded, and not offset by granted refunds. */
  excess: Cents;
};

/**
 * Calculates the money state of an order from its entries and refunds. A granted refund does not make a paid order
 * open; a higher total does.
 */
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
