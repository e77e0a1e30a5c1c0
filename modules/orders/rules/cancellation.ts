import { type Cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { feeOf } from './cancel-refund.ts';
import type { OrderStatus } from './order-state.ts';

type Cancelable = {
  status: OrderStatus;
  orderItems: readonly { kind: string; priceTotal: Cents }[];
  cancellationProtections: readonly unknown[];
};

/**
 * Whether the buyer may still cancel, and what does not come back of what was paid: the protection and the processing fee.
 * A pending order always, and then everything that came; a paid one before the event starts and with a bought protection.
 */
export function ownCancellation(order: Cancelable, eventStart: Instant, now: Instant): { may: boolean; kept: Cents } {
  if (order.status === 'pending') return { may: true, kept: zeroCents };
  const may = order.status === 'complete' && order.cancellationProtections.length > 0 && now < eventStart;
  const protections = order.orderItems.filter(({ kind }) => kind === 'cp');
  return { may, kept: sumCents([feeOf(order), ...protections.map(({ priceTotal }) => priceTotal)]) };
}
