import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { notifyHolders } from '#modules/checkin/index.ts';
import { forgetEntrant, orderOf, takeoverOf } from '#modules/orders/index.ts';
import {
  buyerChanged,
  orderCanceled,
  participantMoved,
  placePassed,
  ticketsReplaced,
} from '#modules/orders/rules/facts.ts';
import { endByPlace } from '#modules/waitlist/index.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { endTransfer } from './end-transfer.ts';
import { isOfOpen, transferToOrder } from './read-transfers.ts';
import { transfers } from './schema.ts';
import { mailOfferTo } from './send-offers.ts';

/** Tells the previous holder about the takeover and the refund. */
async function notePassed(
  work: Work,
  { orderId, fromOrderId, refundDue }: { orderId: number; fromOrderId: number; refundDue: number },
): Promise<void> {
  const { tx, now } = work;
  const ordered = await transferToOrder(tx, orderId);
  const [passed] = await tx
    .update(transfers)
    .set({ state: 'passed', endedAt: now, email: null, personEmail: null })
    .where(and(eq(transfers.newOrderId, orderId), eq(transfers.state, 'ordered')))
    .returning();
  if (passed && passed.lineEntryId !== null) await endByPlace(work, passed.lineEntryId);
  const order = passed && (await orderOf(tx, fromOrderId));
  const buyer = order && (await userById(tx, order.userId));
  // The buyer gets a mail below; the participant who asked gets it with the other ticket holders.
  const toldAddresses = await notifyHolders(work, fromOrderId, buyer?.email ?? null);
  if (passed && ordered && !toldAddresses.has(ordered.personEmail ?? '')) await mailOfferTo(work, ordered, 'passed');
  if (!buyer) return;
  await work.post({
    ...{ type: 'TransferPassed', uniqueKey: `TransferPassed|${passed.id}`, recipient: buyer.email },
    ...{ locale: order.language, params: { transferId: passed.id, goesBack: refundDue }, orderId: fromOrderId },
  });
}

/** The takeover was not paid in time: the same link can take the place again until its deadline. */
async function noteCanceled(work: Work, orderId: number): Promise<void> {
  const { tx, now } = work;
  await forgetEntrant(work, orderId);
  const waited = await transferToOrder(tx, orderId);
  if (waited?.state === 'ordered') {
    const takeover = await takeoverOf(tx, orderId);
    const isAgain = takeover?.passedAt === null && now < waited.until;
    if (!isAgain) await endTransfer(work, { transferId: waited.id, end: 'failed', editorId: null });
    else
      await tx
        .update(transfers)
        .set({ state: 'offered', newOrderId: null })
        .where(and(eq(transfers.id, waited.id), eq(transfers.state, 'ordered')));
  }
  // A canceled order has no place to pass on.
  await withdraw(work, eq(transfers.fromOrderId, orderId));
}

/** Ends open offers; pending takeovers are notified. */
async function withdraw(work: Work, which: SQL | undefined): Promise<void> {
  const open = await work.tx.select({ id: transfers.id }).from(transfers).where(and(which, isOfOpen));
  for (const { id } of open) await endTransfer(work, { transferId: id, end: 'withdrawn', editorId: null });
}

export const transferHandlers: readonly FactHandler[] = [
  onFact(placePassed, 'transfers.note-passed', notePassed),
  onFact(orderCanceled, 'transfers.note-canceled', (work, { orderId }) => noteCanceled(work, orderId)),
  // Other rules apply to the new place.
  onFact(participantMoved, 'transfers.note-moved', (work, { participantId }) =>
    withdraw(work, eq(transfers.participantId, participantId)),
  ),
  // Another person or address has the ticket. A passed place has already left its order.
  onFact(ticketsReplaced, 'transfers.note-replaced', (work, { orderId, participantIds }) => {
    const isOfPlace = inArray(transfers.participantId, [...participantIds]);
    return withdraw(work, and(eq(transfers.fromOrderId, orderId), isOfPlace));
  }),
  // The previous buyer may have a link that takes over a place.
  onFact(buyerChanged, 'transfers.note-buyer', (work, { orderId }) =>
    withdraw(work, eq(transfers.fromOrderId, orderId)),
  ),
];
