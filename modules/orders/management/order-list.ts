import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#src/platform/database.ts';
import { type ListFields, type ListQuery, listSql } from '#src/platform/list-query.ts';
import { buyerEmail, orders } from '../schema.ts';
import { type OrderEvents, orderEvents } from './order-events.ts';
import { findOrders, type SearchWord, searchWordsIn } from './order-search.ts';
import { matchingOrders } from './order-texts.ts';

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

export type OrderList = {
  count: number;
  ids: number[];
  /** There are more than were counted. */
  isMore: boolean;
};
type Events = readonly number[] | 'all';
export type ListOptions = {
  /** How far is counted, and how much of what very many orders have in common is read: for pages, that are shown at once. */
  countTo?: number;
  /** More than a list query can say. */
  also?: SQL | undefined;
};

/** Words that begin more entries of the index than this are not looked up for a page. */
const usualWord = 60_000;
const mostLookedUp = 1000;
/** So few are sorted quicker than the newest of all are walked through. */
const fewOrders = 1000;

/**
 * Numbers of orders by a list query, newest first unless asked otherwise; `q` finds by names, addresses of mail, order
 * number, payment reference and start number (`order-search.ts`). `eventIds` are the events one may see.
 * @throws Problem VALIDATION_FAILED
 */
export async function listOrders(
  reader: Reader,
  query: ListQuery,
  eventIds: Events,
  options: ListOptions = {},
): Promise<OrderList> {
  const { where, orderBy } = listSql(query, fields);
  const { events, isNarrower, isIndexed } = eventsOf(query, eventIds);
  if (events !== 'all' && events.length === 0) return { count: 0, ids: [], isMore: false };
  const known = await orderEvents(reader);
  const rest = and(isNarrower ? where : undefined, options.also);
  // Without an index every counted order is looked up.
  const { countTo = Infinity, also } = options;
  const most = countTo === Infinity || (isIndexed && !also) ? countTo : Math.min(countTo, mostLookedUp);
  const list: List = { reader, query, events, where: rest, orderBy, known, countTo: most };
  const words = searchWordsIn(query.q ?? '');
  if (words.length === 0) return filtered(list);
  const found = await findOrders(reader, words, list.countTo === Infinity ? undefined : usualWord);
  if (found === null) return walked(list, words, null);
  const seen = events === 'all' ? null : new Set(events);
  const ids = seen === null ? found.ids : found.ids.filter((id) => seen.has(known.eventOf(id)));
  return found.unasked.length > 0 ? walked(list, words, ids) : amongFound(list, ids);
}

/** The same for the orders of one buyer. */
export async function listOwnOrders(reader: Reader, query: ListQuery, userId: number): Promise<OrderList> {
  const { where, orderBy } = listSql(query, fields);
  const own = and(eq(orders.userId, userId), where);
  const words = searchWordsIn(query.q ?? '');
  const found = words.length === 0 ? null : await findOrders(reader, words);
  const all = found === null ? own : and(own, inList(found.ids));
  const ids = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(all)
    .orderBy(...(orderBy.length ? orderBy : [desc(orders.orderDate)]), desc(orders.id))
    .limit(query.limit)
    .offset(query.offset);
  return { count: await counted(reader, all, Infinity), ids: ids.map(({ id }) => id), isMore: false };
}

type List = {
  reader: Reader;
  query: ListQuery;
  events: Events;
  /** Everything but the events. */
  where: SQL | undefined;
  orderBy: SQL[];
  known: OrderEvents;
  countTo: number;
};

type Condition = { field: string; type?: string; value: unknown };

/**
 * The events that are seen and asked for, whether anything else is asked, and whether that is nothing but states, which an
 * index has beside the events. The query was checked already.
 */
function eventsOf(query: ListQuery, seen: Events): { events: Events; isNarrower: boolean; isIndexed: boolean } {
  const conditions = JSON.parse(query.filter || '[]') as Condition[];
  let events = seen;
  const others = conditions.filter(({ field, type = 'eq' }) => field !== 'eventId' || (type !== 'eq' && type !== 'in'));
  for (const { field, type = 'eq', value } of conditions) {
    if (field === 'eventId' && (type === 'eq' || type === 'in')) {
      const asked = new Set([value].flat().map(Number));
      events = events === 'all' ? [...asked] : events.filter((id) => asked.has(id));
    }
  }
  return { events, isNarrower: others.length > 0, isIndexed: others.every(({ field }) => field === 'status') };
}

const inList = (ids: readonly number[]): SQL =>
  sql`${orders.id} in (select value from json_each(${JSON.stringify(ids)}))`;
const ofEvents = (events: Events): SQL | undefined =>
  events === 'all'
    ? undefined
    : events.length === 1
      ? eq(orders.eventId, events[0] as number)
      : sql`${orders.eventId} in (select value from json_each(${JSON.stringify(events)}))`;

/** Stops at `most` + 1. */
async function counted(reader: Reader, where: SQL | undefined, most: number): Promise<number> {
  const some = most === Infinity ? sql`` : sql` limit ${most + 1}`;
  const [row] = await reader.all<{ n: number }>(
    sql`select count(*) n from (select 1 from ${orders}${where ? sql` where ${where}` : sql``}${some})`,
  );
  return row?.n ?? 0;
}

/** Lists without a search: what the filter leaves of the events. */
async function filtered(list: List): Promise<OrderList> {
  const { reader, query, where, known, countTo } = list;
  // The states of orders are known by event: asked event by event, an index answers.
  const events = where && list.events === 'all' ? await allEvents(reader) : list.events;
  const total = where
    ? await counted(reader, and(ofEvents(events), where), countTo)
    : Math.min(known.count(events), Number.MAX_SAFE_INTEGER);
  const isMore = total > countTo && where !== undefined;
  const count = isMore ? countTo : total;
  if (total === 0 || query.offset >= total) return { count, ids: [], isMore };
  return { count, ids: await newestOf({ ...list, events }, total), isMore };
}

async function allEvents(reader: Reader): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(sql`select id from events`);
  return rows.map(({ id }) => id);
}

async function newestOf(list: List, total: number): Promise<number[]> {
  const { reader, query, events, where, orderBy } = list;
  const { limit, offset } = query;
  // With few of them the filter's index is shorter than the way through all orders in their sequence.
  const date = total <= fewOrders ? sql`+${orders.orderDate}` : sql`${orders.orderDate}`;
  const sequence = sql.join([...(orderBy.length ? orderBy : [desc(date)]), desc(orders.id)], sql`, `);
  if (events === 'all' || events.length === 1 || orderBy.length > 0) {
    const rows = await reader.all<{ id: number }>(
      sql`select ${orders.id} id from ${orders} where ${and(ofEvents(events), where) ?? sql`1`}
        order by ${sequence} limit ${limit} offset ${offset}`,
    );
    return rows.map(({ id }) => id);
  }
  // Who sees a good part of all orders finds enough of them by walking through all.
  const share = list.known.count(events) / Math.max(1, list.known.count('all'));
  if (where && total > fewOrders / 2 && share > 0.05) {
    const some = sql`+${orders.eventId} in (select value from json_each(${JSON.stringify(events)}))`;
    const rows = await reader.all<{ id: number }>(
      sql`select ${orders.id} id from ${orders} where ${and(some, where)}
        order by ${orders.orderDate} desc, ${orders.id} desc limit ${limit} offset ${offset}`,
    );
    return rows.map(({ id }) => id);
  }
  // The newest of each event, and of those the newest: otherwise everything of all the events would be sorted.
  const rows = await reader.all<{ id: number }>(
    sql`select o.id from json_each(${JSON.stringify(events)}) e join orders o on o.id in (
        select ${orders.id} from ${orders} where ${and(sql`${orders.eventId} = e.value`, where)}
        order by ${sequence} limit ${limit + offset})
      order by o.order_date desc, o.id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(({ id }) => id);
}

const atOnce = 1000;
/** So many of what a search found are asked for a filter before a page says that there are more. */
const mostAsked = 10_000;

/** A search found these, the newest first; what else is asked is asked of them. */
async function amongFound(list: List, ids: readonly number[]): Promise<OrderList> {
  const { reader, query, where, orderBy, countTo } = list;
  const { offset, limit } = query;
  if (!where && orderBy.length === 0) {
    return { count: ids.length, ids: ids.slice(offset, offset + limit), isMore: false };
  }
  if (orderBy.length > 0) {
    const all = and(inList(ids), where);
    const rows = await reader
      .select({ id: orders.id })
      .from(orders)
      .where(all)
      .orderBy(...orderBy, desc(orders.id))
      .limit(limit)
      .offset(offset);
    return { count: await counted(reader, all, Infinity), ids: rows.map(({ id }) => id), isMore: false };
  }
  const kept: number[] = [];
  let from = 0;
  for (; from < ids.length && (from < mostAsked || countTo === Infinity); from += atOnce) {
    const rows = await reader
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.id, ids.slice(from, from + atOnce)), where))
      .orderBy(desc(orders.id));
    for (const { id } of rows) kept.push(id);
  }
  return { count: kept.length, ids: kept.slice(offset, offset + limit), isMore: from < ids.length };
}

const firstWalk = 250;
const longestWalk = 4000;

/**
 * Words that very many orders have: the newest orders are read until a page of them is full. `among`: only these, which
 * another word of the search found.
 */
async function walked(list: List, words: readonly SearchWord[], among: readonly number[] | null): Promise<OrderList> {
  const { reader, query } = list;
  const wanted = query.offset + query.limit;
  const found: number[] = [];
  let [from, isOver] = [0, false];
  for (let step = firstWalk; from < longestWalk && found.length <= wanted && !isOver; step *= 2) {
    const some: ListQuery = { ...query, offset: from, limit: step };
    const ids =
      among === null
        ? await newestOf({ ...list, query: some, orderBy: [] }, Infinity)
        : (await amongFound({ ...list, query: some, orderBy: [] }, among)).ids;
    found.push(...(await matchingOrders(reader, ids, words)));
    isOver = ids.length < step;
    from += step;
  }
  return { count: found.length, ids: found.slice(query.offset, wanted), isMore: !isOver };
}
