import { and, eq, isNull, lte, type SQL } from 'drizzle-orm';
import { userLoggedIn } from '#modules/accounts/rules/facts.ts';
import { addAudit } from '#modules/orders/index.ts';
import { orderProven } from '#modules/orders/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { postGiven } from './emails.ts';
import { hasAgreed } from './give-consent.ts';
import type { Proof } from './rules/consent.ts';
import { type Consent, newsletterConsents } from './schema.ts';

/** The link of the mail proves all waiting consents of the address for this organizer. */
export const proveByMail = (work: Work, { organizerId, email }: Pick<Consent, 'organizerId' | 'email'>) =>
  prove(work, 'mail', eq(newsletterConsents.organizerId, organizerId), eq(newsletterConsents.email, email));

/** The link of the order's mail proves the consent given with that order. */
const proveByOrder = (work: Work, orderId: number) => prove(work, 'order', eq(newsletterConsents.orderId, orderId));

/** A login proves the consents given earlier in the same visit. */
const proveByVisit = (work: Work, { userId, visitId, until }: OfVisit) =>
  prove(
    work,
    'visit',
    eq(newsletterConsents.userId, userId),
    eq(newsletterConsents.visitId, visitId),
    lte(newsletterConsents.givenAt, until),
  );
type OfVisit = { userId: number; visitId: string; until: Instant };

async function prove(work: Work, provenBy: Proof, ...which: SQL[]): Promise<void> {
  const { tx, now } = work;
  const waits = and(...which, isNull(newsletterConsents.provenAt), isNull(newsletterConsents.withdrawnAt));
  for (const consent of await tx.select().from(newsletterConsents).where(waits)) {
    const isKnown = await hasAgreed(work, consent);
    await tx.update(newsletterConsents).set({ provenAt: now, provenBy }).where(eq(newsletterConsents.id, consent.id));
    const { orderId, userId: editorId } = consent;
    await addAudit(work, { orderId, type: 'Other', editorId, comment: 'newsletter.proven' });
    if (!isKnown) await postGiven(work, consent);
  }
}

/** A login in another visit proves nothing: a stranger may have typed the address there. */
export const newsletterHandlers: readonly FactHandler[] = [
  onFact(userLoggedIn, 'newsletter.prove-visit', (work, { userId, visitId }, { createdAt: until }) =>
    proveByVisit(work, { userId, visitId, until }),
  ),
  onFact(orderProven, 'newsletter.prove-order', async (work, { orderId, isByLink }) => {
    if (isByLink) await proveByOrder(work, orderId);
  }),
];
