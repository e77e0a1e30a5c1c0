import { eq, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { addAudits } from '../add-audit.ts';
import { orderPaid } from '../rules/facts.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';

export type PaidOrder = {
  orderId: number;
  paymentMethod: string;
  /** For people: `VISA xxxx 1234`. */
  paymentMeans?: string | null;
  comment?: string;
};

/**
 * The orders are paid. Answers which of them were pending until now, each with whose place it takes over, if it does: that
 * has to pass in the same write (`passPlace`). The others are left as they are, so that messages of a payment may come
 * several times. A handful of statements however many there are. `editorId` null: the provider or the bank's file said so.
 */
export async function completeOrders(
  work: Work,
  { paid, editorId }: { paid: readonly PaidOrder[]; editorId: number | null },
): Promise<Map<number, number | null>> {
  const { tx, now } = work;
  if (paid.length === 0) return new Map();
  const list = JSON.stringify(
    paid.map(({ orderId, paymentMethod, paymentMeans = null }) => [orderId, paymentMethod, paymentMeans]),
  );
  const rows = await tx.all<{ id: number; place: number | null }>(sql`
    update orders set status = 'complete', payment_status = 'completed', paid_at = ${now}, expires_at = null,
      payment_method = paid.method, payment_means = paid.means
    from (select value ->> 0 id, value ->> 1 method, value ->> 2 means from json_each(${list})) paid
    where orders.id = paid.id and orders.status = 'pending' and orders.member_proof_until is null returning orders.id id, orders.takes_place_of place`);
  const completed = new Map(rows.map(({ id, place }) => [Number(id), place === null ? null : Number(place)]));
  const changed = paid.filter(({ orderId }) => completed.has(orderId));
  if (changed.length === 0) return completed;
  await addAudits(
    work,
    changed.map(({ orderId, comment = '' }) => ({ orderId, type: 'OrderPaid', editorId, comment })),
  );
  for (const _ of changed) work.count('startblock_orders_paid_total');
  await work.announce(...changed.map(({ orderId }) => orderPaid({ orderId })));
  return completed;
}

/**
 * Of an order that could not be completed: it was paid before.
 * @throws Problem CANT_CHANGE_ORDER_STATUS of a canceled order, NOT_FOUND
 */
export async function requirePaid({ tx }: Work, orderId: number): Promise<void> {
  const { status, memberProofUntil } = orders;
  const [order] = await tx.select({ status, memberProofUntil }).from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  if (order.status === 'pending' && order.memberProofUntil !== null) return refuse('ORDER_AWAITS_MEMBER');
  if (!isPaidStatus(order.status)) refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'complete' });
}
