import { addAudit, nameOf } from '#modules/orders/index.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import { brokenConstraint } from '#src/platform/database.ts';
import { countTry, type Limit } from '#src/platform/limits.ts';
import type { Work } from '#src/platform/work.ts';
import { goOut } from './go-out.ts';
import { placeOf } from './read-place.ts';
import type { Transfer } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import { offerDays } from './rules/terms.ts';
import { transfers } from './schema.ts';

/** Each may write to a stranger: nobody is to be flooded, and nobody is to try out addresses. */
const offers: Limit = { name: 'transfer-offers', most: 5, windowMs: days(1), per: 'account' };
const ofPerson: Limit = { name: 'transfer-offers-of', most: 20, windowMs: days(1), per: 'account' };

export type OfferPlace = { orderId: number; participantId: number; email: string | null; editorId: number };

/**
 * Offers the place of somebody in an order, to an address or to whoever gets the link. Where the organizer wants to see each
 * first, the offer waits.
 * @throws Problem NOT_FOUND, TRANSFER_NOT_POSSIBLE with `details.reason`, VALIDATION_FAILED (`email`), TOO_MANY_REQUESTS
 */
export async function offerPlace(work: Work, input: OfferPlace): Promise<Transfer> {
  const { tx, now } = work;
  const { orderId, participantId, editorId } = input;
  const place = (await placeOf(tx, input, now)) ?? refuse('NOT_FOUND');
  if (place.hindrance) return refuse('TRANSFER_NOT_POSSIBLE', { reason: place.hindrance });
  const email = input.email ? (normalizeEmail(input.email) ?? refuseFields({ email: ['email'] })) : null;
  await countTry(work, offers, String(participantId), 1);
  await countTry(work, ofPerson, String(editorId), 1);
  const until: Instant = instant(Math.min(plus(now, days(offerDays)), place.deadline));
  const state = place.settings.mode === 'approval' ? ('waiting' as const) : ('offered' as const);
  const [made] = await tx
    .insert(transfers)
    .values({
      ...{ eventId: place.order.eventId, participantId, fromOrderId: orderId, state, email, until },
      ...{ heldBy: nameOf(place.person), createdAt: now },
    })
    .returning()
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'unique') throw error;
      return refuse('TRANSFER_NOT_POSSIBLE', { reason: 'several' });
    });
  const transfer = made ?? refuse('NOT_FOUND');
  await addAudit(work, { orderId, type: 'Other', editorId, comment: 'place.offered' });
  return state === 'offered' ? goOut(work, transfer, place) : transfer;
}
