import { and, count, gt, isNull, lt, min, sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { mails } from '#src/data/schema.ts';
import { type Clock, days, type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { Metrics } from '#src/runtime/metrics.ts';

/** How long a mail may wait before an alarm. */
const mayWaitMs = minutes(5);

// As in the index.
const isWaiting = sql`${mails.status} = 'queued'`;
const isFailed = sql`${mails.status} = 'failed'`;
/** Given up within a day. The last attempt set the next one two minutes ahead, which tells when it was. */
const failedLately = (now: Instant) => and(isFailed, gt(mails.nextAttemptAt, instant(now - days(1))));

export const gaugeMails = (metrics: Metrics, read: Reader, clock: Clock): void => {
  metrics.gauge('startblock_mails_waiting', 'Mails in the outbox that were not sent yet.', async () => {
    const [row] = await read.select({ mails: count() }).from(mails).where(isWaiting);
    return row?.mails ?? 0;
  });
  metrics.gauge('startblock_mail_oldest_waiting_seconds', 'Age of the oldest mail that waits.', async () => {
    const [row] = await read
      .select({ at: min(mails.createdAt) })
      .from(mails)
      .where(isWaiting);
    return row?.at ? Math.max(0, Math.round((clock() - row.at) / 1000)) : 0;
  });
  metrics.gauge(
    'startblock_mails_failed',
    'Mails given up within 24 hours, without codes and other short-lived ones.',
    async () => {
      const [row] = await read
        .select({ mails: count() })
        .from(mails)
        .where(and(failedLately(clock()), isNull(mails.expiresAt)));
      return row?.mails ?? 0;
    },
  );
};

/**
 * Mails that need attention: those that wait too long and those given up within a day. Excludes codes, whose readers were told,
 * and mails about orders, whose organizers see them.
 */
export async function mailsNeedingAttention(read: Reader, now: Instant): Promise<{ waiting: number; failed: number }> {
  const [waiting] = await read
    .select({ mails: count() })
    .from(mails)
    .where(and(isWaiting, lt(mails.createdAt, instant(now - mayWaitMs))));
  const [failed] = await read
    .select({ mails: count() })
    .from(mails)
    .where(and(failedLately(now), isNull(mails.orderId), isNull(mails.expiresAt)));
  return { waiting: waiting?.mails ?? 0, failed: failed?.mails ?? 0 };
}
