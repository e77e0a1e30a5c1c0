import { and, desc, eq } from 'drizzle-orm';
import { eventIdOf } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { isOwn } from '../load.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { orders } from '../schema.ts';

/** The order that this visit made last for the event (a number or a shortlink), in whatever state it is now; null: none. */
export async function startedOrderOf(
  reader: Reader,
  viewer: Viewer | null,
  eventRef: string,
): Promise<OrderRecord | null> {
  const eventId = viewer ? await eventIdOf(reader, eventRef) : 0;
  if (!viewer || !eventId) return null;
  const [last] = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.visitId, viewer.visitId), eq(orders.eventId, eventId)))
    .orderBy(desc(orders.id))
    .limit(1);
  const order = last ? await orderOf(reader, last.id) : null;
  return order && isOwn(viewer, order) ? order : null;
}
