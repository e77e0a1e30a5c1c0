import { and, eq } from 'drizzle-orm';
import { eventIdOf } from '#modules/events/index.ts';
import type { Reader } from '#src/platform/database.ts';
import type { Viewer } from '#src/platform/http.ts';
import { isOwn } from '../order/own-order.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { drafts } from '../schema.ts';

/** The order that this visit made last for the event (a number or a shortlink), in whatever state it is now; null: none. */
export async function startedOrderOf(
  reader: Reader,
  viewer: Viewer | null,
  eventRef: string,
): Promise<OrderRecord | null> {
  const eventId = viewer ? await eventIdOf(reader, eventRef) : 0;
  if (!viewer || !eventId) return null;
  const [draft] = await reader
    .select({ orderId: drafts.orderId })
    .from(drafts)
    .where(and(eq(drafts.visitId, viewer.visitId), eq(drafts.eventId, eventId)));
  const order = draft?.orderId ? await orderOf(reader, draft.orderId) : null;
  return order && isOwn(viewer, order) ? order : null;
}
