import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { releaseTickets, releaseVariant } from '#modules/events/index.ts';
import { releaseVouchers } from '#modules/vouchers/index.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { addAudits } from '../add-audit.ts';
import { orderCanceled } from '../rules/facts.ts';
import { type CancelReason, isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { buyerEmail, orders, participants } from '../schema.ts';
import type { GiveBack } from '../slots.ts';
import { ticketCounts, variantCounts } from './order-stock.ts';

export type CancelOrder = CancelOrders & { orderId: number };
type CancelOrders = {
  editorId: number | null;
  reason: CancelReason;
  /** What becomes of the money (`deps.givingBack`), in the same write. */
  giveBack: GiveBack;
};

/** Mail types of a cancellation, by who did it. */
export const cancellationMails = {
  byUser: 'OrderCancellationByUser',
  byAdmin: 'OrderCancellationByAdmin',
  expired: 'OrderCancellation',
} as const;

/**
 * Cancels, gives everything back to the stock, once, and opens what goes back of the money. An expiry that comes too late answers false.
 * @throws Problem CANT_CHANGE_ORDER_STATUS when it is canceled already, NOT_FOUND
 */
export async function cancelOrder(work: Work, { orderId, ...how }: CancelOrder): Promise<boolean> {
  if ((await cancelPortion(work, [orderId], how)) === 1) return true;
  const [order] = await work.tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  return how.reason === 'expired' ? false : refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'canceled' });
}

/**
 * The same of a portion of orders, all or nothing. Those that are canceled already, or of an expiry are not pending any
 * more, are left alone. Answers how many it canceled.
 */
export async function cancelPortion(work: Work, ids: readonly number[], how: CancelOrders): Promise<number> {
  const { tx, now } = work;
  const { editorId, reason } = how;
  const isTheirTurn = and(
    inArray(orders.id, [...ids]),
    reason === 'expired' ? eq(orders.status, 'pending') : ne(orders.status, 'canceled'),
  );
  const open = await tx
    .select({
      orderId: orders.id,
      status: orders.status,
      language: orders.language,
      email: buyerEmail,
    })
    .from(orders)
    .where(isTheirTurn)
    .orderBy(asc(orders.id));
  if (open.length === 0) return 0;
  const changed = await tx
    .update(orders)
    .set({
      status: 'canceled',
      canceledAt: now,
      cancelReason: reason,
      expiresAt: null,
      // Nobody waits for its money any more; what had come of it stays `completed`.
      paymentStatus: sql`case when ${orders.paymentStatus} in ('pending', 'authorized') then 'failed' else ${orders.paymentStatus} end`,
    })
    .where(isTheirTurn)
    .returning({ id: orders.id });
  assert(changed.length === open.length, 'one writer: nobody came between');
  await release(
    work,
    open.map(({ orderId }) => orderId),
  );
  const comment = reason === 'expired' ? 'expired' : '';
  await addAudits(
    work,
    open.map(({ orderId, status: before }) => {
      const changes = [{ field: 'status', before, after: 'canceled' }];
      return { orderId, type: 'OrderCanceled', editorId, comment, changes };
    }),
  );
  const type = cancellationMails[reason];
  for (const { orderId, status, email: recipient, language: locale } of open) {
    const wasPaid = isPaidStatus(status);
    const params = { orderId, wasPaid };
    // Before the money moves: whoever is asked for an account has read why.
    await work.post({ type, uniqueKey: `${type}|${orderId}|${now}`, recipient, locale, params, orderId });
    const refundDue = await how.giveBack(work, { orderId, editorId });
    await work.announce(orderCanceled({ orderId, reason, wasPaid, refundDue }));
  }
  return open.length;
}

/** The stock of all of them together, always in the order of competitions, prices and variants. */
async function release(work: Work, ids: readonly number[]): Promise<void> {
  const released = await work.tx
    .update(participants)
    .set({ live: false })
    .where(and(inArray(participants.orderId, [...ids]), eq(participants.live, true)))
    .returning({ competitionId: participants.competitionId, priceId: participants.competitionPriceId });
  for (const tickets of ticketCounts(released)) await releaseTickets(work, tickets);
  for (const variant of await variantCounts(work.tx, ids)) await releaseVariant(work, variant);
  for (const id of ids) await releaseVouchers(work, id);
}
