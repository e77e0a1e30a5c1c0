import { and, eq } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuse as refuseGeneral } from '#src/kernel/problem.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';
import { type PlacedOrder, type PlaceOrder, planOrder } from './plan-order.ts';
import { keyOf, writeOrders } from './write-orders.ts';

/**
 * Books alone, within a write of the caller: reserves tickets, articles and vouchers and writes the order, all or
 * nothing. A total of 0 completes at once. Whoever needs no more of the write takes `placeTogether`.
 * @throws Problem with a code of the catalogue; then nothing was reserved.
 */
export async function placeOrder(work: Work, input: PlaceOrder): Promise<PlacedOrder> {
  return (await orderOfKey(work, input)) ?? (await placeNew(work, input));
}

/** The same, of a key that is known to be new. */
export async function placeNew(work: Work, input: PlaceOrder): Promise<PlacedOrder> {
  const catalog = (await catalogOf(work.tx, input.eventId)) ?? refuse('NOT_FOUND');
  const [placed] = await writeOrders(work, [await planOrder(work, input, catalog)]);
  return placed as PlacedOrder;
}

/** The order that was made with this key before. @throws Problem IDEMPOTENCY_KEY_REUSED when it was another booking */
export async function orderOfKey({ tx }: Work, input: PlaceOrder): Promise<PlacedOrder | null> {
  const key = keyOf(input);
  if (key === null) return null;
  const [order] = await tx
    .select({
      orderId: orders.id,
      totalPrice: orders.totalPrice,
      status: orders.status,
      bodyHash: orders.idempotencyBodyHash,
    })
    .from(orders)
    .where(and(eq(orders.visitId, input.viewer.visitId), eq(orders.idempotencyKey, key)));
  if (!order) return null;
  const { bodyHash, ...placed } = order;
  if (bodyHash && input.bodyHash && bodyHash !== input.bodyHash) refuseGeneral('IDEMPOTENCY_KEY_REUSED');
  return { ...placed, status: placed.status === 'pending' ? 'pending' : 'complete' };
}
