import { and, eq, exists, inArray, ne, sql } from 'drizzle-orm';
import { catalogOf, ownVisitsOf, releaseTickets, reserveTickets } from '#modules/events/index.ts';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { isCompetitionOver, isOver } from '#modules/events/rules/sale.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { type AuditChange, addAudit } from '../add-audit.ts';
import { nextPosition } from '../participants/move-lines.ts';
import { replaceTicket } from '../participants/replace-ticket.ts';
import { chargedForArticles, takeOutLines } from '../participants/take-out-lines.ts';
import { nameOf, peopleOf } from '../people.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { isReplacedSince } from '../replaced-tickets.ts';
import type { BookingParticipant } from '../rules/booking.ts';
import { orderChanged, placePassed } from '../rules/facts.ts';
import { personIdentity } from '../rules/identity.ts';
import { item } from '../rules/order-item.ts';
import { paidStatuses } from '../rules/order-state.ts';
import { dataOf } from '../rules/participant.ts';
import {
  orderItems,
  orders,
  participantArticles,
  participantFields,
  participants,
  placeTakeovers,
  teams,
} from '../schema.ts';
import { wordsOfOrder } from '../words.ts';
import { feeOfPlace } from './item-label.ts';
import { keptOf, type TakeoverTarget, takeoverOf } from './place-takeover.ts';

/** `refundDue`: what the order before gives back, cents. */
export type PassedPlace = { fromOrderId: number; participantId: number; refundDue: Cents };
type Row = typeof participants.$inferSelect;

/**
 * The order is paid, so the place comes to it, in the same write: the participant stays the one that they are at the gate and
 * for the timing, with start number and articles, and another person starts. It never stops being sold. The order before
 * loses its lines and keeps what was agreed. Ticket, code and links of before end. null: the place is not to be had any
 * more, because its order was canceled, the person left it or was let in or moved, who takes it over starts there by now,
 * the other competition that they want is sold out, or the race is over or canceled; nothing is changed.
 * `settle` brings the money of the order before to its new total and answers what goes back.
 */
export async function passPlace(
  work: Work,
  orderId: number,
  settle: (fromOrderId: number, leaves: Cents) => Promise<Cents>,
): Promise<PassedPlace | null> {
  const { tx, now } = work;
  const takeover = present(await takeoverOf(tx, orderId), 'an order that takes over a place says which');
  const { participantId, fromOrderId } = takeover;
  const entrant = takeover.person;
  const before = present(await orderOf(tx, fromOrderId), 'a place has an order');
  const { event, competitions } = present(await catalogOf(tx, before.eventId), 'an order has an event');
  // Money that comes after the race, or for one that will not be, buys nothing.
  if (event.canceled || isOver(event, now)) return null;
  const held = peopleOf(before).find(({ person }) => person.id === participantId)?.person;
  const from = competitions.find(({ id }) => id === held?.competitionId);
  const target = targetOf(takeover);
  const competition = target ? competitions.find(({ id }) => id === target.competitionId) : from;
  if (!held || !from || !competition || isCompetitionOver(competition, now)) return null;
  if (!entrant || (await isElsewhere(tx, competition.id, entrant))) return null;
  // Another person has the place since this order was placed; the fact that ends it may come after its money.
  const [order] = await tx.select({ placedAt: orders.orderDate }).from(orders).where(eq(orders.id, orderId));
  if (!order || (await isReplacedSince(tx, participantId, order.placedAt))) return null;
  const row = await holdStill(tx, participantId, fromOrderId);
  if (!row) return null;
  const place = { competitionId: row.competitionId, priceId: row.competitionPriceId };
  if (target && !(await changeTickets(work, event, place, target))) {
    await tx.update(participants).set({ live: true }).where(eq(participants.id, participantId));
    return null;
  }
  const leaves = await leave(work, before, from.title, row, takeover);
  await arrive(work, orderId, row, entrant, { ...takeover, ...(target ?? place) });
  const refundDue = await settle(fromOrderId, leaves);
  await tx
    .update(placeTakeovers)
    .set({ person: null, passedAt: now, refundedPrice: refundDue })
    .where(eq(placeTakeovers.orderId, orderId));
  await work.announce(orderChanged({ orderId: fromOrderId }));
  await work.announce(placePassed({ orderId, participantId, fromOrderId, refundDue }));
  return { fromOrderId, participantId, refundDue };
}

const targetOf = ({ toCompetitionId, toPriceId }: typeof placeTakeovers.$inferSelect): TakeoverTarget | null =>
  toCompetitionId === null || toPriceId === null ? null : { competitionId: toCompetitionId, priceId: toPriceId };

/**
 * Gives one ticket back for another, which may share a quota with it. Answers whether there was one; else the stock is as
 * it was.
 */
async function changeTickets(
  work: Work,
  event: CatalogEvent,
  from: TakeoverTarget,
  to: TakeoverTarget,
): Promise<boolean> {
  try {
    await work.within(async (part) => {
      await releaseTickets(part, { ...from, count: 1 });
      await reserveTickets(part, { ...to, count: 1 }, await ownVisitsOf(part.tx, event, null));
    });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

async function isElsewhere(tx: Tx, competitionId: number, entrant: BookingParticipant): Promise<boolean> {
  const identity = identityOf(entrant);
  if (identity === null) return false;
  const there = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(
      and(
        eq(participants.identity, identity),
        eq(participants.live, true),
        eq(participants.competitionId, competitionId),
      ),
    );
  return there.length > 0;
}

/**
 * Within this write the place counts for nobody, so that the figures, which triggers keep by order, leave one and come to the
 * other. The statement that decides: of two who would have it, one does.
 */
async function holdStill(tx: Tx, participantId: number, fromOrderId: number): Promise<Row | null> {
  const isPaid = tx
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, fromOrderId), inArray(orders.status, paidStatuses)));
  const [row] = await tx
    .update(participants)
    .set({ live: false })
    .where(
      and(
        eq(participants.id, participantId),
        eq(participants.orderId, fromOrderId),
        eq(participants.live, true),
        exists(isPaid),
      ),
    )
    .returning();
  return row ?? null;
}

type Terms = { keepsAll: boolean; feePrice: Cents; ticketPrice: Cents };
type Arriving = Terms & TakeoverTarget;

/** The order before: its lines, its total, its history. Answers what goes back. */
async function leave(work: Work, order: OrderRecord, title: string, row: Row, terms: Terms): Promise<Cents> {
  const { tx } = work;
  const { id: orderId, event } = order;
  const articles = await tx.select().from(participantArticles).where(eq(participantArticles.participantId, row.id));
  const { ticketPrice, chargedPrice } = row;
  await takeOutLines(tx, { orderId, ticket: { title, ticketPrice, chargedPrice }, articles });
  const paid = cents(chargedPrice + chargedForArticles(articles));
  const kept = keptOf(terms, paid);
  if (kept > 0) {
    const name = wordsOfOrder(order).t('orders.item.passedOn', { competition: title });
    const line = { ...item('of', name, 1, kept, event.vat), code: feeOfPlace };
    await tx.insert(orderItems).values({ ...line, orderId, position: await nextPosition(tx, orderId) });
  }
  const refundDue = cents(paid - kept);
  const totalPrice = cents(order.totalPrice - refundDue);
  await tx.update(orders).set({ totalPrice }).where(eq(orders.id, orderId));
  const changes = [
    { participantId: row.id, field: 'place', before: `${nameOf(row)}, ${title}`, after: null },
    { field: 'totalPrice', before: String(order.totalPrice), after: String(totalPrice) },
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId: null, comment: 'place.passedOn', changes });
  return refundDue;
}

const identityOf = (entrant: BookingParticipant): string | null =>
  personIdentity({ ...entrant, birthDate: entrant.birthDate ?? null });

/** The new order: their team, the person and their answers; start number and articles are there already. */
async function arrive(
  work: Work,
  orderId: number,
  row: Row,
  entrant: BookingParticipant,
  terms: Arriving,
): Promise<void> {
  const { tx } = work;
  const { id: participantId } = row;
  const { competitionId, priceId: competitionPriceId } = terms;
  const teamId = await takeTeam(tx, row, { orderId, competitionId });
  await tx.delete(participantFields).where(eq(participantFields.participantId, participantId));
  if (entrant.formFieldsSelected.length > 0)
    await tx
      .insert(participantFields)
      .values(entrant.formFieldsSelected.map((answer) => ({ participantId, ...answer })))
      .onConflictDoNothing();
  const discount = terms.keepsAll ? sql<Cents>`quantity * unit_cents` : zeroCents;
  await tx.update(participantArticles).set({ discount }).where(eq(participantArticles.participantId, participantId));
  const data = dataOf(entrant as Parameters<typeof dataOf>[0]);
  const { ticketPrice } = terms;
  await tx
    .update(participants)
    .set({
      ...{
        orderId,
        teamId,
        competitionId,
        competitionPriceId,
        localId: entrant.localId,
        ...data,
        birthDate: data.birthDate as CalendarDate | null,
      },
      ...{ ticketPrice, chargedPrice: ticketPrice, identity: identityOf(entrant), rrChangelink: null },
    })
    .where(eq(participants.id, participantId));
  await tx.update(participants).set({ live: true }).where(eq(participants.id, participantId));
  await tx.update(orders).set({ takesPlaceOf: null }).where(eq(orders.id, orderId));
  const replaced = await replaceTicket(work, { orderId, participantIds: [participantId], withOrder: true });
  const changes: AuditChange[] = [
    { participantId, field: 'place', before: null, after: `${entrant.firstName} ${entrant.lastName}` },
    ...replaced,
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId: null, comment: 'place.takenOver', changes });
}

/**
 * Whoever was alone in it takes the team along, so that its number stays. Of a team that shares with other orders and has more
 * people in this one, theirs is one more row.
 */
async function takeTeam(
  tx: Tx,
  { id, teamId }: Row,
  { orderId, competitionId }: { orderId: number; competitionId: number },
): Promise<number> {
  const others = and(eq(participants.teamId, teamId), ne(participants.id, id));
  const [other] = await tx.select({ id: participants.id }).from(participants).where(others).limit(1);
  const goes = { orderId, competitionId, position: 0 };
  if (!other) {
    await tx.update(teams).set(goes).where(eq(teams.id, teamId));
    return teamId;
  }
  const [shared] = await tx.select().from(teams).where(eq(teams.id, teamId));
  const { teamName, sharedTeamId } = present(shared, 'somebody has a team');
  assert(sharedTeamId !== null, 'whoever leaves others behind is of a team that shares');
  const [team] = await tx
    .insert(teams)
    .values({ ...goes, teamName, sharedTeamId })
    .returning({ id: teams.id });
  return present(team, 'an inserted team has an id').id;
}
