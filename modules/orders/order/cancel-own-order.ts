import type { Person } from '#src/access/permissions.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isOwn, type NamesOrder } from '../load.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { ownCancellation } from '../rules/cancellation.ts';
import { refuse } from '../rules/problems.ts';
import { cancelOrder } from './cancel-order.ts';

/** @throws Problem CANT_CANCEL_ORDER_NOT_OWN, NOT_FOUND */
async function orderToCancel(reader: Reader | Tx, viewer: Person, orderId: number): Promise<OrderRecord> {
  const order = (await orderOf(reader, orderId)) ?? refuse('NOT_FOUND');
  return isOwn(viewer, order) ? order : refuse('CANT_CANCEL_ORDER_NOT_OWN');
}

/** Loader of routes: of another's order it says so, as the contract wants it. */
export const loadOrderToCancel = ({ deps, viewer, params }: NamesOrder): Promise<OrderRecord> =>
  orderToCancel(deps.read, viewer, params.orderId);

/**
 * The buyer cancels.
 * @throws Problem CANT_CANCEL_ORDER_NOT_OWN, CANT_CANCEL_ORDER, NOT_FOUND
 */
export async function cancelOwnOrder(
  work: Work,
  { givingBack }: Pick<Deps, 'givingBack'>,
  viewer: Person,
  orderId: number,
): Promise<void> {
  const order = await orderToCancel(work.tx, viewer, orderId);
  const { may, kept } = ownCancellation(order, order.event.startTimestamp, work.now);
  if (!may) return refuse('CANT_CANCEL_ORDER', { status: order.status });
  const giveBack = givingBack({ mode: 'allBut', keep: kept });
  await cancelOrder(work, { orderId, editorId: viewer.userId, reason: 'byUser', giveBack });
}
