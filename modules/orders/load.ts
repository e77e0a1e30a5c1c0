import { eq, sql } from 'drizzle-orm';
import { requireEventRole } from '#modules/events/index.ts';
import { mayTouch, type Permission, type Person } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type PersonOfOrder, personIn } from './people.ts';
import { type OrderRecord, orderOf } from './read.ts';
import { type AdminOrderRecord, adminOrderOf } from './read-admin.ts';
import { refuse } from './rules/problems.ts';
import { orders, participants } from './schema.ts';

/** Loaders of routes: the order that an address names, for whoever it is there for. */
export type NamesOrder = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: { orderId: number } };
type Owned = { userId: number; visitId: string };

/** Whose an order is, and of which event. */
const belongsTo = prepared((reader) =>
  reader
    .select({ userId: orders.userId, visitId: orders.visitId, eventId: orders.eventId })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId'))),
);

/** Who proved the mailbox owns all its orders; who only typed the address owns what this visit ordered. */
export const isOwn = (viewer: Person, order: Owned): boolean => mayTouch('order.read', viewer, order);

/** @throws Problem NOT_FOUND for an order that does not exist and for somebody else's alike. */
export async function requireOwnOrder(reader: Reader | Tx, viewer: Person, orderId: number): Promise<OrderRecord> {
  const [order] = await belongsTo(reader).all({ orderId });
  if (!order || !isOwn(viewer, order)) return refuse('NOT_FOUND');
  return (await orderOf(reader, orderId)) ?? refuse('NOT_FOUND');
}

/** @throws Problem NOT_FOUND */
export const loadOwnOrder = ({ deps, viewer, params }: Omit<NamesOrder, 'may'>): Promise<OrderRecord> =>
  requireOwnOrder(deps.read, viewer, params.orderId);

/** What pages of one's own order have in common. */
export const readsOwnOrder = { may: 'order.read', load: loadOwnOrder } as const;

/** @throws Problem NOT_FOUND for an order of an event with which the caller may not do what `may` names */
export async function requireOrderRole(
  { read }: Pick<Deps, 'read'>,
  viewer: Viewer,
  orderId: number,
  may: Permission,
): Promise<void> {
  const [order] = await belongsTo(read).all({ orderId });
  await requireEventRole(read, viewer, order?.eventId ?? refuse('NOT_FOUND'), may);
}

/**
 * The number of an order of an event with which the caller may do what the route names, for calls.
 * @throws Problem NOT_FOUND
 */
export async function loadManagedOrder({ deps, viewer, may, params: { orderId } }: NamesOrder): Promise<number> {
  await requireOrderRole(deps, viewer, orderId, may);
  return orderId;
}

/** The whole of it with its history, for pages. @throws Problem NOT_FOUND */
export async function loadAdminOrder(call: NamesOrder): Promise<AdminOrderRecord> {
  return adminOrderOf(call.deps.read, await loadManagedOrder(call));
}

/** What pages of an order have in common: that look at it, help whoever is in it, note something, or change it. */
export const viewsOrder = { may: 'order.view', load: loadAdminOrder } as const;
export const assistsOrder = { may: 'order.assist', load: loadAdminOrder } as const;
export const notesOrder = { may: 'order.note', load: loadAdminOrder } as const;
export const managesOrder = { may: 'order.manage', load: loadAdminOrder } as const;

/** Somebody of an order, and where in it. */
type Named<Order extends OrderRecord> = PersonOfOrder & { order: Order };
type NamesPerson = NamesOrder & { params: { participantId: number } };

/** Loaders of routes that name a participant, too: of one's own order, and of a managed one. @throws Problem NOT_FOUND */
export async function loadOwnParticipant(call: NamesPerson): Promise<Named<OrderRecord>> {
  const order = await loadOwnOrder(call);
  return { order, ...personIn(order, call.params.participantId) };
}
export async function loadManagedParticipant(call: NamesPerson): Promise<Named<AdminOrderRecord>> {
  const order = await loadAdminOrder(call);
  return { order, ...personIn(order, call.params.participantId) };
}

/** Loader of calls that name a participant alone: the event. @throws Problem NOT_FOUND also for an event of others */
export async function loadEventOfParticipant({
  deps,
  viewer,
  may,
  params,
}: Omit<NamesOrder, 'params'> & { params: { participantId: number } }): Promise<number> {
  const [found] = await deps.read
    .select({ eventId: participants.eventId })
    .from(participants)
    .where(eq(participants.id, params.participantId));
  const eventId = found?.eventId ?? refuse('NOT_FOUND');
  await requireEventRole(deps.read, viewer, eventId, may);
  return eventId;
}
