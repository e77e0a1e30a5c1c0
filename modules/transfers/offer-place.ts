import { and, eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { addAudit, nameOf, orderOf } from '#modules/orders/index.ts';
import { brokenConstraint } from '#src/data/database.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import { isReachable } from './read-asking.ts';
import { type Place, placeOf } from './read-place.ts';
import { type Transfer, transferOf } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import { offerDays, type TransferMode } from './rules/terms.ts';
import { transfers } from './schema.ts';
import { sendOffers } from './send-offers.ts';

/** Each offer may mail a stranger: limits flooding and probing of addresses. */
const offers: Limit = { name: 'transfer-offers', most: 5, windowMs: days(1), per: 'account' };
/** A separate limit, so that a found link cannot use up the buyer's offers. */
const asks: Limit = { name: 'transfer-asks', most: 3, windowMs: days(1), per: 'account' };
const ofPerson: Limit = { name: 'transfer-offers-of', most: 20, windowMs: days(1), per: 'account' };

type OfferInput = { orderId: number; participantId: number; email: string | null };
export type OfferPlace = OfferInput & { editorId: number };

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

const firstState = (mode: TransferMode): 'waiting' | 'offered' => (mode === 'approval' ? 'waiting' : 'offered');

/** Deadline of an offer made now. */
const deadlineFor = ({ deadline }: Pick<Place, 'deadline'>, now: Instant): Instant =>
  instant(Math.min(plus(now, days(offerDays)), deadline));

/** @throws Problem NOT_FOUND, TRANSFER_NOT_POSSIBLE */
async function freePlace({ tx, now }: Work, of: Pick<OfferInput, 'orderId' | 'participantId'>): Promise<Place> {
  const place = (await placeOf(tx, of, now)) ?? refuse('NOT_FOUND');
  return place.hindrance ? refuse('TRANSFER_NOT_POSSIBLE', { reason: place.hindrance }) : place;
}

/** @throws Problem VALIDATION_FAILED (`email`), TOO_MANY_REQUESTS, TRANSFER_NOT_POSSIBLE (`several`) */
async function addOffer(
  work: Work,
  place: Place,
  input: OfferInput,
  fields: Pick<Transfer, 'state'> & Partial<Pick<Transfer, 'askedByPerson' | 'personEmail'>>,
): Promise<Transfer> {
  const { orderId: fromOrderId, participantId } = input;
  const { tx, now } = work;
  const email = input.email
    ? (normalizeEmail(input.email) ?? refuseFields({ email: [emailError(input.email)] }))
    : null;
  await countTry(work, fields.state === 'asked' ? asks : offers, String(participantId), 1);
  const [made] = await tx
    .insert(transfers)
    .values({
      ...{ eventId: place.order.eventId, participantId, fromOrderId, email, until: deadlineFor(place, now) },
      ...{ heldBy: nameOf(place.person), createdAt: now, ...fields },
    })
    .returning()
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'unique') throw error;
      return refuse('TRANSFER_NOT_POSSIBLE', { reason: 'several' });
    });
  return made ?? refuse('NOT_FOUND');
}

export type OfferRequest = { orderId: number; participantId: number; email: string | null };

/**
 * A participant asks by their own page to offer their place. The link may be in wrong hands, and the refund goes to the
 * buyer, so the logged-in buyer must agree first; they are notified at once.
 * @throws Problem NOT_FOUND, TRANSFER_NOT_POSSIBLE with `details.reason`, VALIDATION_FAILED (`email`),
 * TOO_MANY_REQUESTS
 */
export async function askToOffer(work: Work, input: OfferRequest): Promise<Transfer> {
  const { orderId } = input;
  const place = await freePlace(work, input);
  if (place.order.event.noChangelink) return refuse('NOT_FOUND');
  if (!(await isReachable(work.tx, place.order))) return refuse('TRANSFER_NOT_POSSIBLE', { reason: 'nobody' });
  const fields = { state: 'asked', askedByPerson: true, personEmail: place.person.email } as const;
  const transfer = await addOffer(work, place, input, fields);
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'place.asked' });
  const buyer = await userById(work.tx, place.order.userId);
  if (buyer)
    await work.post({
      ...{ type: 'TransferAsked', uniqueKey: `TransferAsked|${transfer.id}`, recipient: buyer.email },
      ...{ locale: place.order.language, params: { transferId: transfer.id }, orderId, expiresAt: transfer.until },
    });
  return transfer;
}

/**
 * The buyer agrees to the offer that a participant asked for; from now on the organizer's rules apply as to any offer.
 * A withdrawn and renewed request needs a new consent.
 * @throws Problem NOT_FOUND, TRANSFER_OVER, TRANSFER_NOT_POSSIBLE
 */
export async function agreeToOffer(
  work: Work,
  input: { orderId: number; participantId: number; transferId: number; editorId: number },
): Promise<Transfer> {
  const { tx, now } = work;
  const { orderId, participantId, transferId, editorId } = input;
  const request = await transferOf(tx, transferId);
  if (request?.fromOrderId !== orderId || request.participantId !== participantId) return refuse('TRANSFER_OVER');
  const place = await freePlace(work, { orderId, participantId });
  const [agreed] = await tx
    .update(transfers)
    .set({ state: firstState(place.settings.mode), until: deadlineFor(place, now) })
    .where(and(eq(transfers.id, transferId), eq(transfers.state, 'asked')))
    .returning();
  if (!agreed) return refuse('TRANSFER_OVER');
  await addAudit(work, { orderId, type: 'Other', editorId, comment: 'place.agreed' });
  return agreed.state === 'offered' ? sendOffers(work, agreed, place) : agreed;
}

/**
 * The organizer approves the offer; its deadline starts now. The holder and the addressee get the link.
 * @throws Problem NOT_FOUND, TRANSFER_OVER, TRANSFER_NOT_POSSIBLE
 */
export async function approveTransfer(
  work: Work,
  { transferId, editorId }: { transferId: number; editorId: number },
): Promise<Transfer> {
  const { tx, now } = work;
  const request = (await transferOf(tx, transferId)) ?? refuse('NOT_FOUND');
  const { fromOrderId: orderId, participantId } = request;
  const place = await freePlace(work, { orderId, participantId });
  const until = deadlineFor(place, now);
  const [offered] = await tx
    .update(transfers)
    .set({ state: 'offered', until })
    .where(and(eq(transfers.id, transferId), eq(transfers.state, 'waiting')))
    .returning();
  if (!offered) return refuse('TRANSFER_OVER');
  await addAudit(work, { orderId, type: 'Other', editorId, comment: 'place.approved' });
  const out = await sendOffers(work, offered, place);
  const order = await orderOf(tx, orderId);
  const buyer = order && (await userById(tx, order.userId));
  if (buyer)
    await work.post({
      ...{ type: 'TransferApproved', uniqueKey: `TransferApproved|${transferId}`, recipient: buyer.email },
      ...{ locale: order.language, params: { transferId }, orderId },
    });
  return out;
}
