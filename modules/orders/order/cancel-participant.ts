import { and, eq, ne } from 'drizzle-orm';
import { catalogOf, releaseTickets, releaseVariant } from '#modules/events/index.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, cents, minCents, zeroCents } from '#src/kernel/money.ts';
import { addAudit, addAudits } from '../add-audit.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { holdPlace } from '../hold-place.ts';
import { chargedForPerson, dropFee, nextPosition, takeOutLines } from '../participants/order-lines.ts';
import { nameOf, type PersonOfOrder, participantsOf, personIn } from '../people.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { isRightTeamSize } from '../rules/eligibility.ts';
import { orderCanceled, orderChanged, ticketsReplaced } from '../rules/facts.ts';
import { feeOfNothing } from '../rules/move-price.ts';
import { item, retainedCode } from '../rules/order-item.ts';
import { type CancelReason, isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { orderItems, orders, participantArticles, participants, teams } from '../schema.ts';
import { linesOfTakeover } from './place-takeover.ts';

export type CancelParticipant = {
  orderId: number;
  participantId: number;
  /** null: the system, because a person was not paid in time. */
  editorId: number | null;
  reason: CancelReason;
  /** Cents of the participant's price that the order keeps; an unpaid order keeps nothing. */
  retains: (charged: Cents) => Cents;
};
/** `difference`: cents added to the total of the former order; never positive. */
export type CanceledParticipant = { canceledOrderId: number; difference: Cents };

/**
 * Cancels one of several participants. The participant moves into a canceled order of their own, which can be reactivated;
 * ticket and articles return to the stock. The caller moves the money of the former order.
 * @throws Problem NOT_FOUND (also for a canceled order), CANT_CANCEL_ORDER for the last participant,
 * REGISTERING_INVALID_TEAMSIZE when the team becomes too small, ORDER_AWAITS_MEMBER
 */
export async function cancelParticipant(work: Work, input: CancelParticipant): Promise<CanceledParticipant> {
  const { tx } = work;
  const { orderId, participantId, editorId, reason } = input;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const seat = personIn(order, participantId);
  const { person, competition } = seat;
  await requireCancelable(tx, order, seat, reason);
  const wasPaid = isPaidStatus(order.status);
  const charged = await chargedForPerson(tx, person);
  const retained = wasPaid ? minCents(charged, input.retains(charged)) : zeroCents;
  // Lines at full price: the voucher is released, so a reactivated order pays without it.
  const full = { ticketPrice: person.ticketPrice, keepsAll: false, feePrice: zeroCents };
  const { items, totalPrice } = await linesOfTakeover(tx, { order, person, title: competition.title }, full);

  await returnStock(work, orderId, seat);
  await holdPlace(work, participantId);
  const articles = await tx.select().from(participantArticles).where(eq(participantArticles.participantId, person.id));
  const { ticketPrice, chargedPrice } = person;
  const { title } = competition;
  await takeOutLines(tx, { orderId, ticket: { title, ticketPrice, chargedPrice }, articles });
  if (retained > 0) {
    const name = orderTranslator(order).t('orders.item.canceledPerson', { name: nameOf(person), competition: title });
    const line = { ...item('of', name, 1, retained, order.event.vat), code: retainedCode };
    await tx.insert(orderItems).values({ ...line, orderId, position: await nextPosition(tx, orderId) });
  }
  const leaves = cents(retained - charged);
  const fee = feeOfNothing(order.orderItems, leaves);
  if (fee > 0) await dropFee(tx, orderId);
  const difference = cents(leaves - fee);
  const newTotal = cents(order.totalPrice + difference);
  if (difference !== 0) await tx.update(orders).set({ totalPrice: newTotal }).where(eq(orders.id, orderId));
  const canceledOrderId = await writeCanceledOrder(work, order, seat, { reason, totalPrice });
  await tx.insert(orderItems).values(items.map((line, position) => ({ ...line, orderId: canceledOrderId, position })));

  const place = { field: 'place', before: `${nameOf(person)}, ${title}`, after: null };
  const total = { field: 'totalPrice', before: String(order.totalPrice), after: String(newTotal) };
  const changes = [{ ...place, participantId }, ...(difference === 0 ? [] : [total])];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'participant.canceled', changes });
  const own = { orderId: canceledOrderId, editorId, comment: 'participant.canceledFrom' } as const;
  const from = [{ field: 'fromOrder', before: order.orderNumber, after: null }];
  await addAudits(work, [
    { ...own, type: 'OrderCreated', changes: from },
    { ...own, type: 'OrderCanceled', comment: '' },
  ]);
  await work.announce(orderChanged({ orderId }));
  // Mails with the ticket belong to the former order.
  await work.announce(ticketsReplaced({ orderId, participantIds: [participantId], withOrder: true }));
  await work.announce(orderCanceled({ orderId: canceledOrderId, reason, wasPaid, refundDue: zeroCents }));
  return { canceledOrderId, difference };
}

async function requireCancelable(
  tx: Tx,
  order: OrderRecord,
  { person, team }: PersonOfOrder,
  reason: CancelReason,
): Promise<void> {
  if (order.status === 'canceled') refuse('NOT_FOUND');
  if (order.memberProofUntil !== null) refuse('ORDER_AWAITS_MEMBER');
  if (participantsOf(order).length === 1) refuse('CANT_CANCEL_ORDER', { reason: 'lastParticipant' });
  const left = team.participants.length - 1;
  const [row] = await tx.select({ sharedTeamId: teams.sharedTeamId }).from(teams).where(eq(teams.id, team.teamId));
  // A shared team counts its members of all orders and has its own deadline.
  if (left === 0 || row?.sharedTeamId || reason === 'expired') return;
  const catalog = await catalogOf(tx, order.eventId);
  const competition = present(
    catalog?.competitions.find(({ id }) => id === person.competitionId),
    'a booked competition is never deleted',
  );
  if (!isRightTeamSize(competition, left)) refuse('REGISTERING_INVALID_TEAMSIZE', { participants: [person.localId] });
}

async function returnStock(work: Work, orderId: number, { person }: PersonOfOrder): Promise<void> {
  const { tx } = work;
  const isHeld = and(eq(participants.id, person.id), eq(participants.orderId, orderId), eq(participants.live, true));
  const released = await tx.update(participants).set({ live: false }).where(isHeld).returning({ id: participants.id });
  if (released.length === 0) refuse('NOT_FOUND');
  await releaseTickets(work, { competitionId: person.competitionId, priceId: person.competitionPriceId, count: 1 });
  const pieces = await tx
    .select({ variantId: participantArticles.variantId, quantity: participantArticles.quantity })
    .from(participantArticles)
    .where(eq(participantArticles.participantId, person.id))
    .orderBy(participantArticles.variantId);
  for (const variant of pieces) await releaseVariant(work, variant);
}

/** Returns the id of the canceled order that the participant and their articles belong to now. */
async function writeCanceledOrder(
  work: Work,
  order: OrderRecord,
  { person, team }: PersonOfOrder,
  { reason, totalPrice }: { reason: CancelReason; totalPrice: Cents },
): Promise<number> {
  const { tx, now } = work;
  const { userId, visitId, eventId, orderDate, language, contactAddress, awaitsProof, ticketsWithheld } = order;
  const [made] = await tx
    .insert(orders)
    .values({
      ...{ userId, visitId, eventId, orderDate, language, contactAddress, awaitsProof, totalPrice },
      ticketsWithheld,
      ...{ status: 'canceled', canceledAt: now, cancelReason: reason, paymentStatus: 'failed' },
    })
    .returning({ id: orders.id });
  const orderId = present(made, 'an inserted order has an id').id;
  const teamId = await takeTeam(tx, orderId, person.id, team.teamId);
  const { ticketPrice } = person;
  await tx
    .update(participants)
    .set({ orderId, teamId, chargedPrice: ticketPrice })
    .where(eq(participants.id, person.id));
  await tx
    .update(participantArticles)
    .set({ discount: zeroCents })
    .where(eq(participantArticles.participantId, person.id));
  return orderId;
}

/** The last member takes the team along; others leave it to the rest. */
async function takeTeam(tx: Tx, orderId: number, participantId: number, teamId: number): Promise<number> {
  const isOther = and(eq(participants.teamId, teamId), ne(participants.id, participantId));
  const [other] = await tx.select({ id: participants.id }).from(participants).where(isOther).limit(1);
  if (!other) {
    await tx.update(teams).set({ orderId, position: 0 }).where(eq(teams.id, teamId));
    return teamId;
  }
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
  const { competitionId, teamName, sharedTeamId } = present(team, 'a participant has a team');
  const [made] = await tx
    .insert(teams)
    .values({ orderId, competitionId, teamName, sharedTeamId, position: 0 })
    .returning({ id: teams.id });
  return present(made, 'an inserted team has an id').id;
}
