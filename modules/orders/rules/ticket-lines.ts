import type { Catalog, CatalogCompetition, CatalogPrice } from '#modules/events/rules/catalog.ts';
import { availableTickets, currentPrice, isCompetitionOver, nextPrice } from '#modules/events/rules/sale.ts';
import type { Cents } from '#src/kernel/money.ts';
import { type Instant, toIsoOrNull } from '#src/kernel/time.ts';
import type { BookingParticipant } from './booking.ts';
import { item, type OrderItem } from './order-item.ts';
import { refuse } from './problems.ts';

export type QuotedTicket = {
  participantLocalId: string;
  competitionId: number;
  competitionPriceId: number;
  ticketPrice: Cents;
  /** Price after all discounts. */
  chargedPrice: Cents;
};
type TicketBasket = {
  teams: readonly {
    competitionId: number;
    participants: readonly Pick<BookingParticipant, 'localId' | 'competitionPriceId'>[];
  }[];
};
export type TicketLines = {
  tickets: QuotedTicket[];
  ticketItems: OrderItem[];
  reservations: { competitionId: number; priceId: number; count: number }[];
  /** Competitions whose price requires a voucher. */
  forHolders: ReadonlySet<number>;
};

/**
 * Prices every ticket at the current price.
 * @throws Problem TICKET_*, TICKETS_IN_FUTURE, NOT_ENOUGH_TICKETS, COMPETITION_IS_OVER
 */
export function ticketLines(catalog: Catalog, basket: TicketBasket, now: Instant): TicketLines {
  const groups = new Map<
    number,
    { competition: CatalogCompetition; members: { localId: string; sent: number | null }[] }
  >();
  for (const team of basket.teams) {
    const competition = catalog.competitions.find((candidate) => candidate.id === team.competitionId);
    if (!competition) return refuse('TICKET_DOES_NOT_EXIST', { competitionId: team.competitionId });
    const group = groups.get(competition.id) ?? { competition, members: [] };
    groups.set(competition.id, group);
    for (const { localId, competitionPriceId } of team.participants) {
      group.members.push({ localId, sent: competitionPriceId ?? null });
    }
  }
  const priceOf = new Map<number, CatalogPrice>();
  const ticketItems: OrderItem[] = [];
  const reservations: TicketLines['reservations'] = [];
  const forHolders = new Set<number>();
  for (const { competition, members } of groups.values()) {
    const price = sellablePrice(competition, members, now);
    priceOf.set(competition.id, price);
    if (price.onlyBuyableWithVoucher) forHolders.add(competition.id);
    ticketItems.push(item('ticket', competition.title, members.length, price.price, catalog.event.vat));
    reservations.push({ competitionId: competition.id, priceId: price.id, count: members.length });
  }
  const tickets = basket.teams.flatMap((team) =>
    team.participants.map((participant): QuotedTicket => {
      const price = priceOf.get(team.competitionId) as CatalogPrice;
      return {
        participantLocalId: participant.localId,
        competitionId: team.competitionId,
        competitionPriceId: price.id,
        ticketPrice: price.price,
        chargedPrice: price.price,
      };
    }),
  );
  return { tickets, ticketItems, reservations, forHolders };
}

function sellablePrice(
  competition: CatalogCompetition,
  members: { localId: string; sent: number | null }[],
  now: Instant,
): CatalogPrice {
  const where = { competitionId: competition.id };
  if (isCompetitionOver(competition, now)) refuse('COMPETITION_IS_OVER', where);
  for (const { localId, sent } of members) {
    if (sent !== null && !competition.prices.some((price) => price.id === sent)) {
      refuse('TICKET_DOES_NOT_EXIST', { ...where, competitionPriceId: sent, participantLocalId: localId });
    }
  }
  const current = currentPrice(competition, now);
  const held = competition.heldTill ? { heldTill: toIsoOrNull(competition.heldTill) } : {};
  if (!current) {
    if (competition.heldTill) refuse('NOT_ENOUGH_TICKETS', { ...where, left: 0, wanted: members.length, ...held });
    const next = nextPrice(competition, now);
    return next
      ? refuse('TICKETS_IN_FUTURE', { ...where, availableFrom: toIsoOrNull(next.availableFrom) })
      : refuse('TICKET_COMPETITION_PRICE_SOLD_OUT', where);
  }
  for (const { localId, sent } of members) {
    if (sent === null || sent === current.id) continue;
    const price = competition.prices.find((candidate) => candidate.id === sent) as CatalogPrice;
    const details = { ...where, competitionPriceId: sent, participantLocalId: localId };
    if (price.sold >= price.quantityTotal) refuse('TICKET_COMPETITION_PRICE_SOLD_OUT', details);
    refuse('TICKET_NOT_AVAILABLE', details);
  }
  const left = availableTickets(competition, now);
  if (members.length > left) refuse('NOT_ENOUGH_TICKETS', { ...where, left, wanted: members.length, ...held });
  return current;
}
