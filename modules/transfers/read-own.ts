import { and, eq, isNotNull } from 'drizzle-orm';
import { orders, placeTakeovers } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';

export const ordersOfBuyer = async (reader: Reader | Tx, userId: number): Promise<number[]> =>
  (await reader.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))).map(({ id }) => id);

export const entrantsOf = (reader: Reader | Tx, userId: number) =>
  reader
    .select({ orderId: placeTakeovers.orderId, person: placeTakeovers.person })
    .from(placeTakeovers)
    .innerJoin(orders, eq(orders.id, placeTakeovers.orderId))
    .where(and(eq(orders.userId, userId), isNotNull(placeTakeovers.person)));
