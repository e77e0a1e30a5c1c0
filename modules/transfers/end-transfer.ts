import { and, eq, inArray } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { addAudit, cancelOrder, forgetEntrant, orderOf, orderStateOf } from '#modules/orders/index.ts';
import { givingBack } from '#modules/payments/index.ts';
import type { Work } from '#src/data/work.ts';
import { isInLine, type Transfer, transferOf } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import type { TransferState } from './rules/terms.ts';
import { transfers } from './schema.ts';
import { endTurn } from './send-offers.ts';
import { tellOffered } from './tell-offered.ts';
import { tellPerson } from './tell-person.ts';

export type End = Exclude<TransferState, 'asked' | 'waiting' | 'offered' | 'ordered' | 'passed'>;
/** In which states an offer can come to which end. */
const mayEnd: Readonly<Record<End, readonly TransferState[]>> = {
  withdrawn: ['asked', 'waiting', 'offered', 'ordered'],
  declined: ['offered'],
  refused: ['waiting'],
  lapsed: ['asked', 'waiting', 'offered'],
  failed: ['ordered'],
};
/** Whoever asked by their own page may take it back until somebody is about to pay. */
const mayTakeBack: readonly TransferState[] = ['asked', 'waiting', 'offered'];
const told: readonly End[] = ['declined', 'refused', 'lapsed'];

type EndTransfer = {
  transferId: number;
  end: End;
  /** null: the house, or whoever has the link. */
  editorId: number | null;
  /** Whoever asked for it by their own page. */
  byPerson?: boolean;
};

/**
 * An offer comes to an end and the place stays where it is; an order that waited for it is canceled. Once: who comes second
 * is told that it is over.
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
  // Whoever paid never offered what they were only asked about.
  if (before.state !== 'asked' && (byPerson || told.includes(end))) await tellHolder(work, ended, end);
  // What the house ends has a reason of its own, of which they hear.
  const isTheirs = end !== 'withdrawn' || (editorId !== null && !byPerson);
  if (end === 'withdrawn') await tellOffered(work, before);
  if (isTheirs) await tellPerson(work, before, end === 'withdrawn' || end === 'refused' ? 'no' : 'over');
  return ended;
}

/**
 * Whoever was offered a place does not want it. Of the waiting list they keep their position, and it is the next one's turn;
 * else the offer is over.
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

/** Whoever was about to pay learns that there is nothing to be paid for; what came of it goes back. */
async function cancelPending(work: Work, orderId: number): Promise<void> {
  if ((await orderStateOf(work.tx, orderId))?.status !== 'pending') return;
  await cancelOrder(work, { orderId, editorId: null, reason: 'byAdmin', giveBack: givingBack({ mode: 'full' }) });
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
