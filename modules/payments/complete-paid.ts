import { cancelOrder, completeOrders, type PaidOrder, passPlace, requirePaid } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { givingBack } from './refunds/giving-back.ts';
import { settleTotal } from './settle-total.ts';

/**
 * Orders are paid, in the write that enters their money. Whoever takes over somebody's place has it from now on; what the
 * order before gets back is opened with it. Answers which of them were pending until now, and which are canceled again,
 * with all their money on its way back, because the place was not to be had any more.
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

/** The place of a paid order comes to it, or its money goes back. Answers whether it came. */
export async function letPlacePass(work: Work, orderId: number): Promise<boolean> {
  // What goes back is what the order has beyond its new total: some of it may be back already, or was never paid.
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
 * The same of one order. `before`: it was paid already.
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
