import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { RefundRow } from '../money-of-order.ts';
import { paymentAttempts, refunds } from '../schema.ts';

/**
 * Lease of one process. Also the pause after a crash before asking the provider, whose answers about a refund may lag
 * by minutes.
 */
const leaseMs = minutes(5);

export type TakenRefund = RefundRow & {
  requestId: string;
  payment: { transactionId: string; captureId: string | null };
};

/** Provider refunds that are due. */
export const isDue = (now: Instant): SQL | undefined =>
  and(
    eq(refunds.status, 'pending'),
    eq(refunds.way, 'provider'),
    lte(refunds.nextTryAt, now),
    or(isNull(refunds.leasedUntil), lte(refunds.leasedUntil, now)),
  );

/**
 * Leases a refund. From here on it counts as started, even after a crash. Null: leased by another process, or nothing
 * to do.
 */
export async function takeRefund({ tx, now }: Work, refundId: number): Promise<TakenRefund | null> {
  const [row] = await tx
    .update(refunds)
    .set({
      leasedUntil: plus(now, leaseMs),
      tries: sql`${refunds.tries} + 1`,
      requestId: sql`coalesce(${refunds.requestId}, ${secretToken(18).replaceAll('_', '.')})`,
    })
    .where(and(eq(refunds.id, refundId), isDue(now)))
    .returning();
  if (!row) return null;
  const [payment] = await tx
    .select({ transactionId: paymentAttempts.transactionId, captureId: paymentAttempts.captureId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, row.attemptId ?? 0));
  return {
    ...row,
    requestId: present(row.requestId, 'a refund that was taken up has a request'),
    payment: {
      transactionId: present(payment?.transactionId, 'only what the provider has taken goes back through it'),
      captureId: payment?.captureId ?? null,
    },
  };
}
