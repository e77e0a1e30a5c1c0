import { and, asc, count, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { eventIdOf } from '#modules/events/index.ts';
import { events } from '#modules/events/schema.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isOwn } from '../load.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { type CancelReason, type OrderStatus, paidStatuses } from '../rules/order-state.ts';
import { eventIsCanceled, orders } from '../schema.ts';

/** Orders that are unpaid or whose event is ahead. */
export async function countOpenOrders(reader: Reader, userId: number, now: Instant): Promise<number> {
  const isAhead = and(inArray(orders.status, paidStatuses), gt(events.endTimestamp, now));
  const [counted] = await reader
    .select({ count: count() })
    .from(orders)
    .innerJoin(events, eq(events.id, orders.eventId))
    .where(and(eq(orders.userId, userId), or(eq(orders.status, 'pending'), isAhead)));
  return counted?.count ?? 0;
}

/** Maximum of pending orders on one page. */
const maxPending = 20;

export async function pendingOrdersOf(
  reader: Reader,
  viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>,
): Promise<{ orderId: number }[]> {
  const [found] = await reader.all<{ ids: string }>(
    viewer.level === 'verified'
      ? ready(pendingOfPerson, [viewer.userId, maxPending])
      : ready(pendingOfVisit, [viewer.visitId, viewer.userId, maxPending]),
  );
  return found ? (JSON.parse(found.ids) as number[]).map((orderId) => ({ orderId })) : [];
}

/** Runs with every booking, so it uses covering indexes and returns one row. */
const asJsonRow = (ids: string): string => `select json_group_array(id) ids from (${ids} limit ?)`;
const pendingOfPerson = asJsonRow(`select id from orders indexed by orders_user
  where user_id = ? and status = 'pending' order by order_date desc, id desc`);
const pendingOfVisit = asJsonRow(`select id from orders indexed by orders_pending_visit
  where visit_id = ? and user_id = ? and status = 'pending' order by id desc`);

export type OrderState = {
  id: number;
  status: OrderStatus;
  totalPrice: Cents;
  eventId: number;
  paymentMethod: string | null;
  cancelReason: CancelReason | null;
  isEventCanceled: boolean;
  /** Deadline for the consent of a listed address's owner; null: none needed. */
  memberProofUntil: Instant | null;
};

const stateOf = prepared((reader) => {
  const { id, status, totalPrice, eventId, paymentMethod, cancelReason, memberProofUntil } = orders;
  const isEventCanceled = eventIsCanceled.mapWith(Boolean);
  return reader
    .select({ id, status, totalPrice, eventId, paymentMethod, cancelReason, memberProofUntil, isEventCanceled })
    .from(orders)
    .where(eq(id, sql.placeholder('orderId')));
});

export const orderStateOf = async (reader: Reader | Tx, orderId: number): Promise<OrderState | null> =>
  (await stateOf(reader).all({ orderId }))[0] ?? null;

export async function orderIdsOfBuyer(reader: Reader | Tx, userId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id));
  return rows.map(({ id }) => id);
}

/** The visit's newest order for the event (id or shortlink), in any status; null: none. */
export async function startedOrderOf(
  reader: Reader,
  viewer: Viewer | null,
  eventRef: string,
): Promise<OrderRecord | null> {
  const eventId = viewer ? await eventIdOf(reader, eventRef) : 0;
  if (!viewer || !eventId) return null;
  const [last] = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.visitId, viewer.visitId), eq(orders.eventId, eventId)))
    .orderBy(desc(orders.id))
    .limit(1);
  const order = last ? await orderOf(reader, last.id) : null;
  return order && isOwn(viewer, order) ? order : null;
}

/** Purpose of the `token` in a payment's return address; shows status and price for a day. */
const purpose = 'order-follow';
const tokenLifeMs = days(1);
const textOf = (orderId: number, expires: number) => `${orderId}|${expires}`;

export function followToken({ signer }: Pick<Deps, 'signer'>, orderId: number, now: Instant): string {
  const expires = plus(now, tokenLifeMs);
  return `${expires}.${signer.mac(purpose, textOf(orderId, expires))}`;
}

function isFollowToken({ signer, clock }: Pick<Deps, 'signer' | 'clock'>, orderId: number, token: string): boolean {
  const [, expires = '', mac = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  return Number(expires) > clock() && signer.verify(purpose, textOf(orderId, Number(expires)), mac);
}

type NamesFollowed = { deps: Deps; viewer: Viewer | null; params: { orderId: number }; query: URLSearchParams };

/**
 * The order for its owner or with its token.
 * @throws Problem UNAUTHORIZED without a session, NOT_FOUND for missing and other people's orders
 */
export async function loadFollowedOrder({ deps, viewer, params, query }: NamesFollowed): Promise<OrderRecord> {
  const order = await orderOf(deps.read, params.orderId);
  if (order && viewer && isOwn(viewer, order)) return order;
  if (order && isFollowToken(deps, params.orderId, query.get('token') ?? '')) return order;
  return refuse(viewer ? 'NOT_FOUND' : 'UNAUTHORIZED');
}
