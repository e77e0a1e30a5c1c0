import { and, inArray, sql } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { orders } from '../schema.ts';

/**
 * Whether everything of these paid orders is paid: one that became dearer has something open until its rest came. Other
 * states are left as they are.
 */
export async function noteRestPaid({ tx, now }: Work, orderIds: readonly number[], isPaid: boolean): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .update(orders)
    .set({
      paymentStatus: isPaid ? 'completed' : 'pending',
      // What was ordered on account is paid with this.
      ...(isPaid ? { paidAt: sql`coalesce(${orders.paidAt}, ${now})` } : {}),
    })
    .where(and(inArray(orders.id, [...orderIds]), inArray(orders.status, ['complete', 'shipped'])));
}
