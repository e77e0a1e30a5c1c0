import { loadManagedOrder, type OrderRecord, orderOf, requireOwnOrder, startedOrderOf } from '#modules/orders/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { idIn } from '#src/web/http.ts';
import type { RefundRow } from './money-of-order.ts';
import { refundOf } from './refunds/retry-refund.ts';

/** Loaders of routes; what is another's looks like what is not there. @throws Problem NOT_FOUND */
type Named<P> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: P };

/** An order of an event that the viewer looks after. */
export const loadOrder = async (call: Named<{ orderId: number }>): Promise<OrderRecord> =>
  (await orderOf(call.deps.read, await loadManagedOrder(call))) ?? refuse('NOT_FOUND');

/** A refund of such an order. */
export async function loadRefund({ params, ...call }: Named<{ refundId: number }>): Promise<RefundRow> {
  const refund = await refundOf(call.deps.read, params.refundId);
  await loadManagedOrder({ ...call, params: { orderId: refund.orderId } });
  return refund;
}

/**
 * The order that is to be paid: the one that the address names, else the one that this visit made last for the event.
 * null: there is none of it that waits.
 */
export async function loadOrderToPay(
  call: Named<{ event: string }> & { query: URLSearchParams },
): Promise<OrderRecord | null> {
  const { deps, viewer, query, params } = call;
  if (query.has('order')) return requireOwnOrder(deps.read, viewer, idIn(query.get('order')));
  const started = await startedOrderOf(deps.read, viewer, params.event);
  return started?.status === 'pending' ? started : null;
}
