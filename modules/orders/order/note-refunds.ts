import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { type Cents, withCents } from '#src/kernel/money.ts';
import { orders } from '../schema.ts';

/** What an order shows of the money that went back; the refunds themselves are kept above. Cents. */
export async function noteRefunds(
  { tx }: Pick<Work, 'tx'>,
  shown: { orderId: number; refundStatus: 'pending' | 'completed' | 'failed' | null; refundedPrice: Cents },
): Promise<void> {
  const { orderId, ...figures } = shown;
  await tx
    .update(orders)
    .set(withCents(figures, ['refundedPrice']))
    .where(eq(orders.id, orderId));
}
