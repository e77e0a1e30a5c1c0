import { asc, eq } from 'drizzle-orm';
import type { Cents } from '#src/kernel/money.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { CancelReason, OrderStatus } from '../rules/order-state.ts';
import { eventIsCanceled, orders } from '../schema.ts';

export type OrderState = {
  id: number;
  status: OrderStatus;
  /** Cents. */
  totalPrice: Cents;
  eventId: number;
  paymentMethod: string | null;
  cancelReason: CancelReason | null;
  isEventCanceled: boolean;
};

/** The little of an order that decides about its money; null when there is none of that number. */
export async function orderStateOf(reader: Reader | Tx, orderId: number): Promise<OrderState | null> {
  const { id, status, totalPrice, eventId, paymentMethod, cancelReason } = orders;
  const [order] = await reader
    .select({
      id,
      status,
      totalPrice,
      eventId,
      paymentMethod,
      cancelReason,
      isEventCanceled: eventIsCanceled.mapWith(Boolean),
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order ?? null;
}

/** The numbers of everything that somebody ordered. */
export async function orderIdsOfBuyer(reader: Reader | Tx, userId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id));
  return rows.map(({ id }) => id);
}
