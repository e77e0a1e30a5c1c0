import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { refunds } from './schema.ts';

/**
 * Withdraws refunds whose cause is undone (order reactivated or more expensive again) and that have not been started.
 */
export async function withdrawWaitingRefunds(
  { tx, now }: Work,
  orderId: number,
  reason: 'granted' | 'moved' = 'granted',
): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: 'withdrawn', nextTryAt: null, settledAt: now })
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.status, 'pending'),
        eq(refunds.reason, reason),
        isNull(refunds.fileId),
        or(eq(refunds.tries, 0), ne(refunds.way, 'provider')),
      ),
    );
}
