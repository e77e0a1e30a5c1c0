import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Deps, Viewer } from '#src/platform/http.ts';
import { mayTouch, type Person } from '#src/platform/permissions.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';

type Owned = { userId: number; visitId: string };

/** Who proved the mailbox owns all its orders; who only typed the address owns what this visit ordered. */
export const isOwn = (viewer: Person, order: Owned): boolean => mayTouch('order.read', viewer, order);

/** @throws Problem NOT_FOUND for an order that does not exist and for somebody else's alike. */
export async function requireOwnOrder(reader: Reader | Tx, viewer: Person, orderId: number): Promise<OrderRecord> {
  const [order] = await reader
    .select({ userId: orders.userId, visitId: orders.visitId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order || !isOwn(viewer, order)) return refuse('NOT_FOUND');
  return (await orderOf(reader, orderId)) ?? refuse('NOT_FOUND');
}

/**
 * Loader of routes: the caller's own order.
 * @throws Problem NOT_FOUND
 */
export const loadOwnOrder = (call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  params: { orderId: number };
}): Promise<OrderRecord> => requireOwnOrder(call.deps.read, call.viewer, call.params.orderId);
