import { and, eq, lte, type SQL } from 'drizzle-orm';
import { proveMailbox, userById } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { addAudits } from '../add-audit.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { orderProven } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';
import { transferEnd } from './expire-orders.ts';

/**
 * An order with an unproven address: only the buyer gets mail until the order is paid or the mailbox is proven, by the
 * link in that mail, a login of the same visit, or the account's first proof.
 */
const openForDays = 30;
export const proofPath = (orderId: number): string => `/orders/${orderId}/confirm-address`;
const signedText = (orderId: number, email: string): string => `${proofPath(orderId)}#${email}`;

/** Link in the buyer's mail; a change of the buyer invalidates it. */
export async function proofLink(deps: Pick<Deps, 'read' | 'signer' | 'config' | 'clock'>, order: OrderRecord) {
  const buyer = present(await userById(deps.read, order.userId), 'an order has a buyer');
  const text = signedText(order.id, buyer.email);
  const query = deps.signer.signPath(text, plus(deps.clock(), days(openForDays))).slice(text.length);
  return `${deps.config.publicUrl}${proofPath(order.id)}${query}`;
}

/** The order of a proof link; null: invalid, expired or for a former buyer. */
export async function orderOfProof(
  { read, signer }: { read: Reader } & Pick<Deps, 'signer'>,
  orderId: number,
  query: URLSearchParams,
  now: Instant,
): Promise<OrderRecord | null> {
  const order = await orderOf(read, orderId);
  const buyer = order && (await userById(read, order.userId));
  return order && buyer && signer.isSigned(signedText(orderId, buyer.email), query, now) ? order : null;
}

/** Proves the order and others of the same visit. */
export async function proveOrder(work: Work, orderId: number): Promise<void> {
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  await proveMailbox(work, order.userId, order.language);
  await proveOrders(work, { ...order, until: work.now, isByLink: true });
}

export async function proveOrders(
  work: Work,
  scope: { userId: number; visitId?: string; until: Instant; isByLink?: boolean },
): Promise<void> {
  const isTheirs: SQL | undefined = and(
    eq(orders.userId, scope.userId),
    ...(scope.visitId === undefined ? [] : [eq(orders.visitId, scope.visitId)]),
    lte(orders.orderDate, scope.until),
    eq(orders.awaitsProof, true),
  );
  const provenOrders = await work.tx.update(orders).set({ awaitsProof: false }).where(isTheirs).returning();
  for (const order of provenOrders) {
    // The normal transfer deadline applies from now on, counted from the order date.
    if (order.status !== 'pending' || order.paymentMethod !== 'bank') continue;
    const { event } = present(await catalogOf(work.tx, order.eventId), 'an order has an event');
    if (transferEnd(order, event, work.now) !== null) continue;
    await work.tx.update(orders).set({ expiresAt: null }).where(eq(orders.id, order.id));
  }
  const editorId = scope.userId;
  await addAudits(
    work,
    provenOrders.map(({ id }) => ({ orderId: id, type: 'Other', editorId, comment: 'mailbox.proven' })),
  );
  await work.announce(...provenOrders.map(({ id }) => orderProven({ orderId: id, isByLink: scope.isByLink === true })));
}
