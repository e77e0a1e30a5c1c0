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
import { orderTranslator } from '../assemble-orders.ts';
import { chargedForArticles, nextPosition, takeOutLines } from '../participants/order-lines.ts';
import { isReplacedSince, replaceTicket } from '../participants/replace-ticket.ts';
import { nameOf, peopleOf } from '../people.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import type { BookingParticipant } from '../rules/booking.ts';
import { orderChanged, placePassed } from '../rules/facts.ts';
import { personIdentity } from '../rules/identity.ts';
import { item, retainedCode } from '../rules/order-item.ts';
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
import { retainedAmount, type TakeoverTarget, takeoverOf } from './place-takeover.ts';

export type PlaceHandover = { fromOrderId: number; participantId: number; refundDue: Cents };
type Row = typeof participants.$inferSelect;

/**
 * Moves a place to the paid order in the same transaction. The participant row stays, with bib number and articles;
 * another person starts, and tickets and links of the former holder end. The former order loses its lines and keeps the
 * agreed part. Returns null and changes nothing if the place is not available any more: order canceled, holder left,
 * moved or admitted, new person already entered, target sold out, race over or canceled. `settle` adjusts the former
 * order's money and returns the refund.
 */
export async function passPlace(
  work: Work,
  orderId: number,
  settle: (fromOrderId: number, leaves: Cents) => Promise<Cents>,
): Promise<PlaceHandover | null> {
  const { tx, now } = work;
  const takeover = present(await takeoverOf(tx, orderId), 'an order that takes over a place says which');
  const { participantId, fromOrderId } = takeover;
  const entrant = takeover.person;
  const before = present(await orderOf(tx, fromOrderId), 'a place has an order');
  const { event, competitions } = present(await catalogOf(tx, before.eventId), 'an order has an event');
  // Payments after the race or for a canceled event buy nothing.
  if (event.canceled || isOver(event, now)) return null;
  const held = peopleOf(before).find(({ person }) => person.id === participantId)?.person;
  const from = competitions.find(({ id }) => id === held?.competitionId);
  const target = targetOf(takeover);
  const competition = target ? competitions.find(({ id }) => id === target.competitionId) : from;
  if (!held || !from || !competition || isCompetitionOver(competition, now)) return null;
  if (!entrant || (await startsThereAlready(tx, competition.id, entrant))) return null;
  // Another takeover was faster; the fact that ends this one may arrive after its money.
  const [order] = await tx.select({ placedAt: orders.orderDate }).from(orders).where(eq(orders.id, orderId));
  if (!order || (await isReplacedSince(tx, participantId, order.placedAt))) return null;
  const row = await claimPlace(tx, participantId, fromOrderId);
  if (!row) return null;
  const place = { competitionId: row.competitionId, priceId: row.competitionPriceId };
  if (target && !(await changeTickets(work, event, place, target))) {
    await tx.update(participants).set({ live: true }).where(eq(participants.id, participantId));
    return null;
  }
  const leaves = await settleFormerOrder(work, before, from.title, row, takeover);
  await fillNewOrder(work, orderId, row, entrant, { ...takeover, ...(target ?? place) });
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

/** Exchanges tickets, which may share a quota. Returns false without a change when none is left. */
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

async function startsThereAlready(tx: Tx, competitionId: number, entrant: BookingParticipant): Promise<boolean> {
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

/** Excludes the place from trigger counts while it moves; this update decides between concurrent takeovers. */
async function claimPlace(tx: Tx, participantId: number, fromOrderId: number): Promise<Row | null> {
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

/** Updates lines, total and history of the former order; returns the refund. */
async function settleFormerOrder(
  work: Work,
  order: OrderRecord,
  title: string,
  row: Row,
  terms: Terms,
): Promise<Cents> {
  const { tx } = work;
  const { id: orderId, event } = order;
  const articles = await tx.select().from(participantArticles).where(eq(participantArticles.participantId, row.id));
  const { ticketPrice, chargedPrice } = row;
  await takeOutLines(tx, { orderId, ticket: { title, ticketPrice, chargedPrice }, articles });
  const paid = cents(chargedPrice + chargedForArticles(articles));
  const retained = retainedAmount(terms, paid);
  if (retained > 0) {
    const name = orderTranslator(order).t('orders.item.passedOn', { competition: title });
    const line = { ...item('of', name, 1, retained, event.vat), code: retainedCode };
    await tx.insert(orderItems).values({ ...line, orderId, position: await nextPosition(tx, orderId) });
  }
  const refundDue = cents(paid - retained);
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

/** Adds team, person and answers to the new order; bib number and articles exist. */
async function fillNewOrder(
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

/** A single member takes the team row along; others of a shared team get a new row with the same number. */
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
