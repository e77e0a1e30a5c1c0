import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { requireEventRole } from '#modules/events/index.ts';
import { mayTouch, type Permission, type Person } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type ApiRoute, api, type Method } from '#src/web/http.ts';
import { type PersonOfOrder, personIn } from './people.ts';
import { type OrderRecord, orderOf } from './read.ts';
import { type AdminOrderRecord, adminOrderAnswer, adminOrderOf } from './read-admin.ts';
import { refuse } from './rules/problems.ts';
import { orders, participants } from './schema.ts';
import { adminOrderShapeSchema } from './shapes.ts';

/** Loaders of routes that name an order. */
export type NamesOrder = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: { orderId: number } };
type Owned = { userId: number; visitId: string };

const belongsTo = prepared((reader) =>
  reader
    .select({ userId: orders.userId, visitId: orders.visitId, eventId: orders.eventId })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId'))),
);

/** A proven mailbox owns all its orders; an unproven one only those of this visit. */
export const isOwn = (viewer: Person, order: Owned): boolean => mayTouch('order.read', viewer, order);

/** @throws Problem NOT_FOUND for missing orders and for orders of other people */
export async function requireOwnOrder(reader: Reader | Tx, viewer: Person, orderId: number): Promise<OrderRecord> {
  const [order] = await belongsTo(reader).all({ orderId });
  if (!order || !isOwn(viewer, order)) return refuse('NOT_FOUND');
  return (await orderOf(reader, orderId)) ?? refuse('NOT_FOUND');
}

export const loadOwnOrder = ({ deps, viewer, params }: Omit<NamesOrder, 'may'>): Promise<OrderRecord> =>
  requireOwnOrder(deps.read, viewer, params.orderId);

export const readsOwnOrder = { may: 'order.read', load: loadOwnOrder } as const;

/** @throws Problem NOT_FOUND unless the viewer may do `may` with the order's event */
export async function requireOrderRole(
  { read }: Pick<Deps, 'read'>,
  viewer: Viewer,
  orderId: number,
  may: Permission,
): Promise<void> {
  const [order] = await belongsTo(read).all({ orderId });
  await requireEventRole(read, viewer, order?.eventId ?? refuse('NOT_FOUND'), may);
}

/** The id of an order the viewer may manage. @throws Problem NOT_FOUND */
export async function loadManagedOrder({ deps, viewer, may, params: { orderId } }: NamesOrder): Promise<number> {
  await requireOrderRole(deps, viewer, orderId, may);
  return orderId;
}

export async function loadAdminOrder(call: NamesOrder): Promise<AdminOrderRecord> {
  return adminOrderOf(call.deps.read, await loadManagedOrder(call));
}

/** Permission and loader of order pages: view, help participants, comment, change. */
export const viewsOrder = { may: 'order.view', load: loadAdminOrder } as const;
export const assistsOrder = { may: 'order.assist', load: loadAdminOrder } as const;
export const notesOrder = { may: 'order.note', load: loadAdminOrder } as const;
export const managesOrder = { may: 'order.manage', load: loadAdminOrder } as const;

type Named<Order extends OrderRecord> = PersonOfOrder & { order: Order };
type NamesPerson = NamesOrder & { params: { participantId: number } };

/** @throws Problem NOT_FOUND */
export async function loadOwnParticipant(call: NamesPerson): Promise<Named<OrderRecord>> {
  const order = await loadOwnOrder(call);
  return { order, ...personIn(order, call.params.participantId) };
}
export async function loadManagedParticipant(call: NamesPerson): Promise<Named<AdminOrderRecord>> {
  const order = await loadAdminOrder(call);
  return { order, ...personIn(order, call.params.participantId) };
}

/** The event of a participant. @throws Problem NOT_FOUND also for events the viewer may not manage */
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

export const adminAnswer = z.object({ order: adminOrderShapeSchema });

type CommandInput<B extends z.ZodType> = {
  orderId: number;
  editorId: number;
  body: z.output<B>;
};

type OrderLine = 'order.manage' | 'order.assist' | 'order.note';

/** A call that runs a command on a managed order and returns the changed order. */
export const changesManagedOrder = <B extends z.ZodType = z.ZodUndefined>(
  call: {
    method: Method;
    path: `/api/admin/orders/{orderId}/${string}`;
    summary: string;
    body?: B;
    may?: OrderLine;
    refuses?: readonly string[];
  },
  verb: (work: Work, input: CommandInput<B>) => Promise<unknown>,
): ApiRoute =>
  api(
    { ...call, may: call.may ?? 'order.manage', load: loadManagedOrder, answer: adminAnswer },
    async ({ deps, viewer, record: orderId, body }) => {
      await deps.write((work) => verb(work, { orderId, editorId: viewer.userId, body: body as z.output<B> }));
      return { order: await adminOrderAnswer(deps, orderId) };
    },
  );
