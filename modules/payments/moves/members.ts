import { asc, eq, lte } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import {
  additionEnd,
  addTeamMember,
  type CancelParticipant,
  cancelParticipant,
  type OrderRecord,
  orderOf,
  orderStateOf,
  participantsOf,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { mustBePaidInTime } from '../additions/additions.ts';
import { addedBesideMember } from '../additions/read-due.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { unpaidMembers } from '../schema.ts';
import { settleTotal } from '../settle-total.ts';

type AddMember = Parameters<typeof addTeamMember>[1] & {
  /** A buyer's addition to a paid order is removed if it is not paid in time. */
  by: 'organizer' | 'buyer';
};

/**
 * Adds a person to a team and settles the money; the rest is open until it is paid. The buyer is notified.
 * @throws Problem those of `addTeamMember`
 */
export async function addBookedMember(work: Work, input: AddMember): Promise<{ participantId: number; open: Cents }> {
  const { orderId, editorId, by } = input;
  const { participantId, difference } = await addTeamMember(work, input);
  const { open, goesBack, order } = await settleTotal(work, { orderId, editorId, difference });
  if (by === 'buyer' && mustBePaidInTime(order, { difference, open }))
    await work.tx.insert(unpaidMembers).values({ participantId, orderId, dueAt: additionEnd(order.event, work.now) });
  await work.post({
    type: 'ParticipantAdded',
    params: { orderId, participantId, difference, goesBack },
    ...(await toBuyer(work, order, `ParticipantAdded|${participantId}`)),
  });
  return { participantId, open };
}

/**
 * Cancels one of several participants; what the order does not keep is refunded. The buyer is notified.
 * @throws Problem those of `cancelParticipant`
 */
export async function cancelBookedParticipant(work: Work, input: CancelParticipant): Promise<{ goesBack: Cents }> {
  const { orderId, participantId, editorId } = input;
  await work.tx.delete(unpaidMembers).where(eq(unpaidMembers.participantId, participantId));
  const { canceledOrderId, difference } = await cancelParticipant(work, input);
  const { goesBack, order } = await settleTotal(work, { orderId, editorId, difference });
  await work.post({
    type: 'ParticipantCanceled',
    params: { orderId, canceledOrderId, participantId, difference, goesBack, reason: input.reason },
    ...(await toBuyer(work, order, `ParticipantCanceled|${canceledOrderId}`)),
  });
  return { goesBack };
}

/** Removes people who were not paid in time. Safe to run in several processes. */
export const removeUnpaidJob = ({ write, read, clock }: Pick<Deps, 'write' | 'read' | 'clock'>): Job => ({
  name: 'remove-unpaid-members',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    const { participantId, dueAt } = unpaidMembers;
    const due = await read
      .select({ participantId })
      .from(unpaidMembers)
      .where(lte(dueAt, clock()))
      .orderBy(asc(dueAt), asc(participantId))
      .limit(maxAtOnce);
    for (const { participantId: id } of due) await write((work) => endUnpaidMember(work, id));
    return due.length === maxAtOnce;
  },
});
const maxAtOnce = 50;

/** The deadline is over: a paid person stays, an unpaid one is removed. */
async function endUnpaidMember(work: Work, participantId: number): Promise<void> {
  const { tx } = work;
  const isIt = eq(unpaidMembers.participantId, participantId);
  const [due] = await tx.select().from(unpaidMembers).where(isIt);
  if (!due) return;
  const { orderId } = due;
  const order = await orderStateOf(tx, orderId);
  const isOpen =
    order !== null &&
    isPaidStatus(order.status) &&
    (await moneyOfOrder(tx, order)).open > (await addedBesideMember(tx, orderId, participantId));
  const held = isOpen ? await orderOf(tx, orderId) : null;
  await tx.delete(unpaidMembers).where(isIt);
  // The last participant stays, with the rest open.
  const people = held ? participantsOf(held) : [];
  if (people.length < 2 || people.every(({ id }) => id !== participantId)) return;
  await cancelBookedParticipant(work, {
    ...{ orderId, participantId, editorId: null, reason: 'expired', retains: () => zeroCents },
  });
}

async function toBuyer({ tx }: Work, { id: orderId, userId, language: locale }: OrderRecord, uniqueKey: string) {
  const { email: recipient } = present(await userById(tx, userId), 'an order has a buyer');
  return { orderId, recipient, locale, uniqueKey };
}
