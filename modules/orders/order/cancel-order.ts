import { and, eq, ne, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { releaseTickets, releaseVariant } from '#modules/events/index.ts';
import { releaseVouchers } from '#modules/vouchers/index.ts';
import type { Work } from '#src/platform/work.ts';
import { addAudit } from '../add-audit.ts';
import { orderCanceled } from '../rules/facts.ts';
import { type CancelReason, isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';
import { ticketCounts, variantCounts } from './order-stock.ts';

export type CancelOrder = {
  orderId: number;
  editorId: number | null;
  reason: CancelReason;
  /** Cents that go back to the buyer; without it everything that was paid. */
  refundDue?: number;
};

/** Mail types of a cancellation, by who did it. */
export const cancellationMails = {
  byUser: 'OrderCancellationByUser',
  byAdmin: 'OrderCancellationByAdmin',
  expired: 'OrderCancellation',
} as const;

/**
 * Cancels and gives everything back to the stock, once. An expiry that comes too late answers false.
 * @throws Problem CANT_CHANGE_ORDER_STATUS when it is canceled already, NOT_FOUND
 */
export async function cancelOrder(work: Work, input: CancelOrder): Promise<boolean> {
  const { orderId, editorId, reason } = input;
  const { tx, now } = work;
  const [before] = await tx
    .select({ status: orders.status, userId: orders.userId, language: orders.language, totalPrice: orders.totalPrice })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!before) return refuse('NOT_FOUND');
  const wasPaid = isPaidStatus(before.status);
  const refundDue = wasPaid ? (input.refundDue ?? before.totalPrice) : 0;
  const changed = await tx
    .update(orders)
    .set({
      status: 'canceled',
      canceledAt: now,
      cancelReason: reason,
      expiresAt: null,
      refundStatus: refundDue > 0 ? 'pending' : sql`${orders.refundStatus}`,
    })
    .where(
      and(eq(orders.id, orderId), reason === 'expired' ? eq(orders.status, 'pending') : ne(orders.status, 'canceled')),
    )
    .returning({ id: orders.id });
  if (changed.length === 0) {
    return reason === 'expired' ? false : refuse('CANT_CHANGE_ORDER_STATUS', { from: before.status, to: 'canceled' });
  }
  await release(work, orderId);
  await addAudit(work, {
    orderId,
    type: 'OrderCanceled',
    editorId,
    comment: reason === 'expired' ? 'expired' : '',
    changes: [{ field: 'status', before: before.status, after: 'canceled' }],
  });
  await work.announce(orderCanceled({ orderId, reason, wasPaid, refundDue }));
  const buyer = await userById(tx, before.userId);
  if (buyer) {
    await work.post({
      type: cancellationMails[reason],
      uniqueKey: `${cancellationMails[reason]}|${orderId}|${now}`,
      recipient: buyer.email,
      locale: before.language,
      params: { orderId, wasPaid, refundDue },
      orderId,
    });
  }
  return true;
}

async function release(work: Work, orderId: number): Promise<void> {
  const released = await work.tx
    .update(participants)
    .set({ live: false })
    .where(and(eq(participants.orderId, orderId), eq(participants.live, true)))
    .returning({
      id: participants.id,
      competitionId: participants.competitionId,
      priceId: participants.competitionPriceId,
    });
  for (const tickets of ticketCounts(released)) await releaseTickets(work, tickets);
  for (const variant of await variantCounts(work.tx, orderId)) await releaseVariant(work, variant);
  await releaseVouchers(work, orderId);
}
