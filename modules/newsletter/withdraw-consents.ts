import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Withdrawal } from './rules/consent.ts';
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
