import { loadOwnOrder, type NamesOrder, type OrderRecord, orderOf, requireOrderRole } from '#modules/orders/index.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';

/** The viewer's own order, or one of an event whose orders they may view. @throws Problem NOT_FOUND */
export async function loadOrderOfInvoice(call: NamesOrder): Promise<OrderRecord> {
  try {
    return await loadOwnOrder(call);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
    await requireOrderRole(call.deps, call.viewer, call.params.orderId, 'order.view');
    return (await orderOf(call.deps.read, call.params.orderId)) ?? refuse('NOT_FOUND');
  }
}
