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
import { dropFee, moveTicketLine } from './move-lines.ts';
import { refuseTwice, requireEligible } from './require-eligible.ts';

export type MoveParticipant = {
  orderId: number;
  participantId: number;
  competitionId: number;
  /** Nothing more is paid and nothing comes back: the ticket costs what it did. */
  keepsPrice?: boolean;
  editorId: number;
};
/** `difference`: cents that the order's total grew by, below 0 when it got cheaper. */
export type Moved = { difference: Cents; from: string; to: string };

/**
 * Moves a participant to another competition of the event: takes a place there at its current price and gives the old one
 * back. The order's line, sum and what the person is charged follow; the money is the caller's. Who leaves a team leaves it
 * big enough.
 * @throws Problem NOT_FOUND (also for a canceled order), TICKET_DOES_NOT_EXIST, TICKET_NOT_AVAILABLE,
 *   NOT_ENOUGH_TICKETS, TICKET_ALREADY_BOOKED, REGISTERING_INVALID_AGES, _GENDERS, _TEAMSIZE, VALIDATION_FAILED
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
  // First the old one is given back: the two may share a quota. A refusal takes all of it back.
  await releaseTickets(work, { competitionId: from.id, priceId: person.competitionPriceId, count: 1 });
  await reserveTickets(work, { competitionId, priceId: price.id, count: 1 }, own);

  let { teamId } = team;
  // Whoever is alone takes the team's name along to another one of teams.
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
  // Whoever ordered the place ordered another competition, at its price and by its rules.
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
