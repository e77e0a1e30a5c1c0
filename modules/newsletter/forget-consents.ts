import { and, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { proofYears, unprovenDays } from './rules/consent.ts';
import { newsletterConsents } from './schema.ts';

/** Deletes consents that were never proven, and withdrawn ones after the retention period. */
export const forgetConsentsJob = (deps: Deps): Job => ({
  name: 'forget-newsletter-consents',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    await deps.write(async ({ tx, now }) => {
      const isUnproven = and(
        isNull(newsletterConsents.provenAt),
        lt(newsletterConsents.givenAt, instant(now - days(unprovenDays))),
      );
      const isOver = and(
        isNotNull(newsletterConsents.withdrawnAt),
        lt(newsletterConsents.withdrawnAt, instant(now - days(365 * proofYears))),
      );
      for (const isForgotten of [isUnproven, isOver]) await tx.delete(newsletterConsents).where(isForgotten);
    });
    return false;
  },
});
