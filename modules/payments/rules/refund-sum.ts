import { type Cents, cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import type { RefundReason, RefundRowStatus } from './states.ts';

type Row = { amount: Cents; reason: RefundReason; status: RefundRowStatus };

/** Refunds that hold money: what has gone, what is on its way, and what failed and is still owed. */
const holds = ({ status }: Pick<Row, 'status'>): boolean => status !== 'withdrawn';

const sumOf = (rows: readonly { amount: Cents }[]): Cents => sumCents(rows.map(({ amount }) => amount));

/** What of them went back. */
export const refundedOf = (rows: readonly Row[]): Cents => sumOf(rows.filter(({ status }) => status === 'completed'));

export type Money = {
  /** Everything that came in. */
  received: Cents;
  /** What went back. */
  refunded: Cents;
  /** Came in, and is not on its way back: what the order has. */
  kept: Cents;
  /** What is still to be paid of the total. */
  open: Cents;
  /** What came in beyond the total and is not on its way back, nor was given back for other reasons. */
  excess: Cents;
};

/**
 * Where the money of an order stands, of its entries and its refunds alone. An order that is paid owes nothing because of
 * what it was granted back; it does when its total grew.
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

/** What the order shows of its refunds: the one that went wrong first, then what is under way. null: there are none. */
export function refundStatusOf(refunds: readonly Row[]): 'pending' | 'completed' | 'failed' | null {
  const statuses = new Set(refunds.filter(holds).map(({ status }) => status));
  for (const status of ['failed', 'pending', 'completed'] as const) if (statuses.has(status)) return status;
  return null;
}
