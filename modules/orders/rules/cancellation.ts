import { type Cents, centsFromZero, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { OrderStatus } from './order-state.ts';

type Cancelable = {
  status: OrderStatus;
  totalPrice: Cents;
  orderItems: readonly { kind: string; priceTotal: Cents }[];
  cancellationProtections: readonly unknown[];
};

/**
 * Whether the buyer may still cancel, and what comes back: everything but the protection and the processing fee.
 * A pending order always; a paid one before the event starts and with a bought protection.
 */
export function ownCancellation(order: Cancelable, eventStart: Instant, now: Instant): { may: boolean; refund: Cents } {
  if (order.status === 'pending') return { may: true, refund: zeroCents };
  const may = order.status === 'complete' && order.cancellationProtections.length > 0 && now < eventStart;
  const kept = sumCents(
    order.orderItems.filter((line) => line.kind === 'cp' || line.kind === 'of').map(({ priceTotal }) => priceTotal),
  );
  return { may, refund: may ? centsFromZero(order.totalPrice - kept) : zeroCents };
}
