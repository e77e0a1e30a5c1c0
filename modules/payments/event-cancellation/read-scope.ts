import { and, asc, count, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { buyerEmail, orders, participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, sumCents } from '#src/kernel/money.ts';
import { plannedCancellationRefunds } from '../refunds/read-planned-giving-back.ts';

/** What a cancellation would affect, and what each refund mode returns. */
export type CancellationScope = { orders: number; people: number; full: Cents; withoutProcessingFee: Cents };

const atOnce = 500;

export async function cancellationScope(reader: Reader, eventId: number): Promise<CancellationScope> {
  const [people] = await reader
    .select({ count: sql<number>`count(*)` })
    .from(participants)
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true)));
  const sums = { orders: 0, full: [] as Cents[], withoutProcessingFee: [] as Cents[] };
  for (let last = 0; ; ) {
    const rows = await reader
      .select({ id: orders.id })
      .from(orders)
      .where(and(isOpenOf(eventId), gt(orders.id, last)))
      .orderBy(asc(orders.id))
      .limit(atOnce);
    const ids = rows.map(({ id }) => id);
    sums.orders += ids.length;
    for (const mode of ['full', 'withoutProcessingFee'] as const)
      if (ids.length > 0) sums[mode].push(await plannedCancellationRefunds(reader, ids, { mode, isEach: true }));
    if (ids.length < atOnce) break;
    last = ids.at(-1) ?? last;
    await new Promise<void>((resume) => setImmediate(resume));
  }
  return {
    orders: sums.orders,
    people: people?.count ?? 0,
    full: sumCents(sums.full),
    withoutProcessingFee: sumCents(sums.withoutProcessingFee),
  };
}

const isOpenOf = (eventId: number) => and(eq(orders.eventId, eventId), ne(orders.status, 'canceled'));

export async function openOrderCount(reader: Reader | Tx, eventId: number): Promise<number> {
  const [open] = await reader.select({ orders: count() }).from(orders).where(isOpenOf(eventId));
  return open?.orders ?? 0;
}

export const openOrdersAfter = (reader: Reader | Tx, eventId: number, lastOrderId: number, max: number) =>
  reader
    .select({ id: orders.id, status: orders.status, language: orders.language, email: buyerEmail })
    .from(orders)
    .where(and(isOpenOf(eventId), gt(orders.id, lastOrderId)))
    .orderBy(asc(orders.id))
    .limit(max);
export type OpenOrder = Awaited<ReturnType<typeof openOrdersAfter>>[number];

export const startersOf = (reader: Reader | Tx, orderIds: readonly number[]) =>
  reader
    .select({ id: participants.id, orderId: participants.orderId, email: participants.email })
    .from(participants)
    .where(and(inArray(participants.orderId, [...orderIds]), eq(participants.live, true)))
    .orderBy(asc(participants.id));
