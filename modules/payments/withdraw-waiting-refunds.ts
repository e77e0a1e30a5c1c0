import { and, eq, isNull, or } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { refunds } from './schema.ts';

/** The order comes back: what was granted for its cancellation and has not begun to go stays here. */
export async function withdrawWaitingRefunds({ tx, now }: Work, orderId: number): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: 'withdrawn', nextTryAt: null, settledAt: now })
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.status, 'pending'),
        eq(refunds.reason, 'granted'),
        isNull(refunds.fileId),
        or(eq(refunds.tries, 0), eq(refunds.way, 'transfer')),
      ),
    );
}
