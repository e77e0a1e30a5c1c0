import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { orders } from '../schema.ts';

export type NotePaymentChoice = {
  orderId: number;
  /** Left out: as it is. */
  paymentMethod?: string | null;
  paymentStatus: 'pending' | 'authorized' | 'failed' | null;
  /** null: the order waits until somebody confirms the money. Left out: as it is. */
  expiresAt?: Instant | null;
};

/** How a pending order will be paid. Of any other it changes nothing and answers false. */
export async function notePaymentChoice({ tx }: Work, input: NotePaymentChoice): Promise<boolean> {
  const { orderId, ...choice } = input;
  const changed = await tx
    .update(orders)
    .set(choice)
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .returning({ id: orders.id });
  return changed.length > 0;
}
