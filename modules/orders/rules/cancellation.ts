import type { Instant } from '#src/kernel/time.ts';
import type { OrderStatus } from './order-state.ts';

type Cancelable = {
  status: OrderStatus;
  totalPrice: number;
  orderItems: readonly { kind: string; priceTotal: number }[];
  cancellationProtections: readonly unknown[];
};

/**
 * Whether the buyer may still cancel, and what comes back: everything but the protection and the processing fee.
 * A pending order always; a paid one before the event starts and with a bought protection.
 */
export function ownCancellation(
  order: Cancelable,
  eventStart: Instant,
  now: Instant,
): { may: boolean; refund: number } {
  if (order.status === 'pending') return { may: true, refund: 0 };
  const may = order.status === 'complete' && order.cancellationProtections.length > 0 && now < eventStart;
  const kept = order.orderItems
    .filter((line) => line.kind === 'cp' || line.kind === 'of')
    .reduce((sum, line) => sum + line.priceTotal, 0);
  return { may, refund: may ? Math.max(0, order.totalPrice - kept) : 0 };
}
