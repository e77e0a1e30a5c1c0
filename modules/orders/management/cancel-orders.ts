import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { releaseTickets, releaseVariant } from '#modules/events/index.ts';
import { releaseVouchers } from '#modules/vouchers/index.ts';
import type { Reader } from '#src/platform/database.ts';
import { insertRows, insertRowsReturning } from '#src/platform/hot-statements.ts';
import type { Deps } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { cancellationMails } from '../order/cancel-order.ts';
import { ticketCounts } from '../order/order-stock.ts';
import type { Events } from '../order-search.ts';
import { orderCanceled } from '../rules/facts.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { buyerEmail, orderAuditChanges, orderAudits, orders, participantArticles, participants } from '../schema.ts';

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
    count += await write((work) => cancelPortion(work, ids.slice(from, from + portion), editorId));
    // Others get their turn even where nothing has to be waited for.
    await new Promise<void>((resume) => setImmediate(resume));
  }
  return count;
}

async function cancelPortion(work: Work, ids: readonly number[], editorId: number): Promise<number> {
  const { tx, now } = work;
  const open = await tx
    .select({
      id: orders.id,
      status: orders.status,
      language: orders.language,
      totalPrice: orders.totalPrice,
      email: buyerEmail,
    })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), ne(orders.status, 'canceled')))
    .orderBy(asc(orders.id));
  if (open.length === 0) return 0;
  const canceled = await tx
    .update(orders)
    .set({
      status: 'canceled',
      canceledAt: now,
      cancelReason: 'byAdmin',
      expiresAt: null,
      refundStatus: sql`iif(${orders.status} in ('complete', 'shipped') and ${orders.totalPrice} > 0, 'pending', ${orders.refundStatus})`,
    })
    .where(
      and(
        inArray(
          orders.id,
          open.map(({ id }) => id),
        ),
        ne(orders.status, 'canceled'),
      ),
    )
    .returning({ id: orders.id });
  const changed = new Set(canceled.map(({ id }) => id));
  const mine = open.filter(({ id }) => changed.has(id));
  await release(
    work,
    mine.map(({ id }) => id),
  );
  const impersonatorId = work.impersonatorId ?? null;
  const entries = await insertRowsReturning<typeof orderAudits, { id: number; order_id: number }>(
    tx,
    orderAudits,
    mine.map(({ id }) => ({
      orderId: id,
      type: 'OrderCanceled' as const,
      editorId,
      impersonatorId,
      comment: '',
      createdAt: now,
    })),
    ['id', 'order_id'],
  );
  const statusOf = new Map(mine.map(({ id, status }) => [id, status]));
  await insertRows(
    tx,
    orderAuditChanges,
    entries.map(({ id, order_id }) => ({
      auditId: id,
      field: 'status',
      before: statusOf.get(order_id) ?? null,
      after: 'canceled',
    })),
  );
  const told = mine.map(({ id, status, totalPrice, ...order }) => {
    const wasPaid = isPaidStatus(status);
    return { ...order, orderId: id, wasPaid, refundDue: wasPaid ? totalPrice : 0 };
  });
  await work.announce(
    ...told.map(({ orderId, wasPaid, refundDue }) => orderCanceled({ orderId, reason: 'byAdmin', wasPaid, refundDue })),
  );
  const type = cancellationMails.byAdmin;
  for (const { orderId, wasPaid, refundDue, email, language } of told) {
    await work.post({
      type,
      uniqueKey: `${type}|${orderId}|${now}`,
      recipient: email,
      locale: language,
      params: { orderId, wasPaid, refundDue },
      orderId,
    });
  }
  return mine.length;
}

/** The stock of all of them together, always in the order of competitions, prices and variants. */
async function release(work: Work, ids: readonly number[]): Promise<void> {
  const ofOrders = inArray(participants.orderId, [...ids]);
  const released = await work.tx
    .update(participants)
    .set({ live: false })
    .where(and(ofOrders, eq(participants.live, true)))
    .returning({ competitionId: participants.competitionId, priceId: participants.competitionPriceId });
  for (const tickets of ticketCounts(released)) await releaseTickets(work, tickets);
  const variants = await work.tx
    .select({
      variantId: participantArticles.variantId,
      quantity: sql<number>`sum(${participantArticles.quantity})`.mapWith(Number),
    })
    .from(participantArticles)
    .innerJoin(participants, eq(participants.id, participantArticles.participantId))
    .where(ofOrders)
    .groupBy(participantArticles.variantId)
    .orderBy(asc(participantArticles.variantId));
  for (const variant of variants) await releaseVariant(work, variant);
  for (const id of ids) await releaseVouchers(work, id);
}
