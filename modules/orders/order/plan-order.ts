import { checkedAddresses } from '#modules/accounts/index.ts';
import { type OwnVisits, ownVisitsOf, saleTo } from '#modules/events/index.ts';
import type { Catalog, CatalogEvent } from '#modules/events/rules/catalog.ts';
import { isPublic } from '#modules/events/rules/sale.ts';
import { quotaFree } from '#modules/events/rules/shared-quotas.ts';
import { withMembers } from '#modules/member-lists/index.ts';
import { vouchersOfCodes } from '#modules/vouchers/index.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { type RoomVisitor, takeTurn } from '#modules/waiting-room/index.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { isCountryCode } from '#src/kernel/countries.ts';
import type { Cents } from '#src/kernel/money.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { type Locale, translatorFor } from '#src/texts/locale.ts';
import type { Basket, Booking } from '../rules/booking.ts';
import { deskCatalog } from '../rules/desk-sale.ts';
import { checkEntries, completeBasket, missingContact } from '../rules/entry-check.ts';
import { type Quote, requireOpenEvent, staleProtection } from '../rules/pricing.ts';
import { refuse } from '../rules/problems.ts';
import { complimentary, quote } from '../rules/quote.ts';
import { requireSharedAlone } from '../rules/shared-entry.ts';
import { type Origin, requireRoomForGuest } from './guest-limits.ts';
import { membersOf, type OptionalProof } from './member-proof.ts';

export type PlaceOrder = {
  eventId: number;
  booking: Booking;
  viewer: RoomVisitor;
  language: Locale;
  idempotencyKey: string | null;
  /** `hashBody` of the request; missing for forms, whose fields may change. */
  bodyHash?: string;
  /** Guests have limits by origin. */
  origin: Origin;
  /** On race day at the desk (editor null: a device); the viewer is the buyer. */
  atDesk?: { editorId: number | null; isOffice?: boolean };
  /** Entered by the organizer for the buyer (the viewer), who is exempt from the limits of accounts and queues. */
  byOrganizer?: { editorId: number; isComplimentary: boolean; withholdsTickets: boolean };
  /** People per order; default: `maxPeople`. */
  peopleLimit?: number;
};
export type PlacedOrder = { orderId: number; totalPrice: Cents; status: 'pending' | 'complete' };

export type Planned = {
  input: PlaceOrder;
  catalog: Catalog;
  basket: Basket;
  priced: Quote;
  members: OptionalProof[];
  own: OwnVisits;
};

/**
 * Checks and prices a booking against the stock in `published`, counts guest limits and takes the buyer's turn of a
 * waiting room. Writes nothing else.
 * @throws Problem
 */
export async function planOrder(work: Work, input: PlaceOrder, published: Catalog): Promise<Planned> {
  const isByStaff = Boolean(input.atDesk || input.byOrganizer);
  if (!isByStaff && !isPublic(published.event)) refuse('NOT_FOUND');
  const own = await ownVisitsOf(work.tx, published.event, input.viewer);
  const sale = await saleTo(work.tx, published, own, work.now);
  // Buyers with a place from the waiting list need no turn for exactly that place.
  const { teams } = input.booking;
  const isOffered =
    teams.length > 0 &&
    teams.every(({ competitionId }) => {
      const same = teams.filter((team) => team.competitionId === competitionId);
      return (
        same.reduce((sum, { participants }) => sum + participants.length, 0) <= (sale.offered.get(competitionId) ?? 0)
      );
    });
  if (!isByStaff && !isOffered) await takeTurn(work, published, input.viewer);
  const catalog = input.atDesk ? deskCatalog(sale.catalog, work.now, input.atDesk) : sale.catalog;
  const codes = input.booking.appliedVouchers.map(({ code }) => code);
  const vouchers = await vouchersOfCodes(work.tx, input.eventId, codes);
  const { basket, priced, members } = await checkBooking(work, catalog, input, vouchers);
  const places = basket.teams.reduce((sum, { participants }) => sum + participants.length, 0);
  const isFree = priced.totalPrice === 0;
  const limitInput = { event: published.event, userId: input.viewer.userId, places };
  if (isFree && !isByStaff) await requireFreePlaces(work, limitInput);
  await requireRoomForGuest(work, input.viewer, { places, isFree, origin: input.origin });
  if (!isFree && !isByStaff) await requireUnpaidPlaces(work, limitInput);
  return { input, catalog, basket, priced, members, own };
}

/** @throws Problem VALIDATION_FAILED for an invalid phone number or VAT id */
const withCheckedAddresses = ({ contactAddress, deliveryAddress, invoiceAddress, ...basket }: Basket): Basket => ({
  ...basket,
  ...checkedAddresses({ contactAddress, deliveryAddress, invoiceAddress }),
});

async function checkBooking(
  { tx, now }: Work,
  catalog: Catalog,
  { booking, viewer, origin, language, atDesk, byOrganizer, peopleLimit }: PlaceOrder,
  vouchers: readonly Voucher[],
): Promise<Pick<Planned, 'basket' | 'priced' | 'members'>> {
  requireOpenEvent(catalog, now);
  const basket = withCheckedAddresses(completeBasket(catalog, booking));
  checkEntries(catalog, basket, now, peopleLimit);
  requireSharedAlone(catalog, basket.teams);
  requireCountries(basket);
  const missing = missingContact(catalog.event, basket.contactAddress);
  if (Object.keys(missing).length > 0) refuseFields(missing);
  const isByStaff = atDesk || byOrganizer;
  const asker = isByStaff ? null : { ...origin, visitId: viewer.visitId };
  const enterer = isByStaff ? 'desk' : viewer;
  const known = await withMembers(tx, catalog, () => basket.teams, { asker, enterer, now });
  const full = quote(known, basket, vouchers, now);
  const priced = byOrganizer?.isComplimentary
    ? complimentary(full, translatorFor(language).t('orders.item.complimentary'))
    : full;
  requireSharedRoom(catalog, priced.reservations.tickets);
  const { totalPrice } = priced;
  const stale = staleProtection(catalog, basket);
  if (totalPrice !== booking.totalPrice || stale) {
    refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice, sentTotalPrice: booking.totalPrice, ...stale });
  }
  return { basket, priced, members: await membersOf(tx, known, basket, { tickets: priced.tickets, enterer, now }) };
}

/** Checks shared quotas for the whole order. @throws Problem NOT_ENOUGH_TICKETS */
function requireSharedRoom({ competitions }: Catalog, tickets: Quote['reservations']['tickets']): void {
  const left = new Map<number, number>();
  for (const { competitionId, count: wanted } of tickets) {
    const competition = competitions.find(({ id }) => id === competitionId);
    if (!competition?.quota) continue;
    const { id } = competition.quota;
    const free = left.get(id) ?? quotaFree(competition);
    if (wanted > free) refuse('NOT_ENOUGH_TICKETS', { competitionId, left: free, wanted });
    left.set(id, free - wanted);
  }
}

/** @throws Problem VALIDATION_FAILED for unknown countries */
function requireCountries({ teams }: Basket): void {
  const wrong: FieldErrors = {};
  for (const [team, { participants }] of teams.entries())
    for (const [index, { nationalityCountryCode: code }] of participants.entries())
      if (code && !isCountryCode(code))
        wrong[`teams.${team}.participants.${index}.nationalityCountryCode`] = ['country'];
  if (Object.keys(wrong).length > 0) refuseFields(wrong);
}

/** Default limit of free places per account; see the booking README. */
export const defaultFreePlaces = 50;
/** Default limit of unpaid places per account, unless the event allows more free ones. */
export const defaultUnpaidPlaces = 200;

type LimitInput = { event: Pick<CatalogEvent, 'id' | 'freePlacesPerAccount'>; userId: number; places: number };

/**
 * Limits free places per account and event. The transaction locks the database from its start, so no other process
 * books meanwhile.
 * @throws Problem FREE_PLACES_LIMIT with `details.left` and `details.most`
 */
export async function requireFreePlaces({ tx }: Work, { event, userId, places }: LimitInput): Promise<void> {
  if (places === 0) return;
  const max = event.freePlacesPerAccount ?? defaultFreePlaces;
  const [row] = await tx.all<{ taken: number }>(ready(takenText, [userId, event.id]));
  const left = Math.max(0, max - (row?.taken ?? 0));
  if (places > left) refuse('FREE_PLACES_LIMIT', { left, most: max });
}

/**
 * Limits places in pending orders per account and event, waiting transfers included.
 * @throws Problem UNPAID_PLACES_LIMIT with `details.left` and `details.most`
 */
export async function requireUnpaidPlaces({ tx }: Work, { event, userId, places }: LimitInput): Promise<void> {
  if (places === 0) return;
  const max = Math.max(defaultUnpaidPlaces, event.freePlacesPerAccount ?? 0);
  const [row] = await tx.all<{ held: number }>(ready(heldText, [userId, event.id]));
  const left = Math.max(0, max - (row?.held ?? 0));
  if (places > left) refuse('UNPAID_PLACES_LIMIT', { left, most: max });
}

const takenText = `select count(*) taken from orders o join participants p on p.order_id = o.id and p.live = 1
  where o.user_id = ? and o.event_id = ? and o.total_cents = 0 and o.status <> 'canceled'`;
const heldText = `select count(*) held from orders o join participants p on p.order_id = o.id and p.live = 1
  where o.user_id = ? and o.event_id = ? and o.status = 'pending'`;
