import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { checkedAddresses } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver, isPublic } from '#modules/events/rules/sale.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { type Cents, cents, sumCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { articleLineName } from '../participants/order-lines.ts';
import type { OrderRecord, ParticipantRecord } from '../read.ts';
import type { Basket, BookingParticipant } from '../rules/booking.ts';
import { checkEntries, completeBasket, missingContact } from '../rules/entry-check.ts';
import { personIdentity } from '../rules/identity.ts';
import { item, type OrderItem } from '../rules/order-item.ts';
import { refuse } from '../rules/problems.ts';
import { forOnePlace } from '../rules/shared-entry.ts';
import { orderItems, orders, participantArticles, participants, placeTakeovers } from '../schema.ts';
import { requireRoomForGuest } from './guest-limits.ts';
import type { PlacedOrder, PlaceOrder } from './plan-order.ts';
import { writeOrders } from './write-orders.ts';

/** Price of a taken-over place and what the former order keeps. */
export type TakeoverTerms = {
  /** Ticket price. Articles cost their price before vouchers, unless `keepsAll`. */
  ticketPrice: Cents;
  /** The former order keeps all that was paid, else `feePrice`. */
  keepsAll: boolean;
  feePrice: Cents;
};
/** Another competition of the event for the new person. */
export type TakeoverTarget = { competitionId: number; priceId: number };
export type PlaceTakeover = Pick<PlaceOrder, 'viewer' | 'language' | 'idempotencyKey' | 'origin'> & {
  place: {
    order: OrderRecord;
    person: ParticipantRecord;
    title: string;
    target: TakeoverTarget | null;
    /** The shared team of the place; null: single start. */
    sharedTeam: { id: number; name: string } | null;
  };
  terms: TakeoverTerms;
  /** The new person, in a team of one, and the total that was shown. */
  booking: Pick<Basket, 'teams' | 'contactAddress'> & { totalPrice: number };
};

export async function linesOfTakeover(
  tx: Pick<Tx, 'select'>,
  { order, person, title }: Omit<PlaceTakeover['place'], 'target' | 'sharedTeam'>,
  { ticketPrice, keepsAll }: TakeoverTerms,
): Promise<{ items: OrderItem[]; totalPrice: Cents }> {
  const ticket = item('ticket', title, 1, ticketPrice, order.event.vat);
  const articles = keepsAll ? [] : await articleItems(tx, order, person);
  const items = [ticket, ...articles];
  return { items, totalPrice: sumCents(items.map(({ priceTotal }) => priceTotal)) };
}

async function articleItems(
  tx: Pick<Tx, 'select'>,
  { id, event }: OrderRecord,
  person: ParticipantRecord,
): Promise<OrderItem[]> {
  const rows = await tx
    .select()
    .from(participantArticles)
    .where(eq(participantArticles.participantId, person.id))
    .orderBy(asc(participantArticles.id));
  const lines = await tx.select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(asc(orderItems.position));
  return rows.map((row) => {
    const name = articleLineName(row);
    const fits = lines.filter(({ kind, price }) => kind === 'article' && price === row.unitPrice);
    const line = fits.find((each) => each.name === name) ?? fits[0];
    const made = item('article', name, row.quantity, row.unitPrice, line?.vat ?? event.vat);
    return line?.soldByPlatform ? { ...made, soldByPlatform: true } : made;
  });
}

/**
 * Orders the place of another order. Takes no stock: the place stays with its holder until payment; a ticket of another
 * competition is taken then, if available. A total of 0 completes at once, and the caller passes the place.
 * @throws Problem NOT_FOUND, EVENT_CANCELED, EVENT_IS_OVER, TICKET_ALREADY_BOOKED, NOT_MATCHING_ORDER_TOTAL,
 * TOO_MANY_REQUESTS, and refusals of the booking
 */
export async function placeTakeover(work: Work, input: PlaceTakeover): Promise<PlacedOrder> {
  const { place, terms, booking, ...who } = input;
  const { tx, now } = work;
  const { order, person, target, sharedTeam } = place;
  const competitionId = target?.competitionId ?? person.competitionId;
  const known = (await catalogOf(tx, order.eventId)) ?? refuse('NOT_FOUND');
  const catalog = sharedTeam ? forOnePlace(known, competitionId, sharedTeam) : known;
  if (!isPublic(catalog.event)) return refuse('NOT_FOUND');
  if (catalog.event.canceled) return refuse('EVENT_CANCELED');
  if (isOver(catalog.event, now)) return refuse('EVENT_IS_OVER');
  const basket = basketOf(catalog, booking);
  const [entrant] = basket.teams.flatMap(({ participants: people }) => people);
  assert(
    entrant && basket.teams.length === 1 && basket.teams[0]?.competitionId === competitionId,
    'one person takes over one place',
  );
  checkEntries(catalog, basket, now);
  const missing = missingContact(catalog.event, basket.contactAddress);
  if (Object.keys(missing).length > 0) refuseFields(missing);
  await refuseSecondPlace(tx, { competitionId }, entrant);
  const { items, totalPrice } = await linesOfTakeover(tx, place, terms);
  if (totalPrice !== booking.totalPrice)
    return refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice, sentTotalPrice: booking.totalPrice });
  await requireRoomForGuest(work, who.viewer, { places: 1, isFree: totalPrice === 0, origin: who.origin });
  const noStock = { tickets: [], variants: [], vouchers: [] };
  const [placed] = await writeOrders(work, [
    {
      input: {
        ...{ ...who, eventId: order.eventId },
        booking: { ...basket, ...{ totalPrice, termsAccepted: true, eventConditionsAccepted: true } },
      },
      catalog,
      basket: { ...basket, teams: [] },
      priced: {
        ...{ totalPrice, orderItems: items, reservations: noStock },
        ...{ vouchers: [], tickets: [], articles: [], protections: [] },
      },
      ...{ members: [], own: null },
    },
  ]);
  assert(placed, 'an order that was written is answered');
  const { orderId } = placed;
  await tx.update(orders).set({ takesPlaceOf: person.id }).where(eq(orders.id, orderId));
  const takeover = { participantId: person.id, fromOrderId: order.id, person: entrant };
  const to = { toCompetitionId: target?.competitionId ?? null, toPriceId: target?.priceId ?? null };
  await tx.insert(placeTakeovers).values({ orderId, ...takeover, ...to, ...terms });
  return placed;
}

function basketOf(catalog: Catalog, { teams, contactAddress }: PlaceTakeover['booking']): Basket {
  const sent = { teams, contactAddress, deliveryAddress: null, invoiceAddress: null };
  const basket = completeBasket(catalog, { ...sent, appliedVouchers: [], cancellationProtections: [] });
  const { deliveryAddress, invoiceAddress, ...addresses } = basket;
  return {
    ...addresses,
    ...checkedAddresses({ contactAddress: basket.contactAddress, deliveryAddress, invoiceAddress }),
  };
}

/** @throws Problem TICKET_ALREADY_BOOKED for a person who starts there, and for the holder of this place */
async function refuseSecondPlace(
  tx: Pick<Tx, 'select'>,
  { competitionId }: Pick<ParticipantRecord, 'competitionId'>,
  entrant: BookingParticipant,
): Promise<void> {
  const identity = personIdentity({ ...entrant, birthDate: entrant.birthDate ?? null });
  if (identity === null) return;
  const isThere = and(
    eq(participants.competitionId, competitionId),
    eq(participants.identity, identity),
    eq(participants.live, true),
  );
  const [other] = await tx.select({ id: participants.id }).from(participants).where(isThere).limit(1);
  if (other) refuse('TICKET_ALREADY_BOOKED', { participants: [entrant.localId] });
}

export const takeoverOf = async (tx: Pick<Tx, 'select'>, orderId: number) =>
  (await tx.select().from(placeTakeovers).where(eq(placeTakeovers.orderId, orderId)))[0] ?? null;

/** Removes the person's data from an order that will not get its place. */
export async function forgetEntrant({ tx }: Work, orderId: number): Promise<void> {
  await tx.update(placeTakeovers).set({ person: null }).where(eq(placeTakeovers.orderId, orderId));
}

/** Undiscounted value of a place when booked. A takeover without refund sold it below value, so earlier orders tell. */
export async function placeValue(
  tx: Pick<Tx, 'select'>,
  { id, ticketPrice }: Pick<ParticipantRecord, 'id' | 'ticketPrice'>,
  bookedAt: Cents,
): Promise<Cents> {
  const { participantId, passedAt } = placeTakeovers;
  const passed = await tx
    .select()
    .from(placeTakeovers)
    .where(and(eq(participantId, id), isNotNull(passedAt)))
    .orderBy(asc(placeTakeovers.orderId));
  const last = passed.at(-1);
  // A later move to another competition set that competition's price.
  if (!last?.keepsAll || last.ticketPrice !== ticketPrice) return ticketPrice;
  // Counts from the last takeover into another competition.
  const moved = passed.findLastIndex(({ toCompetitionId }) => toCompetitionId !== null);
  return passed
    .slice(moved + 1)
    .reduce(
      (worth, each) => (each.keepsAll ? cents(worth + each.ticketPrice - each.feePrice) : each.ticketPrice),
      bookedAt,
    );
}

export const retainedAmount = ({ keepsAll, feePrice }: Omit<TakeoverTerms, 'ticketPrice'>, paid: Cents): Cents =>
  keepsAll ? paid : cents(Math.min(feePrice, paid));
