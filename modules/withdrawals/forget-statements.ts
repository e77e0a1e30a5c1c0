import { and, isNotNull, lt } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { withdrawals } from './schema.ts';

/** So long somebody may ask whether there was a statement and from whom. */
const retentionYears = 3;

/** Who declared it is forgotten after that; that it was declared, and what came of it, stays with the order. */
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
