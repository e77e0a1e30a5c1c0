import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#src/platform/database.ts';
import { contains, type ListFields, type ListQuery, listSql } from '#src/platform/list-query.ts';
import { buyerEmail, orders, participants } from '../schema.ts';

const fields: ListFields = {
  id: { column: orders.id, kind: 'number' },
  orderNumber: { column: orders.id, kind: 'number' },
  eventId: { column: orders.eventId, kind: 'number' },
  userId: { column: orders.userId, kind: 'number' },
  email: { column: buyerEmail, kind: 'text' },
  status: { column: orders.status, kind: 'text' },
  orderDate: { column: orders.orderDate, kind: 'instant' },
  createdAt: { column: orders.orderDate, kind: 'instant' },
  expiresAt: { column: orders.expiresAt, kind: 'instant' },
  totalPrice: { column: orders.totalPrice, kind: 'number' },
  paymentMethod: { column: orders.paymentMethod, kind: 'text' },
  paymentStatus: { column: orders.paymentStatus, kind: 'text' },
  refundStatus: { column: orders.refundStatus, kind: 'text' },
  language: { column: orders.language, kind: 'text' },
};

/**
 * Numbers of orders by a list query; `q` looks into order number, buyer's address and participants' names.
 * `eventIds` are the events one may see.
 */
export function listOrders(
  reader: Reader,
  query: ListQuery,
  eventIds: readonly number[] | 'all',
): Promise<{ count: number; ids: number[] }> {
  return listWhere(reader, query, eventIds === 'all' ? undefined : inArray(orders.eventId, [...eventIds]));
}

/** The same for the orders of one buyer. */
export const listOwnOrders = (reader: Reader, query: ListQuery, userId: number) =>
  listWhere(reader, query, eq(orders.userId, userId));

async function listWhere(
  reader: Reader,
  query: ListQuery,
  seen: SQL | undefined,
): Promise<{ count: number; ids: number[] }> {
  const { where, orderBy } = listSql(query, fields);
  const all = and(where, seen, searchSql(query.q));
  const [counted] = await reader.select({ count: count() }).from(orders).where(all);
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(all)
    .orderBy(...(orderBy.length ? orderBy : [desc(orders.orderDate)]), desc(orders.id))
    .limit(query.limit)
    .offset(query.offset);
  return { count: counted?.count ?? 0, ids: rows.map((row) => row.id) };
}

function searchSql(q: string | undefined): SQL | undefined {
  const text = q?.trim();
  if (!text) return undefined;
  const named = sql`${participants.firstName} || ' ' || ${participants.lastName}`;
  const names = sql`exists (select 1 from ${participants} where ${participants.orderId} = ${orders.id} and ${contains(named, text)})`;
  const number = /^\d{1,12}$/.test(text) ? eq(orders.id, Number(text)) : undefined;
  return or(number, contains(buyerEmail, text), names);
}
