import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#src/runtime/deps.ts';
import { type Found, findIds, type ListSource } from '#src/web/list/find.ts';
import { type ListFields, type ListQuery, type ListQuestion, listQueryOf, questionOf } from '#src/web/list/query.ts';
import { type Events, indexOrders, matchOf, ofEvents, queriedEvents, searched } from './order-search.ts';
import { buyerEmail, eventOrderCounts, orders, teams } from './schema.ts';

const fields = {
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
  competitionId: { column: teams.competitionId, kind: 'number', many: { id: orders.id, reference: teams.orderId } },
} as const satisfies ListFields;
export const orderListQuery = listQueryOf({ fields, search: searched });

const newest = [desc(orders.orderDate), desc(orders.id)];
/** Up to this many rows sorting is faster than scanning by date. */
const fewOrders = 1000;

function orderSource(events: Events): ListSource {
  const scope = ofEvents(orders.eventId, events);
  return {
    id: orders.id,
    fields,
    scope,
    search: (q) => searched(orders, q, events),
    order: newest,
    indexed: ['status'],
    countAll: sql`select coalesce(sum(${eventOrderCounts.orders}), 0) n from ${eventOrderCounts}
      where ${ofEvents(eventOrderCounts.eventId, events) ?? sql`1`}`,
    firstRows(where, total, { offset, limit }) {
      const part = sql`limit ${limit} offset ${offset}`;
      const order = sql`order by ${orders.orderDate} desc, ${orders.id} desc`;
      if (total <= fewOrders) {
        // `+` prevents the date index: the filter's index is faster here.
        const all = and(scope ?? undefined, where) ?? sql`1`;
        return sql`select ${orders.id} id from ${orders} where ${all} order by +${orders.orderDate} desc, ${orders.id} desc ${part}`;
      }
      if (events === 'all' && !where) return sql`select ${orders.id} id from ${orders} ${order} ${part}`;
      // Reads the newest rows of each event by an index, then merges them.
      const each =
        events === 'all'
          ? sql`(select id from events)`
          : sql`(select value id from json_each(${JSON.stringify(events)}))`;
      return sql`select o.id from ${each} e join orders o on o.id in (
          select ${orders.id} from ${orders} where ${and(sql`${orders.eventId} = e.id`, where)} ${order} limit ${limit + offset})
        order by o.order_date desc, o.id desc ${part}`;
    },
  };
}

/** Orders of visible events, newest first by default. @throws Problem VALIDATION_FAILED */
export async function findOrders(
  shop: Pick<Deps, 'read' | 'write'>,
  asked: ListQuestion,
  seen: Events,
  more: { also?: SQL | undefined; forPage?: boolean } = {},
): Promise<Found> {
  const { question, events } = queriedEvents(asked, seen);
  if (question.q !== '') await indexOrders(shop);
  return findIds(shop.read, orderSource(events), question, more);
}

export const listOrders = (shop: Pick<Deps, 'read' | 'write'>, query: ListQuery, seen: Events): Promise<Found> =>
  findOrders(shop, questionOf(query), seen);

/** Orders of one buyer. */
export async function listOwnOrders(
  shop: Pick<Deps, 'read' | 'write'>,
  query: ListQuery,
  userId: number,
): Promise<Found> {
  const question = questionOf(query);
  if (question.q !== '') await indexOrders(shop);
  return findIds(
    shop.read,
    {
      id: orders.id,
      fields,
      scope: eq(orders.userId, userId),
      search: (q) => sql`${orders.id} in (select rowid from order_search where order_search match ${matchOf(q)})`,
      order: newest,
    },
    question,
  );
}
