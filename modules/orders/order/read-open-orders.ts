import { and, count, eq, gt, inArray, or } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { firstRow } from '#src/data/local-session.ts';
import type { Instant } from '#src/kernel/time.ts';
import { paidStatuses } from '../rules/order-state.ts';
import { orders } from '../schema.ts';

/** How many orders still ask for something: they are not paid, or their event is still ahead. */
export async function countOpenOrders(reader: Reader, userId: number, now: Instant): Promise<number> {
  const isAhead = and(inArray(orders.status, paidStatuses), gt(events.endTimestamp, now));
  const [counted] = await reader
    .select({ count: count() })
    .from(orders)
    .innerJoin(events, eq(events.id, orders.eventId))
    .where(and(eq(orders.userId, userId), or(eq(orders.status, 'pending'), isAhead)));
  return counted?.count ?? 0;
}

/** More is nothing that a person could look through. */
const maxPending = 20;

/** The newest orders that wait for their payment: of a proven mailbox, else of this very visit. */
export async function pendingOrdersOf(
  reader: Reader,
  viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>,
): Promise<{ orderId: number }[]> {
  const found = await firstRow<{ ids: string }>(
    reader,
    viewer.level === 'verified'
      ? ready(pendingOfPerson, [viewer.userId, maxPending])
      : ready(pendingOfVisit, [viewer.visitId, viewer.userId, maxPending]),
  );
  return found ? (JSON.parse(found.ids) as number[]).map((orderId) => ({ orderId })) : [];
}

/** Every booking asks this, so each walks an index that has all it asks for, and they come as one row. */
const asOne = (ids: string): string => `select json_group_array(id) ids from (${ids} limit ?)`;
const pendingOfPerson = asOne(`select id from orders indexed by orders_user
  where user_id = ? and status = 'pending' order by order_date desc, id desc`);
const pendingOfVisit = asOne(`select id from orders indexed by orders_pending_visit
  where visit_id = ? and user_id = ? and status = 'pending' order by id desc`);
