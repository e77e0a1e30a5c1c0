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
import { transferEnd } from './hold-end.ts';

/**
 * An order of somebody who had only typed an address: what may be a stranger's mailbox gets the buyer's mail, and nobody
 * else is written to before the order is paid or the mailbox is proven. That is done by the link in that mail, by a login
 * of the same visit, or by the first proof of the account ever.
 */
const openForDays = 30;
export const proofPath = (orderId: number): string => `/orders/${orderId}/confirm-address`;
const signedText = (orderId: number, email: string): string => `${proofPath(orderId)}#${email}`;

/** The link of the buyer's mail; an order that goes to another address has another one. */
export async function proofLink(deps: Pick<Deps, 'read' | 'signer' | 'config' | 'clock'>, order: OrderRecord) {
  const buyer = present(await userById(deps.read, order.userId), 'an order has a buyer');
  const text = signedText(order.id, buyer.email);
  const query = deps.signer.signPath(text, plus(deps.clock(), days(openForDays))).slice(text.length);
  return `${deps.config.publicUrl}${proofPath(order.id)}${query}`;
}

/** The order that such a link is about; null when it was not signed for its present buyer, or is too old. */
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

/** The buyer pressed the button behind that link. What they ordered beside it in the same visit is theirs too. */
export async function proveOrder(work: Work, orderId: number): Promise<void> {
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  await proveMailbox(work, order.userId, order.language);
  await believeOrders(work, { ...order, until: work.now, isByLink: true });
}

/** What a person had ordered when they proved who they are, in all visits or in one, waits for no proof any more. */
export async function believeOrders(
  work: Work,
  whose: { userId: number; visitId?: string; until: Instant; isByLink?: boolean },
): Promise<void> {
  const isTheirs: SQL | undefined = and(
    eq(orders.userId, whose.userId),
    ...(whose.visitId === undefined ? [] : [eq(orders.visitId, whose.visitId)]),
    lte(orders.orderDate, whose.until),
    eq(orders.awaitsProof, true),
  );
  const believed = await work.tx.update(orders).set({ awaitsProof: false }).where(isTheirs).returning();
  for (const order of believed) {
    // From now on the event alone says how long a transfer is waited for, counted from the same day as before.
    if (order.status !== 'pending' || order.paymentMethod !== 'bank') continue;
    const { event } = present(await catalogOf(work.tx, order.eventId), 'an order has an event');
    if (transferEnd(order, event, work.now) !== null) continue;
    await work.tx.update(orders).set({ expiresAt: null }).where(eq(orders.id, order.id));
  }
  const editorId = whose.userId;
  await addAudits(
    work,
    believed.map(({ id }) => ({ orderId: id, type: 'Other', editorId, comment: 'mailbox.proven' })),
  );
  await work.announce(...believed.map(({ id }) => orderProven({ orderId: id, isByLink: whose.isByLink === true })));
}
