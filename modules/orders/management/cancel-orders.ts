import type { Deps } from '#src/platform/deps.ts';
import { cancelPortion } from '../order/cancel-order.ts';

/** So many orders a call or form names. */
export const mostCanceled = 1000;
/** Orders that one write cancels: a booking that comes in between waits for one portion. */
const portion = 25;

/**
 * Cancels many orders in portions, each all or nothing, and gives everything back to the stock. Those that are canceled
 * already, or meanwhile by somebody else, are left alone. Answers how many it canceled itself.
 */
export async function cancelOrders(
  { write }: Pick<Deps, 'write'>,
  { orderIds, editorId }: { orderIds: readonly number[]; editorId: number },
): Promise<number> {
  // Always in the same order, so that two of these never wait for each other in a circle.
  const ids = [...new Set(orderIds)].sort((a, b) => a - b);
  let count = 0;
  for (let from = 0; from < ids.length; from += portion) {
    count += await write((work) =>
      cancelPortion(work, ids.slice(from, from + portion), { editorId, reason: 'byAdmin' }),
    );
    // Others get their turn even where nothing has to be waited for.
    await new Promise<void>((resume) => setImmediate(resume));
  }
  return count;
}
