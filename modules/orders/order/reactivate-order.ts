import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { catalogOf, ownVisitsOf, reserveTickets, reserveVariant } from '#modules/events/index.ts';
import { isOver } from '#modules/events/rules/sale.ts';
import { areUsedElsewhere } from '#modules/member-lists/index.ts';
import { redeemAgain } from '#modules/vouchers/index.ts';
import { brokenConstraint } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type AuditChange, addAudit } from '../add-audit.ts';
import { orderChanged, orderPaid, orderReactivated } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';
import { holdEnd } from './hold-end.ts';
import { ticketCounts, variantCounts } from './order-stock.ts';

export type ReactivateOrder = {
  orderId: number;
  /** null: the house itself, because money came for it. */
  editorId: number | null;
  /** Its money is there: it is complete at once. */
  isPaid: boolean;
  comment?: string;
};

/**
 * A canceled order holds its places again, all of them, or it stays canceled. Start numbers come back with it where they
 * are still free.
 * @throws Problem CANT_CHANGE_ORDER_STATUS when it is not canceled, NOT_FOUND, and the refusals of a booking
 */
export async function reactivateOrder(work: Work, input: ReactivateOrder): Promise<void> {
  const { orderId, editorId, isPaid, comment } = input;
  const { tx, now } = work;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  // The place that it was to take over is somebody's; it may have been offered to another by now.
  if (order.takesPlaceOf !== null) return refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'pending' });
  // The owner of the address did not agree in time, and is asked once.
  if (order.memberProofUntil !== null)
    return refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'pending', reason: 'memberUnconfirmed' });
  const { event } = present(await catalogOf(tx, order.eventId), 'an order has an event');
  // By itself the house sells nothing that is over; an administrator may know why.
  if (editorId === null && event.canceled) return refuse('EVENT_CANCELED');
  if (editorId === null && isOver(event, now)) return refuse('EVENT_IS_OVER');
  const changed = await tx
    .update(orders)
    .set({
      status: isPaid ? 'complete' : 'pending',
      canceledAt: null,
      cancelReason: null,
      expiresAt: isPaid ? null : holdEnd(order, event, now),
      // What was true of its money before it was canceled is over: an old `authorized` would keep it from expiring.
      paymentStatus: isPaid ? 'completed' : 'pending',
    })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'canceled')))
    .returning({ id: orders.id });
  if (changed.length === 0) return refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'pending' });
  if (await areUsedElsewhere(work, await idsOf(work, orderId)))
    return refuse('NOT_MATCHING_ORDER_TOTAL', { orderId, reason: 'memberUsed' });
  const lost = await loseTakenBibs(work, orderId);
  const revived = await tx
    .update(participants)
    .set({ live: true })
    .where(eq(participants.orderId, orderId))
    .returning({ competitionId: participants.competitionId, priceId: participants.competitionPriceId })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'unique') return refuse('TICKET_ALREADY_BOOKED', { orderId });
      throw error;
    });
  const own = await ownVisitsOf(tx, event, null);
  for (const tickets of ticketCounts(revived)) await reserveTickets(work, tickets, own);
  for (const variant of await variantCounts(tx, [orderId])) await reserveVariant(work, variant);
  await redeemAgain(work, orderId);
  const changes = [{ field: 'status', before: 'canceled', after: isPaid ? 'complete' : 'pending' }, ...lost];
  await addAudit(work, { orderId, type: 'OrderReactivated', editorId, changes, ...(comment ? { comment } : {}) });
  await work.announce(orderReactivated({ orderId }), orderChanged({ orderId }));
  // What could not be written to while it was canceled, such as a ticket to an address that is new since, goes out now;
  // everybody else has theirs.
  if (isPaid) await work.announce(orderPaid({ orderId }));
}

const idsOf = async ({ tx }: Work, orderId: number): Promise<number[]> =>
  (await tx.select({ id: participants.id }).from(participants).where(eq(participants.orderId, orderId))).map(
    ({ id }) => id,
  );

/** While an order was canceled its start numbers were free: what somebody else has by now is theirs. */
async function loseTakenBibs({ tx }: Work, orderId: number): Promise<AuditChange[]> {
  const others = alias(participants, 'others');
  const taken = await tx
    .select({ participantId: participants.id, before: participants.rrBib })
    .from(participants)
    .innerJoin(
      others,
      and(eq(others.eventId, participants.eventId), eq(others.rrBib, participants.rrBib), eq(others.live, true)),
    )
    .where(and(eq(participants.orderId, orderId), isNotNull(participants.rrBib), ne(others.id, participants.id)));
  if (taken.length === 0) return [];
  const ids = taken.map(({ participantId }) => participantId);
  await tx.update(participants).set({ rrBib: null }).where(inArray(participants.id, ids));
  return taken.map((change) => ({ ...change, field: 'rrBib', after: null }));
}
