import { asc, eq, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
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
  /** The owner of a listed address has to agree until then; null: nobody has to. */
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

/** The little of an order that decides about its money; null when there is none of that number. */
export const orderStateOf = async (reader: Reader | Tx, orderId: number): Promise<OrderState | null> =>
  (await stateOf(reader).all({ orderId }))[0] ?? null;

/** The numbers of everything that somebody ordered. */
export async function orderIdsOfBuyer(reader: Reader | Tx, userId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id));
  return rows.map(({ id }) => id);
}
