import { and, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { proofYears, unprovenDays, type Withdrawal } from './rules/consent.ts';
import { type Consent, newsletterConsents } from './schema.ts';

/** Withdraws all consents of the address for this organizer, from every order. */
export const withdrawAll = (
  work: Work,
  { organizerId, email }: Pick<Consent, 'organizerId' | 'email'>,
  by: { withdrawnBy: Withdrawal; editorId: number | null },
) => withdraw(work, by, eq(newsletterConsents.organizerId, organizerId), eq(newsletterConsents.email, email));

/** Erasure of an account removes the names and retains the withdrawn consents as proof. */
export async function withdrawOfPerson(work: Work, userId: number): Promise<void> {
  const isTheirs = eq(newsletterConsents.userId, userId);
  await withdraw(work, { withdrawnBy: 'accountDeleted', editorId: userId }, isTheirs);
  await work.tx.update(newsletterConsents).set({ firstName: null, lastName: null }).where(isTheirs);
}

/** Keeps the row: it proves that earlier newsletters were wanted. */
async function withdraw(
  work: Work,
  { withdrawnBy, editorId }: { withdrawnBy: Withdrawal; editorId: number | null },
  ...which: SQL[]
): Promise<void> {
  const { tx, now } = work;
  const ended = await tx
    .update(newsletterConsents)
    .set({ withdrawnAt: now, withdrawnBy })
    .where(and(...which, isNull(newsletterConsents.withdrawnAt)))
    .returning({ orderId: newsletterConsents.orderId });
  for (const { orderId } of ended) {
    await addAudit(work, { orderId, type: 'Other', editorId, comment: 'newsletter.withdrawn' });
  }
}

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
