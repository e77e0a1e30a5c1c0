import { and, eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { addAudit, orderOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { freePlace, untilOf } from './offer-place.ts';
import { type Transfer, transferOf } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import { transfers } from './schema.ts';
import { sendOffers } from './send-offers.ts';

/**
 * The organizer approves the offer; its deadline starts now. The holder and the addressee get the link.
 * @throws Problem NOT_FOUND, TRANSFER_OVER, TRANSFER_NOT_POSSIBLE
 */
export async function approveTransfer(
  work: Work,
  { transferId, editorId }: { transferId: number; editorId: number },
): Promise<Transfer> {
  const { tx, now } = work;
  const asked = (await transferOf(tx, transferId)) ?? refuse('NOT_FOUND');
  const { fromOrderId: orderId, participantId } = asked;
  const place = await freePlace(work, { orderId, participantId });
  const until = untilOf(place, now);
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
