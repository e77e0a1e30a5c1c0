import { eq } from 'drizzle-orm';
import { catalogOf, releaseTickets, reserveTickets } from '#modules/events/index.ts';
import { currentPrice } from '#modules/events/rules/sale.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { brokenConstraint } from '#src/platform/database.ts';
import type { Work } from '#src/platform/work.ts';
import { addAudit } from '../order/add-audit.ts';
import { orderOf } from '../read.ts';
import { entryFindings, isRightTeamSize } from '../rules/eligibility.ts';
import { refuse } from '../rules/problems.ts';
import { participants, teams } from '../schema.ts';

/**
 * Moves a participant to another competition of the event: takes a place there at its current price and gives the old
 * one back. What was charged stays, since the order is agreed and perhaps paid. Who leaves a team leaves it big enough.
 * @throws Problem NOT_FOUND (also for a canceled order), TICKET_DOES_NOT_EXIST, TICKET_NOT_AVAILABLE,
 *   NOT_ENOUGH_TICKETS, TICKET_ALREADY_BOOKED, REGISTERING_INVALID_AGES, _GENDERS, _TEAMSIZE, VALIDATION_FAILED
 */
export async function moveParticipant(
  work: Work,
  input: { orderId: number; participantId: number; competitionId: number; editorId: number },
): Promise<void> {
  const { tx, now } = work;
  const { orderId, participantId, competitionId, editorId } = input;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const team = order.competitions
    .flatMap((competition) => competition.teams)
    .find(({ participants: members }) => members.some(({ id }) => id === participantId));
  const person = team?.participants.find(({ id }) => id === participantId);
  if (!team || !person || order.status === 'canceled') return refuse('NOT_FOUND');
  const catalog = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const from = catalog.competitions.find(({ id }) => id === person.competitionId);
  const to = catalog.competitions.find(({ id }) => id === competitionId);
  if (!from || !to) return refuse('TICKET_DOES_NOT_EXIST', { competitionId });
  if (from === to) return;

  const left = team.participants.length - 1;
  if (!isRightTeamSize(to, 1) || (left > 0 && !isRightTeamSize(from, left)))
    return refuse('REGISTERING_INVALID_TEAMSIZE', { participants: [person.localId] });
  for (const finding of entryFindings(to, catalog.event.timeZone, person, now)) {
    if (finding === 'age') refuse('REGISTERING_INVALID_AGES', { participants: [person.localId] });
    else if (finding === 'gender') refuse('REGISTERING_INVALID_GENDERS', { participants: [person.localId] });
    else refuseFields({ birthDate: [finding] });
  }
  const price = currentPrice(to, now) ?? refuse('TICKET_NOT_AVAILABLE', { competitionId });
  await reserveTickets(work, { competitionId, priceId: price.id, count: 1 });
  await releaseTickets(work, { competitionId: from.id, priceId: person.competitionPriceId, count: 1 });

  let { teamId } = team;
  if (left === 0) await tx.update(teams).set({ competitionId, teamName: null }).where(eq(teams.id, teamId));
  else {
    const position = order.competitions.flatMap((competition) => competition.teams).length;
    const [made] = await tx
      .insert(teams)
      .values({ orderId, competitionId, teamName: null, position })
      .returning({ id: teams.id });
    teamId = present(made, 'an inserted team has an id').id;
  }
  await tx
    .update(participants)
    .set({ competitionId, competitionPriceId: price.id, teamId })
    .where(eq(participants.id, participantId))
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'unique') throw error;
      return refuse('TICKET_ALREADY_BOOKED', { participants: [person.localId] });
    });
  const comment = `#${participantId}: ${from.title} → ${to.title}`;
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment });
  await work.announce({ name: 'order.changed', orderId });
}
