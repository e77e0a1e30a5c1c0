import { eq } from 'drizzle-orm';
import { orders } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/platform/database.ts';

export const ordersOfBuyer = async (reader: Reader | Tx, userId: number): Promise<number[]> =>
  (await reader.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))).map(({ id }) => id);
