import type { Job } from '#src/data/jobs.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/log.ts';
import { providerOf } from '../saferpay/provider-of.ts';
import { dueAttempts } from './attempts.ts';
import { settleAttempt } from './settle-attempt.ts';

const atOnce = 20;

/**
 * Follows up attempts without a result: notified by the provider, abandoned on its page, or left by a dead process.
 * Each sets its own next time.
 */
export const settlePaymentsJob = (deps: Deps): Job => ({
  name: 'settle-payments',
  everyMs: 5_000,
  async run() {
    if (!providerOf(deps)) return false;
    const due = await dueAttempts(deps.read, deps.clock(), atOnce);
    await Promise.all(
      due.map(({ id }) =>
        settleAttempt(deps, id).catch((error) =>
          deps.log.error('a payment was not settled', { attemptId: id, ...describeError(error) }),
        ),
      ),
    );
    return due.length === atOnce;
  },
});
