import { userById } from '#modules/accounts/index.ts';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { addOffer, freePlace } from './offer-place.ts';
import { isReachable } from './read-asking.ts';
import type { Transfer } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';

export type AskToOffer = { orderId: number; participantId: number; email: string | null };

/**
 * A participant asks by their own page to offer their place. The link may be in wrong hands, and the refund goes to the
 * buyer, so the logged-in buyer must agree first; they are notified at once.
 * @throws Problem NOT_FOUND, TRANSFER_NOT_POSSIBLE with `details.reason`, VALIDATION_FAILED (`email`),
 * TOO_MANY_REQUESTS
 */
export async function askToOffer(work: Work, input: AskToOffer): Promise<Transfer> {
  const { orderId } = input;
  const place = await freePlace(work, input);
  if (place.order.event.noChangelink) return refuse('NOT_FOUND');
  if (!(await isReachable(work.tx, place.order))) return refuse('TRANSFER_NOT_POSSIBLE', { reason: 'nobody' });
  const said = { state: 'asked', askedByPerson: true, personEmail: place.person.email } as const;
  const transfer = await addOffer(work, place, input, said);
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'place.asked' });
  const buyer = await userById(work.tx, place.order.userId);
  if (buyer)
    await work.post({
      ...{ type: 'TransferAsked', uniqueKey: `TransferAsked|${transfer.id}`, recipient: buyer.email },
      ...{ locale: place.order.language, params: { transferId: transfer.id }, orderId, expiresAt: transfer.until },
    });
  return transfer;
}
