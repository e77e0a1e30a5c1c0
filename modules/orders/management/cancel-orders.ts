import { sql } from 'drizzle-orm';
import type { Reader } from '#src/platform/database.ts';
import type { Deps } from '#src/platform/http.ts';
import { cancelPortion } from '../order/cancel-order.ts';
import type { Events } from '../order-search.ts';
import { refuse } from '../rules/problems.ts';

/** So many orders a call or form names. */
export const mostCanceled = 1000;
/** Orders that one write cancels: a booking that comes in between waits for one portion. */
const portion = 25;

/** @throws Problem NOT_FOUND when one of the orders is of an event that is none of `seen`, or not there */
export async function requireOrdersRole(reader: Reader, seen: Events, orderIds: readonly number[]): Promise<void> {
  const list = JSON.stringify([...new Set(orderIds)]);
  const [found] = await reader.all<{ missing: number; events: string }>(
    sql`select count(*) - count(o.id) missing, json_group_array(distinct o.event_id) events
      from json_each(${list}) e left join orders o on o.id = e.value`,
  );
  const events = JSON.parse(found?.events ?? '[]') as number[];
  if (found?.missing !== 0 || (seen !== 'all' && events.some((id) => !seen.includes(id)))) refuse('NOT_FOUND');
}

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
