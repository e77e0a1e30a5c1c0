import type { RefundReason, RefundRowStatus } from './states.ts';

type Row = { amount: number; reason: RefundReason; status: RefundRowStatus };

/** Refunds that hold money: what has gone, what is on its way, and what failed and is still owed. */
const holds = ({ status }: Pick<Row, 'status'>): boolean => status !== 'withdrawn';

const sumOf = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

export type Money = {
  /** Everything that came in. Cents, as all of these. */
  received: number;
  /** What went back. */
  refunded: number;
  /** Came in, and is not on its way back: what the order has. */
  kept: number;
  /** What is still to be paid of the total. */
  open: number;
  /** What came in beyond the total and is not on its way back, nor was given back for other reasons. */
  excess: number;
};

/**
 * Where the money of an order stands, of its entries and its refunds alone. An order that is paid owes nothing because of
 * what it was granted back; it does when its total grew.
 */
export function moneyOf(
  { totalPrice, isPaid }: { totalPrice: number; isPaid: boolean },
  received: number,
  refunds: readonly Row[],
): Money {
  const held = refunds.filter(holds);
  const kept = received - sumOf(held);
  const counted = isPaid ? received - sumOf(held.filter(({ reason }) => reason !== 'granted')) : kept;
  return {
    received,
    refunded: sumOf(refunds.filter(({ status }) => status === 'completed')),
    kept,
    open: Math.max(0, totalPrice - counted),
    excess: Math.max(0, Math.min(counted - totalPrice, kept)),
  };
}

/** What the order shows of its refunds: the one that went wrong first, then what is under way. null: there are none. */
export function refundStatusOf(refunds: readonly Row[]): 'pending' | 'completed' | 'failed' | null {
  const statuses = new Set(refunds.filter(holds).map(({ status }) => status));
  for (const status of ['failed', 'pending', 'completed'] as const) if (statuses.has(status)) return status;
  return null;
}
