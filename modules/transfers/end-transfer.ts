import { and, eq, inArray } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { addAudit, cancelOrder, forgetEntrant, orderOf, orderStateOf } from '#modules/orders/index.ts';
import { openCancellationRefund } from '#modules/payments/index.ts';
import { entryOf } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import { isInLine, type Transfer, transferOf } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import type { TransferState } from './rules/terms.ts';
import { transfers } from './schema.ts';
import { endTurn, mailOfferTo } from './send-offers.ts';

export type End = Exclude<TransferState, 'asked' | 'waiting' | 'offered' | 'ordered' | 'passed'>;
/** States from which an offer can end this way. */
const mayEnd: Readonly<Record<End, readonly TransferState[]>> = {
  withdrawn: ['asked', 'waiting', 'offered', 'ordered'],
  declined: ['offered'],
  refused: ['waiting'],
  lapsed: ['asked', 'waiting', 'offered'],
  failed: ['ordered'],
};
const mayTakeBack: readonly TransferState[] = ['asked', 'waiting', 'offered'];
const notifiedEnds: readonly End[] = ['declined', 'refused', 'lapsed'];

type EndTransfer = {
  transferId: number;
  end: End;
  /** Null: automatic, or by the link. */
  editorId: number | null;
  /** By the participant who asked. */
  byPerson?: boolean;
};

/**
 * Ends an offer; the place stays with its holder, and an order for it is canceled. A second call gets TRANSFER_OVER.
 * @throws Problem NOT_FOUND, TRANSFER_OVER
 */
export async function endTransfer(work: Work, input: EndTransfer): Promise<Transfer> {
  const { transferId, end, editorId, byPerson = false } = input;
  const before = (await transferOf(work.tx, transferId)) ?? refuse('NOT_FOUND');
  const ended = await tryEnd(work, transferId, end, byPerson ? mayTakeBack : mayEnd[end]);
  if (!ended) return refuse('TRANSFER_OVER');
  const { fromOrderId: orderId, newOrderId } = ended;
  await addAudit(work, { orderId, type: 'Other', editorId, comment: `place.${end}` });
  if (newOrderId !== null) await cancelPending(work, newOrderId);
  // The buyer only got a request, not an offer of their own.
  if (before.state !== 'asked' && (byPerson || notifiedEnds.includes(end))) await tellHolder(work, ended, end);
  // Automatic ends have a separate mail with their reason.
  const isTheirs = end !== 'withdrawn' || (editorId !== null && !byPerson);
  if (end === 'withdrawn') await tellOffered(work, before);
  if (isTheirs) await mailOfferTo(work, before, end === 'withdrawn' || end === 'refused' ? 'no' : 'over');
  return ended;
}

/**
 * Declines an offer. Someone on the waiting list keeps their position, and the next one gets a turn; else the offer
 * ends.
 * @throws Problem NOT_FOUND, TRANSFER_OVER
 */
export async function declineOffer(
  work: Work,
  { id, linkVersion }: Pick<Transfer, 'id' | 'linkVersion'>,
): Promise<End | 'turn'> {
  const transfer = (await transferOf(work.tx, id)) ?? refuse('NOT_FOUND');
  if (transfer.linkVersion !== linkVersion) return refuse('TRANSFER_OVER');
  if (isInLine(transfer)) {
    await endTurn(work, id, 'declined');
    return 'turn';
  }
  await endTransfer(work, { transferId: id, end: 'declined', editorId: null });
  return 'declined';
}

async function tryEnd(
  { tx, now }: Work,
  transferId: number,
  end: End,
  from: readonly TransferState[],
): Promise<Transfer | null> {
  const [ended] = await tx
    .update(transfers)
    .set({ state: end, endedAt: now, email: null, personEmail: null })
    .where(and(eq(transfers.id, transferId), inArray(transfers.state, [...from])))
    .returning();
  return ended ?? null;
}

/** Cancels the unpaid takeover order; payments for it are refunded. */
async function cancelPending(work: Work, orderId: number): Promise<void> {
  if ((await orderStateOf(work.tx, orderId))?.status !== 'pending') return;
  await cancelOrder(work, {
    orderId,
    editorId: null,
    reason: 'byAdmin',
    giveBack: openCancellationRefund({ mode: 'full' }),
  });
  await forgetEntrant(work, orderId);
}

async function tellHolder(work: Work, { id: transferId, fromOrderId }: Transfer, end: End): Promise<void> {
  const order = await orderOf(work.tx, fromOrderId);
  const buyer = order && (await userById(work.tx, order.userId));
  if (!order || !buyer) return;
  await work.post({
    type: 'TransferEnded',
    uniqueKey: `TransferEnded|${transferId}`,
    ...{ recipient: buyer.email, locale: order.language, params: { transferId, end }, orderId: fromOrderId },
  });
}

/** Tells recipients of an offer that it is over. A pending taker gets a mail about their order instead. */
async function tellOffered(work: Work, transfer: Transfer): Promise<void> {
  const reader = await readerOf(work, transfer);
  if (!reader) return;
  const { id: transferId, linkVersion } = transfer;
  const uniqueKey = `TransferGone|${transferId}|${linkVersion}`;
  const isInLine = transfer.lineUntil !== null;
  await work.post({ type: 'TransferGone', uniqueKey, params: { transferId, isInLine }, ...reader });
}

async function readerOf(
  { tx }: Work,
  { state, email, lineUntil, lineEntryId, fromOrderId }: Transfer,
): Promise<{ recipient: string; locale: string } | null> {
  if (state !== 'offered') return null;
  if (lineUntil !== null) {
    const entry = lineEntryId === null ? null : await entryOf(tx, lineEntryId);
    return entry && { recipient: entry.email, locale: entry.language };
  }
  const order = email === null ? null : await orderOf(tx, fromOrderId);
  return order && email !== null ? { recipient: email, locale: order.language } : null;
}
