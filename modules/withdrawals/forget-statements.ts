import { and, isNotNull, lt } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { withdrawals } from './schema.ts';

/** Years in which a statement and its sender may have to be proven. */
const retentionYears = 3;

/** Deletes the sender afterwards; the statement and its answer stay with the order. */
export const forgetStatementsJob = (deps: Pick<Deps, 'write'>): Job => ({
  name: 'forget-withdrawals',
  endsByClock: true,
  everyMs: hours(24),
  async run() {
    await deps.write(({ tx, now }) =>
      tx
        .update(withdrawals)
        .set({ name: '', email: null, what: '' })
        .where(
          and(isNotNull(withdrawals.email), lt(withdrawals.declaredAt, instant(now - days(365 * retentionYears)))),
        ),
    );
    return false;
  },
});
