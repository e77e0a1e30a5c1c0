import { and, eq } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { firstState, freePlace, untilOf } from './offer-place.ts';
import { type Transfer, transferOf } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import { transfers } from './schema.ts';
import { sendOffers } from './send-offers.ts';

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
  const asked = await transferOf(tx, transferId);
  if (asked?.fromOrderId !== orderId || asked.participantId !== participantId) return refuse('TRANSFER_OVER');
  const place = await freePlace(work, { orderId, participantId });
  const [agreed] = await tx
    .update(transfers)
    .set({ state: firstState(place.settings.mode), until: untilOf(place, now) })
    .where(and(eq(transfers.id, transferId), eq(transfers.state, 'asked')))
    .returning();
  if (!agreed) return refuse('TRANSFER_OVER');
  await addAudit(work, { orderId, type: 'Other', editorId, comment: 'place.agreed' });
  return agreed.state === 'offered' ? sendOffers(work, agreed, place) : agreed;
}
