import { and, eq } from 'drizzle-orm';
import { handOuts, scans } from '#modules/checkin/schema.ts';
import { catalogOf, saleFor } from '#modules/events/index.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { isSelling } from '#modules/events/rules/place-holds.ts';
import { availableTickets, currentPrice, isCompetitionOver } from '#modules/events/rules/sale.ts';
import { insteadOf } from '#modules/events/rules/shared-quotas.ts';
import {
  chargedForPerson,
  type OrderRecord,
  orderOf,
  type ParticipantRecord,
  peopleOf,
  placeValue,
  type TakeoverTarget,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { forOnePlace } from '#modules/orders/rules/shared-entry.ts';
import { type Seat, seatsOf } from '#modules/shared-teams/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { refuse } from './rules/problems.ts';
import { deadlineOf, priceToday, type TransferSettings, termsOf } from './rules/terms.ts';
import { settingsOf } from './settings.ts';

export type Place = {
  order: OrderRecord;
  person: ParticipantRecord;
  competition: CatalogCompetition;
  title: string;
  settings: TransferSettings;
  deadline: Instant;
  hindrance: Hindrance | null;
  paid: Cents;
  terms: ReturnType<typeof termsOf>;
  before: Cents;
  /** The shared team and leg, which go along. */
  sharedTeam: Seat | null;
  /** The other competition chosen by the taker; title, competition and terms are of it. */
  target: TakeoverTarget | null;
};
export type Hindrance = 'off' | 'tooLate' | 'team' | 'notPaid' | 'restOpen' | 'used';

/** Null: no such participant in the order. */
export async function placeOf(
  reader: Reader | Tx,
  { orderId, participantId }: { orderId: number; participantId: number },
  now: Instant,
): Promise<Place | null> {
  const order = await orderOf(reader, orderId);
  const found = order && peopleOf(order).find(({ person }) => person.id === participantId);
  if (!order || !found) return null;
  const { person } = found;
  const catalog = (await catalogOf(reader, order.eventId)) ?? refuse('NOT_FOUND');
  const isOfTeam = found.competition.type === 'team';
  const sharedTeam = isOfTeam ? ((await seatsOf(reader, [person.id])).get(person.id) ?? null) : null;
  const { competitions } = sharedTeam ? forOnePlace(catalog, person.competitionId, sharedTeam) : catalog;
  const competition = competitions.find(({ id }) => id === person.competitionId) ?? refuse('NOT_FOUND');
  const settings = await settingsOf(reader, order.eventId);
  const deadline = deadlineOf(settings, order.event.startTimestamp);
  const bookedAt = competition.prices.find(({ id }) => id === person.competitionPriceId)?.price ?? person.ticketPrice;
  const before = await placeValue(reader, person, bookedAt);
  const terms = termsOf(settings, before, priceToday(competition, now, before));
  const known = {
    ...{ order, person, competition, title: competition.title, settings, deadline, terms, before },
    ...{ target: null, sharedTeam },
  };
  const hindrance = hindranceOf(known, now) ?? ((await isUsed(reader, person.id)) ? 'used' : null);
  return { ...known, hindrance, paid: await chargedForPerson(reader, person) };
}

function hindranceOf(
  { order, competition, sharedTeam, settings, deadline }: Omit<Place, 'hindrance' | 'paid'>,
  now: Instant,
): Hindrance | null {
  if (settings.mode === 'off' || order.event.canceled) return 'off';
  if (now >= deadline) return 'tooLate';
  // A team of one order stays together; in a shared team each member owns a place.
  if (competition.type === 'team' && !sharedTeam) return 'team';
  if (!isPaidStatus(order.status)) return 'notPaid';
  return order.totalPrice > 0 && order.paymentStatus === 'pending' ? 'restOpen' : null;
}

/** Members of a team of one order are edited directly instead. */
export async function needsTransfer(
  reader: Reader | Tx,
  of: { orderId: number; participantId: number },
  now: Instant,
): Promise<boolean> {
  const place = await placeOf(reader, of, now);
  return place !== null && !(['off', 'team', 'notPaid'] as (Hindrance | null)[]).includes(place.hindrance);
}

/** Admitted, or the bib was handed out. */
async function isUsed(reader: Reader | Tx, participantId: number): Promise<boolean> {
  const inside = await reader
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.participantId, participantId), eq(scans.admitted, true)));
  const handed = await reader
    .select({ id: handOuts.id })
    .from(handOuts)
    .where(and(eq(handOuts.participantId, participantId), eq(handOuts.counts, true)));
  return inside.length + handed.length > 0;
}

/** Competitions that the taker may choose instead, if the organizer allows it. */
export async function otherPlaces(reader: Reader | Tx, place: Place, now: Instant): Promise<Place[]> {
  // A place in a team stays there.
  if (!place.settings.otherCompetitions || place.sharedTeam) return [];
  const catalog = (await catalogOf(reader, place.order.eventId)) ?? refuse('NOT_FOUND');
  const sale = await saleFor(reader, catalog, null, now);
  // A place in another competition is bought normally, so it does not bypass a waiting room.
  if (!isSelling(sale.event, now) || sale.event.waitingRoom) return [];
  const from = sale.competitions.find(({ id }) => id === place.person.competitionId);
  return sale.competitions.flatMap((other) => {
    const competition = from ? insteadOf(other, from) : other;
    const { id, title, type } = competition;
    if (id === place.person.competitionId || type !== 'single' || isCompetitionOver(competition, now)) return [];
    const price = currentPrice(competition, now);
    if (!price || price.onlyBuyableWithVoucher || availableTickets(competition, now) === 0) return [];
    const terms = termsOf({ ...place.settings, priceRule: 'today' }, place.before, price.price);
    return [{ ...place, competition, title, terms, target: { competitionId: id, priceId: price.id } }];
  });
}
