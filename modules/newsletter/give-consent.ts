import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { addAudit, hasRoomForMail } from '#modules/orders/index.ts';
import type { Basket } from '#modules/orders/rules/booking.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { postGiven, postQuestion } from './emails.ts';
import { type Buyer, consentOffer } from './offer.ts';
import { questionDays } from './rules/consent.ts';
import { type Consent, newsletterConsents } from './schema.ts';

export type GiveConsent = {
  orderId: number;
  catalog: Catalog;
  basket: Pick<Basket, 'teams' | 'contactAddress'>;
  buyer: Buyer & Pick<Viewer, 'visitId' | 'email'>;
  /** In the language in which the buyer read the sentence. */
  i18n: Translator;
  /** Mark of the ticked sentence. Left out when the caller shows the current one. */
  mark?: string;
};

/** False without storing when this buyer may not be asked or the sentence has changed. Unproven addresses get a mail. */
export async function giveConsent(work: Work, given: GiveConsent): Promise<boolean> {
  const { tx, now } = work;
  const { orderId, catalog, basket, buyer, i18n, mark } = given;
  const offer = await consentOffer(tx, { catalog, buyer, teams: basket.teams, i18n, now });
  if (!offer || (mark !== undefined && mark !== offer.mark)) return false;
  const of = { organizerId: offer.organizerId, email: buyer.email };
  const isKnown = await hasAgreed(work, of);
  const proof = buyer.level === 'verified' ? 'login' : isKnown ? 'before' : null;
  const [consent] = await tx
    .insert(newsletterConsents)
    .values({
      orderId,
      eventId: catalog.event.id,
      ...of,
      userId: buyer.userId,
      visitId: buyer.visitId,
      ...(await nameOf(work, given)),
      language: i18n.locale,
      text: offer.text,
      textVersion: offer.version,
      givenAt: now,
      provenAt: proof ? now : null,
      provenBy: proof,
    })
    .onConflictDoNothing({ target: newsletterConsents.orderId })
    .returning();
  if (!consent) return false;
  await addAudit(work, { orderId, type: 'Other', editorId: buyer.userId, comment: 'newsletter.given' });
  if (proof === null) await askOnce(work, consent);
  else if (!isKnown) await postGiven(work, consent);
  return true;
}

export async function hasAgreed(
  { tx }: Pick<Work, 'tx'>,
  { organizerId, email }: Pick<Consent, 'organizerId' | 'email'>,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: newsletterConsents.id })
    .from(newsletterConsents)
    .where(
      and(
        eq(newsletterConsents.organizerId, organizerId),
        eq(newsletterConsents.email, email),
        isNotNull(newsletterConsents.provenAt),
        isNull(newsletterConsents.withdrawnAt),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/**
 * A stranger may have typed the address, so its owner is asked once per organizer and within the mail limit for guests.
 */
async function askOnce(work: Work, consent: Consent): Promise<void> {
  const { tx, now } = work;
  const [recent] = await tx
    .select({ id: newsletterConsents.id })
    .from(newsletterConsents)
    .where(
      and(
        eq(newsletterConsents.organizerId, consent.organizerId),
        eq(newsletterConsents.email, consent.email),
        gt(newsletterConsents.askedAt, instant(now - days(questionDays))),
      ),
    )
    .limit(1);
  if (recent || !(await hasRoomForMail(work, consent.userId))) return;
  await tx.update(newsletterConsents).set({ askedAt: now }).where(eq(newsletterConsents.id, consent.id));
  await postQuestion(work, consent);
}

/** From the contact address of the order, else from the proven account. */
async function nameOf({ tx }: Work, { basket: { contactAddress }, buyer }: GiveConsent) {
  if (contactAddress?.lastName) {
    return { firstName: contactAddress.firstName || null, lastName: contactAddress.lastName };
  }
  if (buyer.level !== 'verified') return { firstName: null, lastName: null };
  const { firstname, lastname } = present(await userById(tx, buyer.userId), 'a buyer has an account');
  return { firstName: firstname, lastName: lastname };
}
