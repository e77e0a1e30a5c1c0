import type { Deps } from '#src/runtime/deps.ts';
import { cancelPortion } from '../order/cancel-order.ts';
import { type CancelRefund, noRefund } from '../rules/cancel-refund.ts';

/** So many orders a call or form names. */
export const maxCanceled = 1000;
/** Orders that one write cancels: a booking that comes in between waits for one portion. */
const portion = 25;

type CancelMany = { orderIds: readonly number[]; editorId: number; refund?: CancelRefund | undefined };

/**
 * Cancels many orders in portions, each all or nothing, and gives everything back to the stock. Those that are canceled
 * already, or meanwhile by somebody else, are left alone. What is decided about the money holds for each, in the write
 * that cancels it. Answers how many it canceled itself.
 * @throws Problem as `deps.givingBack`; then nothing was canceled, unless its money changed at this moment
 */
export async function cancelOrders(
  { write, givingBack, plannedGivingBack }: Pick<Deps, 'write' | 'givingBack' | 'plannedGivingBack'>,
  { orderIds, editorId, refund = noRefund }: CancelMany,
): Promise<number> {
  // Always in the same order, so that two of these never wait for each other in a circle.
  const ids = [...new Set(orderIds)].sort((a, b) => a - b);
  const decided = { ...refund, isEach: true };
  // What cannot be given back is said before the first portion.
  if (refund.mode === 'custom') await plannedGivingBack(ids, decided);
  const giveBack = givingBack(decided);
  let count = 0;
  for (let from = 0; from < ids.length; from += portion) {
    count += await write((work) =>
      cancelPortion(work, ids.slice(from, from + portion), { editorId, reason: 'byAdmin', giveBack }),
    );
    // Others get their turn even where nothing has to be waited for.
    await new Promise<void>((resume) => setImmediate(resume));
  }
  return count;
}
