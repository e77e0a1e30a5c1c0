import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { refunds } from './schema.ts';

/**
 * The order comes back, or becomes dearer again: what was to go back because of what is undone, and has not begun to, stays
 * here.
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
