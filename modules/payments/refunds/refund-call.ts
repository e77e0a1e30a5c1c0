import { type OrderRecord, orderOf, requireOrderRole } from '#modules/orders/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { PageCall } from '#src/platform/http.ts';
import type { RefundRow } from '../money-of-order.ts';
import { refundOf } from './retry-refund.ts';

export type RefundCall<Name extends string = never> = PageCall<'order.refund', Name>;

/** An order of an event that the viewer looks after; of any other one there is nothing to see. */
export async function refundableOrder(call: RefundCall<'orderId'>): Promise<OrderRecord> {
  const orderId = call.params.orderId;
  await requireOrderRole(call.deps, call.viewer, orderId);
  return (await orderOf(call.deps.read, orderId)) ?? refuse('NOT_FOUND');
}

/** A refund of such an order. */
export async function managedRefund(call: RefundCall<'refundId'>): Promise<RefundRow> {
  const refund = await refundOf(call.deps.read, call.params.refundId);
  await requireOrderRole(call.deps, call.viewer, refund.orderId);
  return refund;
}

export const feeOf = (order: Pick<OrderRecord, 'orderItems'>): number =>
  order.orderItems.reduce((sum, { kind, priceTotal }) => sum + (kind === 'of' ? priceTotal : 0), 0);
