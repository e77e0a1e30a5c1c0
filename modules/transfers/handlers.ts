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
import { tellPerson } from './tell-person.ts';

/** The place went over: whoever had it is told what comes back. */
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
  // The buyer is told below; who asked by their own page, with the other holders of the ticket.
  const told = await notifyHolders(work, fromOrderId, buyer?.email ?? null);
  if (passed && ordered && !told.has(ordered.personEmail ?? '')) await tellPerson(work, ordered, 'passed');
  if (!buyer) return;
  await work.post({
    ...{ type: 'TransferPassed', uniqueKey: `TransferPassed|${passed.id}`, recipient: buyer.email },
    ...{ locale: order.language, params: { transferId: passed.id, goesBack: refundDue }, orderId: fromOrderId },
  });
}

/** Nobody paid in time: the place was never anybody else's, and can be taken by the same link as long as that holds. */
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
  // An order that is canceled has no place to pass on.
  await withdraw(work, eq(transfers.fromOrderId, orderId));
}

/** Open offers are over; whoever was about to pay for one is told. */
async function withdraw(work: Work, which: SQL | undefined): Promise<void> {
  const open = await work.tx.select({ id: transfers.id }).from(transfers).where(and(which, isOfOpen));
  for (const { id } of open) await endTransfer(work, { transferId: id, end: 'withdrawn', editorId: null });
}

export const transferHandlers: readonly FactHandler[] = [
  onFact(placePassed, 'transfers.note-passed', notePassed),
  onFact(orderCanceled, 'transfers.note-canceled', (work, { orderId }) => noteCanceled(work, orderId)),
  // It is another place now, for which other rules hold.
  onFact(participantMoved, 'transfers.note-moved', (work, { participantId }) =>
    withdraw(work, eq(transfers.participantId, participantId)),
  ),
  // Another person has the place, or its ticket went to another address. A place that passed left its order before.
  onFact(ticketsReplaced, 'transfers.note-replaced', (work, { orderId, participantIds }) => {
    const isOfPlace = inArray(transfers.participantId, [...participantIds]);
    return withdraw(work, and(eq(transfers.fromOrderId, orderId), isOfPlace));
  }),
  // Whoever had the order may have kept a link that takes a place out of it.
  onFact(buyerChanged, 'transfers.note-buyer', (work, { orderId }) =>
    withdraw(work, eq(transfers.fromOrderId, orderId)),
  ),
];
