import { eq } from 'drizzle-orm';
import { orders } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { invoices } from '../schema.ts';

/** null: no such paper. */
export async function linkVersionOf(reader: Reader, id: number): Promise<number | null> {
  const [paper] = await reader
    .select({ id: invoices.id, linkVersion: orders.linkVersion })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .where(eq(invoices.id, id));
  return paper ? (paper.linkVersion ?? 0) : null;
}
