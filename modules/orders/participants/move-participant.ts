import { eq } from 'drizzle-orm';
import { catalogOf, ownVisitsOf, releaseTickets, reserveTickets, saleTo } from '#modules/events/index.ts';
import { currentPrice } from '#modules/events/rules/sale.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { addAudit } from '../add-audit.ts';
import { holdPlace } from '../hold-place.ts';
import { personIn } from '../people.ts';
import { orderOf } from '../read.ts';
import { isRightTeamSize } from '../rules/eligibility.ts';
import { orderChanged, participantMoved } from '../rules/facts.ts';
import { feeOfNothing, movedPrice } from '../rules/move-price.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants, teams } from '../schema.ts';
import { refuseTwice, requireEligible } from './change-participant.ts';
import { dropFee, moveTicketLine } from './order-lines.ts';

export type MoveParticipant = {
  orderId: number;
  participantId: number;
  competitionId: number;
  /** The price stays, without payment or refund. */
  keepsPrice?: boolean;
  editorId: number;
};
/** `difference`: cents added to the total; negative when cheaper. */
export type Moved = { difference: Cents; from: string; to: string };

/**
 * Moves a participant to another competition at its current price; lines, total and charged price follow, the caller
 * moves the money. The old team must stay big enough.
 * @throws Problem NOT_FOUND (also for a canceled order), TICKET_DOES_NOT_EXIST, TICKET_NOT_AVAILABLE,
 * NOT_ENOUGH_TICKETS, TICKET_ALREADY_BOOKED, REGISTERING_INVALID_AGES, _GENDERS, _TEAMSIZE, VALIDATION_FAILED
 */
export async function moveParticipant(work: Work, input: MoveParticipant): Promise<Moved | null> {
  const { tx, now } = work;
  const { orderId, participantId, competitionId, keepsPrice = false, editorId } = input;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const { person, team } = personIn(order, participantId);
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const known = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const own = await ownVisitsOf(tx, known.event, null);
  const { catalog } = await saleTo(tx, known, own, now);
  const from = catalog.competitions.find(({ id }) => id === person.competitionId);
  const to = catalog.competitions.find(({ id }) => id === competitionId);
  if (!from || !to) return refuse('TICKET_DOES_NOT_EXIST', { competitionId });
  if (from === to) return null;

  const left = team.participants.length - 1;
  if (!isRightTeamSize(to, 1) || (left > 0 && !isRightTeamSize(from, left)))
    return refuse('REGISTERING_INVALID_TEAMSIZE', { participants: [person.localId] });
  requireEligible(to, catalog.event.timeZone, person, now);
  const price = currentPrice(to, now) ?? refuse('TICKET_NOT_AVAILABLE', { competitionId });
  // The old ticket goes first, because both may share a quota. A refusal rolls back.
  await releaseTickets(work, { competitionId: from.id, priceId: person.competitionPriceId, count: 1 });
  await reserveTickets(work, { competitionId, priceId: price.id, count: 1 }, own);

  let { teamId } = team;
  const teamName = to.type === 'team' ? team.teamName : null;
  if (left === 0)
    await tx.update(teams).set({ competitionId, teamName, sharedTeamId: null }).where(eq(teams.id, teamId));
  else {
    const position = order.competitions.flatMap((competition) => competition.teams).length;
    const [made] = await tx
      .insert(teams)
      .values({ orderId, competitionId, teamName: null, position })
      .returning({ id: teams.id });
    teamId = present(made, 'an inserted team has an id').id;
  }
  const moved = movedPrice(person, keepsPrice ? person.ticketPrice : price.price);
  const { ticketPrice, chargedPrice, lostDiscount } = moved;
  await tx
    .update(participants)
    .set({ competitionId, competitionPriceId: price.id, teamId, ticketPrice, chargedPrice })
    .where(eq(participants.id, participantId))
    .catch(refuseTwice(person));
  // A waiting takeover was ordered for the old competition.
  await holdPlace(work, participantId);
  await moveTicketLine(tx, {
    orderId,
    from: { title: from.title, ticketPrice: person.ticketPrice },
    to: { title: to.title, ticketPrice },
    lostDiscount,
  });
  const fee = feeOfNothing(order.orderItems, moved.difference);
  if (fee > 0) await dropFee(tx, orderId);
  const difference = cents(moved.difference - fee);
  const totalPrice = cents(order.totalPrice + difference);
  if (difference !== 0) await tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const changes = [
    { participantId, field: 'competition', before: from.title, after: to.title },
    { participantId, field: 'chargedPrice', before: String(person.chargedPrice), after: String(chargedPrice) },
    { field: 'totalPrice', before: String(order.totalPrice), after: String(totalPrice) },
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'participant.moved', changes });
  await work.announce(orderChanged({ orderId }));
  await work.announce(participantMoved({ orderId, participantId }));
  return { difference, from: from.title, to: to.title };
}
