import { and, count, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { orders, placeTakeovers } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { openStates, type TransferState, transferStates } from './rules/terms.ts';
import { transfers } from './schema.ts';

export type Transfer = typeof transfers.$inferSelect;

export async function transferOf(reader: Reader | Tx, id: number): Promise<Transfer | null> {
  const [row] = await reader.select().from(transfers).where(eq(transfers.id, id));
  return row ?? null;
}

export async function transfersOfOrder(reader: Reader | Tx, orderId: number): Promise<Map<number, Transfer>> {
  const rows = await reader.select().from(transfers).where(eq(transfers.fromOrderId, orderId)).orderBy(transfers.id);
  return new Map(rows.map((row) => [row.participantId, row]));
}

export async function openOffersOf(reader: Reader | Tx, orderId: number, now: Instant): Promise<ReadonlySet<number>> {
  const isOpen = and(eq(transfers.fromOrderId, orderId), eq(transfers.state, 'offered'), gt(transfers.until, now));
  const rows = await reader.select({ id: transfers.id }).from(transfers).where(isOpen);
  return new Set(rows.map(({ id }) => id));
}

export async function transferToOrder(reader: Reader | Tx, orderId: number): Promise<Transfer | null> {
  const [row] = await reader.select().from(transfers).where(eq(transfers.newOrderId, orderId)).limit(1);
  return row ?? null;
}

/** Offers of an event: those waiting for approval first, then newest first. */
export const transfersOfEvent = (reader: Reader, eventId: number, limit: number, offset = 0): Promise<Transfer[]> =>
  reader
    .select()
    .from(transfers)
    .where(eq(transfers.eventId, eventId))
    .orderBy(desc(sql`${transfers.state} = 'waiting'`), desc(transfers.id))
    .limit(limit)
    .offset(offset);

export async function countTransfers(reader: Reader, eventId: number): Promise<Record<TransferState, number>> {
  const rows = await reader
    .select({ state: transfers.state, n: count() })
    .from(transfers)
    .where(eq(transfers.eventId, eventId))
    .groupBy(transfers.state);
  const of = new Map(rows.map(({ state, n }) => [state, n]));
  return Object.fromEntries(transferStates.map((state) => [state, of.get(state) ?? 0])) as Record<
    TransferState,
    number
  >;
}

export const isInLine = ({ state, lineUntil }: Pick<Transfer, 'state' | 'lineUntil'>): boolean =>
  state === 'offered' && lineUntil !== null;
export const isForLinkHolder = (transfer: Pick<Transfer, 'state' | 'lineUntil'>): boolean =>
  transfer.state === 'offered' && !isInLine(transfer);

export const isOfOpen = inArray(transfers.state, [...openStates]);

export const ordersOfBuyer = async (reader: Reader | Tx, userId: number): Promise<number[]> =>
  (await reader.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))).map(({ id }) => id);

export const entrantsOf = (reader: Reader | Tx, userId: number) =>
  reader
    .select({ orderId: placeTakeovers.orderId, person: placeTakeovers.person })
    .from(placeTakeovers)
    .innerJoin(orders, eq(orders.id, placeTakeovers.orderId))
    .where(and(eq(orders.userId, userId), isNotNull(placeTakeovers.person)));
