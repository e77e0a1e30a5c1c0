import { cancelOrder, completeOrders, type PaidOrder, passPlace, requirePaid } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { givingBack } from './refunds/giving-back.ts';
import { settleTotal } from './settle-total.ts';

/**
 * Completes orders in the write that enters their money. A taken-over place changes its owner, and the refund to the
 * previous order is opened. If the place is no longer available, the order is canceled and refunded. Returns the orders
 * that were pending and those canceled.
 */
export async function completeAllPaid(
  work: Work,
  paid: readonly PaidOrder[],
  editorId: number | null,
): Promise<{ completed: ReadonlySet<number>; inVain: ReadonlySet<number> }> {
  const completed = await completeOrders(work, { paid, editorId });
  const inVain = new Set<number>();
  for (const [orderId, place] of completed)
    if (place !== null && !(await letPlacePass(work, orderId))) inVain.add(orderId);
  return { completed: new Set(completed.keys()), inVain };
}

/** Hands the place over to a paid order, or refunds it. Returns whether the place was handed over. */
export async function letPlacePass(work: Work, orderId: number): Promise<boolean> {
  // Refunds what the order has beyond its new total: parts may be refunded already or were never paid.
  const settle = async (fromOrderId: number, leaves: Cents) =>
    (await settleTotal(work, { orderId: fromOrderId, difference: cents(-leaves), editorId: null })).goesBack;
  const passed = await passPlace(work, orderId, settle);
  if (!passed) {
    const giveBack = givingBack({ mode: 'full' });
    await cancelOrder(work, { orderId, editorId: null, reason: 'byAdmin', giveBack });
    return false;
  }
  return true;
}

/**
 * Completes one order. `before`: it was paid already.
 * @throws Problem CANT_CHANGE_ORDER_STATUS of a canceled order, NOT_FOUND
 */
export async function completePaid(
  work: Work,
  { editorId, ...paid }: PaidOrder & { editorId: number | null },
): Promise<'completed' | 'inVain' | 'before'> {
  const { orderId } = paid;
  const { completed, inVain } = await completeAllPaid(work, [paid], editorId);
  if (completed.has(orderId)) return inVain.has(orderId) ? 'inVain' : 'completed';
  await requirePaid(work, orderId);
  return 'before';
}
