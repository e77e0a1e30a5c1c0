import { addAudit, nameOf } from '#modules/orders/index.ts';
import { brokenConstraint } from '#src/data/database.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import { type Place, placeOf } from './read-place.ts';
import type { Transfer } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import { offerDays, type TransferMode } from './rules/terms.ts';
import { transfers } from './schema.ts';
import { sendOffers } from './send-offers.ts';

/** Each offer may mail a stranger: limits flooding and probing of addresses. */
const offers: Limit = { name: 'transfer-offers', most: 5, windowMs: days(1), per: 'account' };
/** A separate limit, so that a found link cannot use up the buyer's offers. */
const asks: Limit = { name: 'transfer-asks', most: 3, windowMs: days(1), per: 'account' };
const ofPerson: Limit = { name: 'transfer-offers-of', most: 20, windowMs: days(1), per: 'account' };

type Asked = { orderId: number; participantId: number; email: string | null };
export type OfferPlace = Asked & { editorId: number };

/**
 * Offers a participant's place, to an address or to any link holder. It waits if the organizer approves offers.
 * @throws Problem NOT_FOUND, TRANSFER_NOT_POSSIBLE with `details.reason`, VALIDATION_FAILED (`email`),
 * TOO_MANY_REQUESTS
 */
export async function offerPlace(work: Work, input: OfferPlace): Promise<Transfer> {
  const { orderId, editorId } = input;
  const place = await freePlace(work, input);
  await countTry(work, ofPerson, String(editorId), 1);
  const transfer = await addOffer(work, place, input, { state: firstState(place.settings.mode) });
  await addAudit(work, { orderId, type: 'Other', editorId, comment: 'place.offered' });
  return transfer.state === 'offered' ? sendOffers(work, transfer, place) : transfer;
}

export const firstState = (mode: TransferMode): 'waiting' | 'offered' => (mode === 'approval' ? 'waiting' : 'offered');

/** Deadline of an offer made now. */
export const untilOf = ({ deadline }: Pick<Place, 'deadline'>, now: Instant): Instant =>
  instant(Math.min(plus(now, days(offerDays)), deadline));

/** @throws Problem NOT_FOUND, TRANSFER_NOT_POSSIBLE */
export async function freePlace({ tx, now }: Work, of: Pick<Asked, 'orderId' | 'participantId'>): Promise<Place> {
  const place = (await placeOf(tx, of, now)) ?? refuse('NOT_FOUND');
  return place.hindrance ? refuse('TRANSFER_NOT_POSSIBLE', { reason: place.hindrance }) : place;
}

/** @throws Problem VALIDATION_FAILED (`email`), TOO_MANY_REQUESTS, TRANSFER_NOT_POSSIBLE (`several`) */
export async function addOffer(
  work: Work,
  place: Place,
  input: Asked,
  said: Pick<Transfer, 'state'> & Partial<Pick<Transfer, 'askedByPerson' | 'personEmail'>>,
): Promise<Transfer> {
  const { orderId: fromOrderId, participantId } = input;
  const { tx, now } = work;
  const email = input.email
    ? (normalizeEmail(input.email) ?? refuseFields({ email: [emailError(input.email)] }))
    : null;
  await countTry(work, said.state === 'asked' ? asks : offers, String(participantId), 1);
  const [made] = await tx
    .insert(transfers)
    .values({
      ...{ eventId: place.order.eventId, participantId, fromOrderId, email, until: untilOf(place, now) },
      ...{ heldBy: nameOf(place.person), createdAt: now, ...said },
    })
    .returning()
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'unique') throw error;
      return refuse('TRANSFER_NOT_POSSIBLE', { reason: 'several' });
    });
  return made ?? refuse('NOT_FOUND');
}
