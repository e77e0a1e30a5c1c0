import { gt } from 'drizzle-orm';
import type { DueTime } from '#src/data/due-times.ts';
import { days, hours, plus } from '#src/kernel/time.ts';
import { paymentAttempts, refunds } from './schema.ts';

/** Payment attempts are polled within days; a lease lasts minutes. */
export const paymentTimes: readonly DueTime[] = [
  {
    what: 'payments that are asked for',
    heal: ({ tx, now }) =>
      tx
        .update(paymentAttempts)
        .set({ nextAskAt: now })
        .where(gt(paymentAttempts.nextAskAt, plus(now, days(8)))),
  },
  {
    what: 'leases of payments',
    heal: ({ tx, now }) =>
      tx
        .update(paymentAttempts)
        .set({ leasedUntil: now })
        .where(gt(paymentAttempts.leasedUntil, plus(now, hours(1)))),
  },
  {
    what: 'refunds that are tried again',
    heal: ({ tx, now }) =>
      tx
        .update(refunds)
        .set({ nextTryAt: now })
        .where(gt(refunds.nextTryAt, plus(now, days(8)))),
  },
  {
    what: 'leases of refunds',
    heal: ({ tx, now }) =>
      tx
        .update(refunds)
        .set({ leasedUntil: now })
        .where(gt(refunds.leasedUntil, plus(now, hours(1)))),
  },
];
