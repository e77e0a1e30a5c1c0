import { loadManagedOrder, type OrderRecord, orderOf, requireOwnOrder, startedOrderOf } from '#modules/orders/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { idIn } from '#src/web/http.ts';
import type { RefundRow } from './money-of-order.ts';
import { refundOf } from './refunds/retry-refund.ts';

/** Loaders of routes. Records of others are reported as missing. @throws Problem NOT_FOUND */
type Named<P> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: P };

export const loadOrder = async (call: Named<{ orderId: number }>): Promise<OrderRecord> =>
  (await orderOf(call.deps.read, await loadManagedOrder(call))) ?? refuse('NOT_FOUND');

export async function loadRefund({ params, ...call }: Named<{ refundId: number }>): Promise<RefundRow> {
  const refund = await refundOf(call.deps.read, params.refundId);
  await loadManagedOrder({ ...call, params: { orderId: refund.orderId } });
  return refund;
}

/** The order to pay: of the address, else the newest of this visit. Null when none is pending. */
export async function loadOrderToPay(
  call: Named<{ event: string }> & { query: URLSearchParams },
): Promise<OrderRecord | null> {
  const { deps, viewer, query, params } = call;
  if (query.has('order')) return requireOwnOrder(deps.read, viewer, idIn(query.get('order')));
  const started = await startedOrderOf(deps.read, viewer, params.event);
  return started?.status === 'pending' ? started : null;
}
