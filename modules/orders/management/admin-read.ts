import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type User, userById } from '#modules/accounts/index.ts';
import { toIso } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { contains, type ListFields, type ListQuery, listSql } from '#src/platform/list-query.ts';
import type { AuditChange } from '../order/add-audit.ts';
import { type OrderRecord, ordersOf } from '../read.ts';
import { refuse } from '../rules/problems.ts';
import { type AuditType, buyerEmail, orderAuditChanges, orderAudits, orders, participants } from '../schema.ts';
import { type AdminOrderJson, orderShape } from '../shapes.ts';

export type OrderAudit = {
  orderId: number;
  type: AuditType;
  editor: User | null;
  /** The super admin who acted as the editor. */
  impersonator: User | null;
  comment: string;
  createdAt: number;
  /** What was before and after. */
  changes: AuditChange[];
};
export type AdminOrderRecord = OrderRecord & { user: { id: number; email: string }; audits: OrderAudit[] };

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

/** Orders with their buyers and what was done to them, in the sequence of `ids`. */
export async function adminOrdersOf(reader: Reader | Tx, ids: readonly number[]): Promise<AdminOrderRecord[]> {
  if (ids.length === 0) return [];
  const records = await ordersOf(reader, ids);
  const audits = await reader
    .select()
    .from(orderAudits)
    .where(inArray(orderAudits.orderId, [...ids]))
    .orderBy(asc(orderAudits.id));
  const changeRows = await reader
    .select()
    .from(orderAuditChanges)
    .where(
      inArray(
        orderAuditChanges.auditId,
        audits.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderAuditChanges.id));
  const changesOf = Map.groupBy(changeRows, ({ auditId }) => auditId);
  const userIds = new Set([
    ...records.map((order) => order.userId),
    ...audits.flatMap(({ editorId, impersonatorId }) => [editorId, impersonatorId].filter((id) => id !== null)),
  ]);
  const users = new Map<number, User>();
  for (const id of userIds) {
    const user = await userById(reader, id);
    if (user) users.set(id, user);
  }
  return records.map((order) => ({
    ...order,
    user: { id: order.userId, email: users.get(order.userId)?.email ?? '' },
    audits: audits
      .filter((audit) => audit.orderId === order.id)
      .map(({ id, orderId, type, editorId, impersonatorId, comment, createdAt }) => ({
        orderId,
        type,
        comment,
        createdAt,
        changes: (changesOf.get(id) ?? []).map(({ participantId, field, before, after }) => ({
          participantId,
          field,
          before,
          after,
        })),
        editor: editorId === null ? null : (users.get(editorId) ?? null),
        impersonator: impersonatorId === null ? null : (users.get(impersonatorId) ?? null),
      })),
  }));
}

export async function adminOrderOf(reader: Reader | Tx, orderId: number): Promise<AdminOrderRecord> {
  return (await adminOrdersOf(reader, [orderId]))[0] ?? refuse('NOT_FOUND');
}

/** @throws Problem NOT_FOUND */
export async function eventIdOfOrder(reader: Reader, orderId: number): Promise<number> {
  const [order] = await reader.select({ eventId: orders.eventId }).from(orders).where(eq(orders.id, orderId));
  return order?.eventId ?? refuse('NOT_FOUND');
}

/** A change as programs read it: `#12 lastName: Huber → Maier`. */
const changeLine = ({ participantId, field, before, after }: AuditChange): string =>
  `${participantId ? `#${participantId} ` : ''}${field}: ${before ?? '–'} → ${after ?? '–'}`;

export function adminOrderShape(order: AdminOrderRecord): AdminOrderJson {
  return {
    ...orderShape(order),
    user: order.user,
    // Who really did it: a super admin who acted as somebody is named, not hidden behind them.
    audits: order.audits.map((audit) => ({
      type: audit.type,
      editorEmail: (audit.impersonator ?? audit.editor)?.email ?? null,
      editorFirstName: (audit.impersonator ?? audit.editor)?.firstname ?? null,
      editorLastName: (audit.impersonator ?? audit.editor)?.lastname ?? null,
      comment: [audit.comment, ...audit.changes.map(changeLine)].filter(Boolean).join('\n'),
      createdAt: toIso(audit.createdAt),
    })),
    paymentMeans: order.paymentMeans ?? order.paymentMethod,
    refundStatus: order.refundStatus,
    refundedPrice: order.refundedPrice,
    rrHasSaveValueSet: false,
    rrLastSynchroTime: null,
  };
}
