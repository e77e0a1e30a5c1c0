import { requireEventRole } from '#modules/events/index.ts';
import type { Deps, Viewer } from '#src/platform/http.ts';
import { eventIdOfOrder } from './admin-read.ts';

/**
 * Loader of routes: the number of an order whose event the caller manages.
 * @throws Problem NOT_FOUND
 */
export async function loadManagedOrder(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  params: { orderId: number };
}): Promise<number> {
  const { orderId } = call.params;
  await requireEventRole(call.deps.read, call.viewer, await eventIdOfOrder(call.deps.read, orderId));
  return orderId;
}
