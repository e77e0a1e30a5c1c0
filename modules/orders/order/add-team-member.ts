import { and, eq } from 'drizzle-orm';
import { catalogOf, ownVisitsOf, reserveTickets, saleTo } from '#modules/events/index.ts';
import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { currentPrice, isCompetitionOver } from '#modules/events/rules/sale.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { addAudit } from '../add-audit.ts';
import { indexNewPerson } from '../order-search.ts';
import { refuseTwice, requireEligible, requireFieldsOfEvent } from '../participants/change-participant.ts';
import { nextPosition, setAmount } from '../participants/order-lines.ts';
import { nameOf } from '../people.ts';
import { type OrderRecord, orderOf, type TeamRecord } from '../read.ts';
import type { BookingParticipant } from '../rules/booking.ts';
import { isRightTeamSize } from '../rules/eligibility.ts';
import { answerErrors, fieldsFor } from '../rules/entry-check.ts';
import { orderChanged, orderPaid } from '../rules/facts.ts';
import { personIdentity } from '../rules/identity.ts';
import { item } from '../rules/order-item.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { dataOf, type ParticipantData } from '../rules/participant.ts';
import { requireOpenEvent } from '../rules/pricing.ts';
import { refuse } from '../rules/problems.ts';
import { orderItems, orders, participantFields, participants, teams } from '../schema.ts';

export type NewMember = Pick<BookingParticipant, 'localId' | 'formFieldsSelected'> & ParticipantData;
export type AddTeamMember = { orderId: number; teamId: number; person: NewMember; editorId: number };
/** `difference`: cents added to the total. */
export type AddedMember = { participantId: number; difference: Cents };

/**
 * Adds a person to a team that has room, at today's price; articles are ordered afterwards. The caller moves the money.
 * @throws Problem NOT_FOUND (also for a canceled order and for single starters), REGISTERING_INVALID_TEAMSIZE,
 * SHARED_TEAM_ALONE, TICKET_NOT_AVAILABLE, NOT_ENOUGH_TICKETS, TICKET_ALREADY_BOOKED, REGISTERING_INVALID_AGES,
 * REGISTERING_INVALID_GENDERS, VALIDATION_FAILED, and other refusals of a sale
 */
export async function addTeamMember(work: Work, input: AddTeamMember): Promise<AddedMember> {
  const { tx, now } = work;
  const { orderId, teamId, person, editorId } = input;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const { team, competitionId } = teamIn(order, teamId);
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  if (order.memberProofUntil !== null) return refuse('ORDER_AWAITS_MEMBER');
  await requireOwnTeam(tx, teamId);
  const known = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const own = await ownVisitsOf(tx, known.event, null);
  const { catalog } = await saleTo(tx, known, own, now);
  requireOpenEvent(catalog, now);
  const competition = present(
    catalog.competitions.find(({ id }) => id === competitionId),
    'a booked competition is never deleted',
  );
  if (isCompetitionOver(competition, now)) return refuse('COMPETITION_IS_OVER', { competitionId });
  const size = team.participants.length + 1;
  if (!isRightTeamSize(competition, size))
    return refuse('REGISTERING_INVALID_TEAMSIZE', {
      ...{ competitionId, participants: [person.localId], count: size },
      ...{ min: competition.minTeamSize, max: competition.maxTeamSize },
    });
  const data = dataOf(person);
  requireEligible(competition, catalog.event.timeZone, { ...data, localId: person.localId }, now);
  requireFieldsOfEvent(catalog.event, competition, data);
  const answers = answersOf(catalog, competitionId, team, person);
  const price = currentPrice(competition, now) ?? refuse('TICKET_NOT_AVAILABLE', { competitionId });
  // No voucher can be given here.
  if (price.onlyBuyableWithVoucher)
    return refuse('TICKET_NOT_AVAILABLE', { competitionId, reason: 'onlyBuyableWithVoucher' });
  await reserveTickets(work, { competitionId, priceId: price.id, count: 1 }, own);
  const [made] = await tx
    .insert(participants)
    .values({
      ...{ ...data, birthDate: data.birthDate as CalendarDate | null, localId: person.localId },
      ...{ orderId, teamId, eventId: order.eventId, competitionId, competitionPriceId: price.id },
      ...{ ticketPrice: price.price, chargedPrice: price.price, identity: personIdentity(data) },
    })
    .returning({ id: participants.id })
    .catch(refuseTwice(person));
  const participantId = present(made, 'an inserted participant has an id').id;
  if (answers.length > 0)
    await tx.insert(participantFields).values(answers.map((answer) => ({ participantId, ...answer })));
  await indexNewPerson(tx, orderId, participantId);
  await addTicketLine(tx, order, competition.title, price.price);
  const totalPrice = cents(order.totalPrice + price.price);
  if (price.price > 0) await tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const changes = [
    { participantId, field: 'place', before: null, after: `${nameOf(data)}, ${competition.title}` },
    { field: 'totalPrice', before: String(order.totalPrice), after: String(totalPrice) },
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'participant.added', changes });
  await work.announce(orderChanged({ orderId }));
  // Sends the missing ticket, and gives the missing number.
  if (isPaidStatus(order.status)) await work.announce(orderPaid({ orderId }));
  return { participantId, difference: price.price };
}

export function teamIn(order: OrderRecord, teamId: number): { team: TeamRecord; competitionId: number } {
  for (const { id: competitionId, type, teams: found } of order.competitions) {
    const team = found.find((each) => each.teamId === teamId);
    if (team && type === 'team' && team.participants.length > 0) return { team, competitionId };
  }
  return refuse('NOT_FOUND');
}

/** Places of a shared team are taken by its link. */
async function requireOwnTeam(tx: Tx, teamId: number): Promise<void> {
  const [row] = await tx.select({ sharedTeamId: teams.sharedTeamId }).from(teams).where(eq(teams.id, teamId));
  if (row?.sharedTeamId) refuse('SHARED_TEAM_ALONE');
}

/** The person's answers, and those that the first member gave for the team. @throws Problem VALIDATION_FAILED */
function answersOf(catalog: Catalog, competitionId: number, team: TeamRecord, person: NewMember) {
  const fields = fieldsFor(catalog, competitionId);
  const isShared = (fieldId: number) =>
    fields.some(({ id, editableOnlyOncePerTeam }) => id === fieldId && editableOnlyOncePerTeam);
  const own = person.formFieldsSelected.flatMap(({ fieldId, value }) => {
    const type = fields.find(({ id }) => id === fieldId)?.type;
    return value === '' || isShared(fieldId) ? [] : [{ fieldId, value: type ? writtenAnswer(type, value) : value }];
  });
  const index = team.participants.length;
  const errors = answerErrors(catalog, competitionId, { formFieldsSelected: own }, index, '');
  if (Object.keys(errors).length > 0)
    refuseFields(Object.fromEntries(Object.entries(errors).map(([path, found]) => [path.replace(/^\./, ''), found])));
  const shared = team.participants[0]?.formFieldsSelected.filter(({ fieldId }) => isShared(fieldId)) ?? [];
  return [...own, ...shared];
}

async function addTicketLine(tx: Tx, { id: orderId, event }: OrderRecord, title: string, price: Cents): Promise<void> {
  const { kind, name, price: priceOf, vat, orderId: of } = orderItems;
  const isSame = and(eq(of, orderId), eq(kind, 'ticket'), eq(name, title), eq(priceOf, price), eq(vat, event.vat));
  const [line] = await tx.select().from(orderItems).where(isSame).limit(1);
  if (line) return setAmount(tx, line, line.amount + 1);
  const position = await nextPosition(tx, orderId);
  await tx.insert(orderItems).values({ ...item('ticket', title, 1, price, event.vat), orderId, position });
}
