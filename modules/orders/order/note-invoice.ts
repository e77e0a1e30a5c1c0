import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { orders } from '../schema.ts';

/** An invoice of the order was issued: from then on it can be downloaded, whatever happens to the order. */
export async function noteInvoice({ tx }: Work, orderId: number): Promise<void> {
  await tx.update(orders).set({ hasInvoice: true }).where(eq(orders.id, orderId));
}
