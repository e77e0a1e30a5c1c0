import { asc } from 'drizzle-orm';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { refundOpened } from '../rules/facts.ts';
import { providerOf } from '../saferpay/client.ts';
import { refunds } from '../schema.ts';
import { executeEach, isDue } from './execute-refund.ts';

const atOnce = 12;

export const refundJob = (deps: Deps): Job => ({
  name: 'refunds',
  everyMs: 30_000,
  async run() {
    if (!providerOf(deps)) return false;
    const due = await deps.read
      .select({ id: refunds.id })
      .from(refunds)
      .where(isDue(deps.clock()))
      .orderBy(asc(refunds.nextTryAt), asc(refunds.id))
      .limit(atOnce);
    await executeEach(
      deps,
      due.map(({ id }) => id),
    );
    return due.length === atOnce;
  },
});

export const refundHandlers = (deps: Pick<Deps, 'runNow'>): readonly FactHandler[] => [
  onFact(refundOpened, 'payments.execute-refund', async () => deps.runNow('refunds')),
];
