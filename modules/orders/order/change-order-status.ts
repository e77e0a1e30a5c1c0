import { and, eq } from 'drizzle-orm';
import { catalogOf, reserveTickets, reserveVariant } from '#modules/events/index.ts';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { redeemAgain } from '#modules/vouchers/index.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { days, type Instant, minutes, plus } from '#src/kernel/time.ts';
import { brokenConstraint } from '#src/platform/database.ts';
import type { Work } from '#src/platform/work.ts';
import { mayChangeStatus, type OrderStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';
import { addAudit } from './add-audit.ts';
import { cancelOrder } from './cancel-order.ts';
import { ticketCounts, variantCounts } from './order-stock.ts';

export type ChangeOrderStatus = { orderId: number; to: OrderStatus; editorId: number };

/**
 * What an administrator may do with an order's state, apart from marking it paid. `pending` of a canceled order
 * reactivates it: everything is reserved again, and an order that was paid is complete at once.
 * @throws Problem CANT_CHANGE_ORDER_STATUS, NOT_FOUND, and the refusals of a booking
 */
export async function changeOrderStatus(work: Work, { orderId, to, editorId }: ChangeOrderStatus): Promise<void> {
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  const { status: from } = order;
  if (!mayChangeStatus(from, to)) return refuse('CANT_CHANGE_ORDER_STATUS', { from, to });
  if (from === 'canceled') return reactivate(work, order, editorId);
  if (to === 'canceled') {
    await cancelOrder(work, { orderId, editorId, reason: 'byAdmin' });
    return;
  }
  // An order becomes complete only together with its money, which is entered elsewhere.
  if (to === 'complete') return refuse('CANT_CHANGE_ORDER_STATUS', { from, to });
  assert(to === 'shipped', 'the only change left is the shipping');
  await work.tx
    .update(orders)
    .set({ status: 'shipped' })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'complete')));
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'complete → shipped' });
}

/** How long the places are held from now on; null: until somebody sees the transfer. */
function holdEnd(now: Instant, paymentMethod: string | null, event: Hold): Instant | null {
  if (paymentMethod !== 'bank') return plus(now, minutes(event.onlinePaymentHoldMinutes));
  return event.bankTransferHoldDays === null ? null : plus(now, days(event.bankTransferHoldDays));
}
type Hold = Pick<CatalogEvent, 'onlinePaymentHoldMinutes' | 'bankTransferHoldDays'>;

async function reactivate(work: Work, order: typeof orders.$inferSelect, editorId: number): Promise<void> {
  const { tx, now } = work;
  const orderId = order.id;
  const { event } = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const isPaid = order.paidAt !== null && order.refundStatus !== 'completed';
  const changed = await tx
    .update(orders)
    .set({
      status: isPaid ? 'complete' : 'pending',
      canceledAt: null,
      // The money stays: what was opened as a refund at the cancellation is closed again.
      refundStatus: isPaid ? null : order.refundStatus,
      expiresAt: isPaid ? null : holdEnd(now, order.paymentMethod, event),
    })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'canceled')))
    .returning({ id: orders.id });
  if (changed.length === 0) return refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'pending' });
  const revived = await tx
    .update(participants)
    .set({ live: true })
    .where(eq(participants.orderId, orderId))
    .returning({ competitionId: participants.competitionId, priceId: participants.competitionPriceId })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'unique') return refuse('TICKET_ALREADY_BOOKED', { orderId });
      throw error;
    });
  for (const tickets of ticketCounts(revived)) await reserveTickets(work, tickets);
  for (const variant of await variantCounts(tx, orderId)) await reserveVariant(work, variant);
  await redeemAgain(work, orderId);
  await addAudit(work, { orderId, type: 'OrderReactivated', editorId });
  await work.announce({ name: 'order.changed', orderId });
}
