import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import {
  catalogOf,
  ownVisitsOf,
  releaseTickets,
  releaseVariant,
  reserveTickets,
  reserveVariant,
} from '#modules/events/index.ts';
import { isOver } from '#modules/events/rules/sale.ts';
import { areUsedElsewhere } from '#modules/member-lists/index.ts';
import { redeemAgain, releaseVouchers } from '#modules/vouchers/index.ts';
import type { Person } from '#src/access/permissions.ts';
import { brokenConstraint, type Reader, type Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type AuditChange, addAudit, addAudits } from '../add-audit.ts';
import { isOwn, type NamesOrder } from '../load.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { ownCancellation } from '../rules/cancel-refund.ts';
import { isRightTeamSize } from '../rules/eligibility.ts';
import { orderCanceled, orderChanged, orderPaid, orderReactivated } from '../rules/facts.ts';
import { type CancelReason, isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { buyerEmail, orderAudits, orders, participantArticles, participants, teams } from '../schema.ts';
import type { GiveBack } from '../slots.ts';
import { holdEnd } from './expire-orders.ts';

export type CancelOrder = CancelOrders & { orderId: number };
type CancelOrders = {
  editorId: number | null;
  reason: CancelReason;
  giveBack: GiveBack;
};

/** Mail type by reason of the cancellation. */
export const cancellationMails = {
  byUser: 'OrderCancellationByUser',
  byAdmin: 'OrderCancellationByAdmin',
  expired: 'OrderCancellation',
} as const;

/**
 * Cancels an order, returns its stock and opens the refund. Returns false for an expiry that came too late.
 * @throws Problem CANT_CHANGE_ORDER_STATUS when it is canceled, NOT_FOUND
 */
export async function cancelOrder(work: Work, { orderId, ...how }: CancelOrder): Promise<boolean> {
  if ((await cancelPortion(work, [orderId], how)) === 1) return true;
  const [order] = await work.tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  return how.reason === 'expired' ? false : refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'canceled' });
}

/** Cancels a batch, all or nothing, and returns the number. Skips canceled orders; an expiry needs pending ones. */
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
    // Before the refund, so that its mail about the account comes second.
    await work.post({ type, uniqueKey: `${type}|${orderId}|${now}`, recipient, locale, params, orderId });
    const refundDue = await how.giveBack(work, { orderId, editorId });
    await work.announce(orderCanceled({ orderId, reason, wasPaid, refundDue }));
  }
  return open.length;
}

/** Returns the stock ordered by competition, price and variant, to avoid deadlocks. */
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

async function orderToCancel(reader: Reader | Tx, viewer: Person, orderId: number): Promise<OrderRecord> {
  const order = (await orderOf(reader, orderId)) ?? refuse('NOT_FOUND');
  return isOwn(viewer, order) ? order : refuse('CANT_CANCEL_ORDER_NOT_OWN');
}

/** Loader of routes; the contract wants CANT_CANCEL_ORDER_NOT_OWN for other people's orders. */
export const loadOrderToCancel = ({ deps, viewer, params }: NamesOrder): Promise<OrderRecord> =>
  orderToCancel(deps.read, viewer, params.orderId);

/** Cancellation by the buyer. @throws Problem CANT_CANCEL_ORDER_NOT_OWN, CANT_CANCEL_ORDER, NOT_FOUND */
export async function cancelOwnOrder(
  work: Work,
  { openCancellationRefund }: Pick<Deps, 'openCancellationRefund'>,
  viewer: Person,
  orderId: number,
): Promise<void> {
  const order = await orderToCancel(work.tx, viewer, orderId);
  const { may, retained } = ownCancellation(order, order.event.startTimestamp, work.now);
  if (!may) return refuse('CANT_CANCEL_ORDER', { status: order.status });
  const giveBack = openCancellationRefund({ mode: 'allBut', keep: retained });
  await cancelOrder(work, { orderId, editorId: viewer.userId, reason: 'byUser', giveBack });
}

export type ReactivateOrder = {
  orderId: number;
  /** null: the system, because money arrived. */
  editorId: number | null;
  /** Completes it at once. */
  isPaid: boolean;
  comment?: string;
};

/**
 * Reserves all places of a canceled order again, or refuses. Bib numbers return if still free.
 * @throws Problem CANT_CHANGE_ORDER_STATUS when it is not canceled, NOT_FOUND, and the refusals of a booking
 */
export async function reactivateOrder(work: Work, input: ReactivateOrder): Promise<void> {
  const { orderId, editorId, isPaid, comment } = input;
  const { tx, now } = work;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  if (order.takesPlaceOf !== null) return refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'pending' });
  // The owner of the address did not agree in time and is not asked again.
  if (order.memberProofUntil !== null)
    return refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'pending', reason: 'memberUnconfirmed' });
  const { event } = present(await catalogOf(tx, order.eventId), 'an order has an event');
  // The system reactivates nothing for an event that is over; an administrator may.
  if (editorId === null && event.canceled) return refuse('EVENT_CANCELED');
  if (editorId === null && isOver(event, now)) return refuse('EVENT_IS_OVER');
  const changed = await tx
    .update(orders)
    .set({
      status: isPaid ? 'complete' : 'pending',
      canceledAt: null,
      cancelReason: null,
      expiresAt: isPaid ? null : holdEnd(order, event, now),
      // An old `authorized` would keep the order from expiring.
      paymentStatus: isPaid ? 'completed' : 'pending',
    })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'canceled')))
    .returning({ id: orders.id });
  if (changed.length === 0) return refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'pending' });
  await refuseLeftMember(work, orderId, order.eventId);
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
  // Sends only mails that are missing, such as tickets to an address added meanwhile.
  if (isPaid) await work.announce(orderPaid({ orderId }));
}

/**
 * A member who was canceled alone cannot come back as a team that is too small.
 * @throws Problem REGISTERING_INVALID_TEAMSIZE
 */
async function refuseLeftMember({ tx }: Work, orderId: number, eventId: number): Promise<void> {
  const { comment, orderId: of } = orderAudits;
  const [split] = await tx
    .select({ id: orderAudits.id })
    .from(orderAudits)
    .where(and(eq(of, orderId), eq(comment, 'participant.canceledFrom')))
    .limit(1);
  if (!split) return;
  const catalog = await catalogOf(tx, eventId);
  const rows = await tx
    .select({ localId: participants.localId, competitionId: teams.competitionId, sharedTeamId: teams.sharedTeamId })
    .from(participants)
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .where(eq(participants.orderId, orderId));
  for (const { localId, competitionId, sharedTeamId } of rows) {
    const competition = catalog?.competitions.find(({ id }) => id === competitionId);
    if (competition && sharedTeamId === null && !isRightTeamSize(competition, rows.length))
      refuse('REGISTERING_INVALID_TEAMSIZE', { participants: [localId] });
  }
}

const idsOf = async ({ tx }: Work, orderId: number): Promise<number[]> =>
  (await tx.select({ id: participants.id }).from(participants).where(eq(participants.orderId, orderId))).map(
    ({ id }) => id,
  );

/** Bib numbers of a canceled order may have been given away. */
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

/** Held places by competition and price, in the fixed lock order of the stock. */
export function ticketCounts(
  people: readonly { competitionId: number; priceId: number }[],
): { competitionId: number; priceId: number; count: number }[] {
  const counts = new Map<string, { competitionId: number; priceId: number; count: number }>();
  for (const { competitionId, priceId } of people) {
    const key = `${competitionId}|${priceId}`;
    const entry = counts.get(key) ?? { competitionId, priceId, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  return [...counts.values()].sort((a, b) => a.competitionId - b.competitionId || a.priceId - b.priceId);
}

/** Ordered articles by variant, in lock order. */
export function variantCounts(
  reader: Reader | Tx,
  orderIds: readonly number[],
): Promise<{ variantId: number; quantity: number }[]> {
  return reader
    .select({
      variantId: participantArticles.variantId,
      quantity: sql<number>`sum(${participantArticles.quantity})`.mapWith(Number),
    })
    .from(participantArticles)
    .innerJoin(participants, eq(participants.id, participantArticles.participantId))
    .where(inArray(participants.orderId, [...orderIds]))
    .groupBy(participantArticles.variantId)
    .orderBy(asc(participantArticles.variantId));
}
