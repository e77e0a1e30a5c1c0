import { and, asc, count, eq, gt, inArray, or } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader } from '#src/platform/database.ts';
import type { Viewer } from '#src/platform/http.ts';
import { orders } from './schema.ts';

/** How many orders still ask for something: they are not paid, or their event is still ahead. */
export async function countOpenOrders(reader: Reader, userId: number, now: Instant): Promise<number> {
  const isAhead = and(inArray(orders.status, ['complete', 'shipped']), gt(events.endTimestamp, now));
  const [counted] = await reader
    .select({ count: count() })
    .from(orders)
    .innerJoin(events, eq(events.id, orders.eventId))
    .where(and(eq(orders.userId, userId), or(eq(orders.status, 'pending'), isAhead)));
  return counted?.count ?? 0;
}

/** The orders that wait for their payment: all of a proven mailbox, else those of this very visit. */
export async function pendingOrdersOf(
  reader: Reader,
  viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>,
): Promise<{ orderId: number }[]> {
  const isOwn = and(
    eq(orders.userId, viewer.userId),
    viewer.level === 'verified' ? undefined : eq(orders.visitId, viewer.visitId),
  );
  return reader
    .select({ orderId: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isOwn))
    .orderBy(asc(orders.id));
}
