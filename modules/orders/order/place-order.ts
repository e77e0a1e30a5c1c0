import { and, eq } from 'drizzle-orm';
import { checkedAddresses } from '#modules/accounts/index.ts';
import {
  catalogOf,
  endHolds,
  type OwnVisits,
  ownVisitsOf,
  reserveTickets,
  reserveVariant,
  saleTo,
} from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isPublic } from '#modules/events/rules/sale.ts';
import { redeemVouchers, vouchersOfCodes } from '#modules/vouchers/index.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { present } from '#src/kernel/assert.ts';
import { isCountryCode } from '#src/kernel/countries.ts';
import type { Cents } from '#src/kernel/money.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { instant, minutes } from '#src/kernel/time.ts';
import { brokenConstraint } from '#src/platform/database.ts';
import { batches, insertRows, insertRowsReturning } from '#src/platform/hot-statements.ts';
import { type Locale, wordsFor } from '#src/platform/locale.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { Work } from '#src/platform/work.ts';
import { indexOrder } from '../order-search.ts';
import type { Basket, Booking } from '../rules/booking.ts';
import { deskCatalog } from '../rules/desk-sale.ts';
import { checkEntries, completeBasket, missingContact } from '../rules/entry-check.ts';
import { orderPaid } from '../rules/facts.ts';
import { personIdentity } from '../rules/identity.ts';
import type { OrderItem } from '../rules/order-item.ts';
import { dataOf } from '../rules/participant.ts';
import { type Quote, requireOpenEvent, staleProtection } from '../rules/pricing.ts';
import { refuse } from '../rules/problems.ts';
import { quote } from '../rules/quote.ts';
import {
  orderAudits,
  orderItems,
  orderProtections,
  orders,
  participantArticles,
  participantFields,
  participants,
  teams,
} from '../schema.ts';
import { type Origin, requireRoomForGuest } from './guest-limits.ts';
import { keptKey } from './idempotency-key.ts';
import { refuseDuplicate } from './refuse-duplicate.ts';

export type PlaceOrder = {
  eventId: number;
  booking: Booking;
  viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>;
  language: Locale;
  /** The same key in the same visit answers the same order and books once. */
  idempotencyKey: string | null;
  /** Guests have limits. */
  origin: Origin;
  /** On race day, by somebody who stands behind the desk (null: a device); the viewer is the buyer. */
  atDesk?: { editorId: number | null };
};
export type PlacedOrder = { orderId: number; totalPrice: Cents; status: 'pending' | 'complete' };

/**
 * Books: reserves tickets, articles and vouchers and writes the order, all or nothing. A total of 0 completes at once.
 * @throws Problem with a code of the catalogue; then nothing was reserved.
 */
export async function placeOrder(work: Work, input: PlaceOrder): Promise<PlacedOrder> {
  const before = await orderOfKey(work, input);
  if (before) return before;
  const published = (await catalogOf(work.tx, input.eventId)) ?? refuse('NOT_FOUND');
  if (!input.atDesk && !isPublic(published.event)) refuse('NOT_FOUND');
  const own = await ownVisitsOf(work.tx, published.event, input.viewer);
  const offered = (await saleTo(work.tx, published, own, work.now)).catalog;
  const catalog = input.atDesk ? deskCatalog(offered, work.now) : offered;
  const codes = input.booking.appliedVouchers.map(({ code }) => code);
  const vouchers = await vouchersOfCodes(work.tx, input.eventId, codes);
  const { basket, priced } = checkBooking(catalog, input.booking, vouchers, work);

  const places = basket.teams.reduce((sum, { participants }) => sum + participants.length, 0);
  const isFree = priced.totalPrice === 0;
  await requireRoomForGuest(work, input.viewer, { places, isFree, origin: input.origin });
  await reserve(work, priced, own);
  if (own !== null) await endHolds(work, input.eventId, own);
  const placed = await insertOrder(work, catalog, input, basket, priced);
  await redeemVouchers(work, placed.orderId, priced.reservations.vouchers);
  await insertPeople(work, catalog, input, placed.orderId, basket, priced);
  await insertLines(work, placed.orderId, input.language, priced);
  await indexOrder(work, placed.orderId);
  const isPaid = placed.status === 'complete';
  await insertRows(
    work.tx,
    orderAudits,
    (['OrderCreated', ...(isPaid ? (['OrderPaid'] as const) : [])] as const).map((type) => ({
      orderId: placed.orderId,
      type,
      editorId: input.atDesk ? input.atDesk.editorId : input.viewer.userId,
      createdAt: work.now,
    })),
  );
  if (isPaid) await work.announce(orderPaid({ orderId: placed.orderId }));
  return placed;
}

const keyOf = ({ viewer, idempotencyKey }: PlaceOrder): string | null =>
  idempotencyKey === null ? null : keptKey(viewer.userId, idempotencyKey);

async function orderOfKey({ tx }: Work, input: PlaceOrder): Promise<PlacedOrder | null> {
  const key = keyOf(input);
  if (key === null) return null;
  const [order] = await tx
    .select({ orderId: orders.id, totalPrice: orders.totalPrice, status: orders.status })
    .from(orders)
    .where(and(eq(orders.visitId, input.viewer.visitId), eq(orders.idempotencyKey, key)));
  if (!order) return null;
  return { ...order, status: order.status === 'pending' ? 'pending' : 'complete' };
}

/** @throws Problem VALIDATION_FAILED for a telephone number or VAT id that cannot be one */
const withCheckedAddresses = ({ contactAddress, deliveryAddress, invoiceAddress, ...basket }: Basket): Basket => ({
  ...basket,
  ...checkedAddresses({ contactAddress, deliveryAddress, invoiceAddress }),
});

function checkBooking(
  catalog: Catalog,
  booking: Booking,
  vouchers: readonly Voucher[],
  { now }: Work,
): { basket: Basket; priced: Quote } {
  requireOpenEvent(catalog, now);
  const basket = withCheckedAddresses(completeBasket(catalog, booking));
  checkEntries(catalog, basket, now);
  requireCountries(basket);
  const missing = missingContact(catalog.event, basket.contactAddress);
  if (Object.keys(missing).length > 0) refuseFields(missing);
  const priced = quote(catalog, basket, vouchers, now);
  const { totalPrice } = priced;
  const stale = staleProtection(catalog, basket);
  if (totalPrice !== booking.totalPrice || stale) {
    refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice, sentTotalPrice: booking.totalPrice, ...stale });
  }
  return { basket, priced };
}

/** Pages offer those that exist. @throws Problem VALIDATION_FAILED */
function requireCountries({ teams }: Basket): void {
  const wrong: FieldErrors = {};
  for (const [team, { participants }] of teams.entries())
    for (const [index, { nationalityCountryCode: code }] of participants.entries())
      if (code && !isCountryCode(code))
        wrong[`teams.${team}.participants.${index}.nationalityCountryCode`] = ['country'];
  if (Object.keys(wrong).length > 0) refuseFields(wrong);
}

/** In a fixed order, so that two processes on one database never wait for each other in a circle. */
async function reserve(work: Work, { reservations }: Quote, own: OwnVisits): Promise<void> {
  const tickets = [...reservations.tickets].sort((a, b) => a.competitionId - b.competitionId);
  for (const ticket of tickets) await reserveTickets(work, ticket, own);
  const variants = [...reservations.variants].sort((a, b) => a.variantId - b.variantId);
  for (const variant of variants) await reserveVariant(work, variant);
}

async function insertOrder(
  work: Work,
  catalog: Catalog,
  input: PlaceOrder,
  { contactAddress, deliveryAddress, invoiceAddress }: Basket,
  priced: Quote,
): Promise<PlacedOrder> {
  const isFree = priced.totalPrice === 0;
  const status = isFree ? 'complete' : 'pending';
  const { viewer } = input;
  const [order] = await insertRowsReturning<typeof orders, { id: number }>(
    work.tx,
    orders,
    [
      {
        userId: viewer.userId,
        visitId: viewer.visitId,
        eventId: catalog.event.id,
        status,
        orderDate: work.now,
        totalPrice: priced.totalPrice,
        language: input.language,
        paymentMethod: isFree ? 'voucher' : null,
        paymentStatus: isFree ? 'completed' : null,
        paidAt: isFree ? work.now : null,
        expiresAt: isFree ? null : instant(work.now + minutes(catalog.event.onlinePaymentHoldMinutes)),
        contactAddress,
        deliveryAddress,
        invoiceAddress,
        idempotencyKey: keyOf(input),
        awaitsProof: viewer.level !== 'verified',
      },
    ],
    ['id'],
  );
  return { orderId: present(order, 'an inserted order has an id').id, totalPrice: priced.totalPrice, status };
}

async function insertPeople(
  work: Work,
  catalog: Catalog,
  input: PlaceOrder,
  orderId: number,
  basket: Basket,
  priced: Quote,
): Promise<void> {
  const { tx } = work;
  const insertedTeams = await insertRowsReturning<typeof teams, { id: number; position: number }>(
    tx,
    teams,
    basket.teams.map(({ competitionId, teamName }, position) => {
      const isTeam = catalog.competitions.some(({ id, type }) => id === competitionId && type === 'team');
      // A single starter is a team of one without a name.
      return { orderId, competitionId, teamName: isTeam ? teamName : null, position };
    }),
    ['id', 'position'],
  );
  const teamIds = new Map(insertedTeams.map((team) => [team.position, team.id]));
  const ticketOf = new Map(priced.tickets.map((ticket) => [ticket.participantLocalId, ticket]));
  const people = basket.teams.flatMap((team, position) =>
    team.participants.map((person) => {
      const ticket = present(ticketOf.get(person.localId), 'every participant has a quoted ticket');
      return {
        orderId,
        teamId: present(teamIds.get(position), 'every team was inserted'),
        eventId: catalog.event.id,
        competitionId: team.competitionId,
        competitionPriceId: ticket.competitionPriceId,
        localId: person.localId,
        ...dataOf(person),
        ticketPrice: ticket.ticketPrice,
        chargedPrice: ticket.chargedPrice,
        identity: personIdentity(person),
      };
    }),
  );
  const inserted = await insertRowsReturning<typeof participants, { id: number; local_id: string }>(
    tx,
    participants,
    people,
    ['id', 'local_id'],
  ).catch(async (error) => {
    if (brokenConstraint(error) !== 'unique') throw error;
    return refuseDuplicate(work, people, input.viewer, orderId);
  });
  const ids = new Map(inserted.map((person) => [person.local_id, person.id]));
  const idOf = (localId: string) => present(ids.get(localId), 'every participant was inserted');

  const articles = priced.articles.map((line) => ({ ...line, participantId: idOf(line.participantLocalId) }));
  for (const batch of batches(articles)) await tx.insert(participantArticles).values(batch);
  const answers = basket.teams.flatMap((team) =>
    team.participants.flatMap((person) =>
      person.formFieldsSelected.map((answer) => ({ participantId: idOf(person.localId), ...answer })),
    ),
  );
  for (const batch of batches(answers)) await tx.insert(participantFields).values(batch).onConflictDoNothing();
}

async function insertLines({ tx }: Work, orderId: number, language: Locale, priced: Quote): Promise<void> {
  const items = namedItems(priced.orderItems, language);
  if (items.length > 0) {
    await insertRows(
      tx,
      orderItems,
      items.map((line, position) => ({ ...line, soldByPlatform: line.soldByPlatform ?? false, orderId, position })),
    );
  }
  if (priced.protections.length > 0) {
    await tx
      .insert(orderProtections)
      .values(priced.protections.map(({ id, title, price }) => ({ orderId, protectionId: id, title, price })));
  }
}

/** Fee and shipping get their names in the language of the order. */
export function namedItems(items: readonly OrderItem[], language: Locale): OrderItem[] {
  const words = wordsFor(language);
  const names = { of: words.t('orders.item.of'), sc: words.t('orders.item.sc') };
  return items.map((line) => (line.kind === 'of' || line.kind === 'sc' ? { ...line, name: names[line.kind] } : line));
}
