import type { Catalog, CatalogCompetition, CatalogPrice } from '#modules/events/rules/catalog.ts';
import {
  availableTickets,
  currentPrice,
  isCompetitionOver,
  isOver,
  nextPrice,
  quantityLeft,
} from '#modules/events/rules/sale.ts';
import { basisPoints, type Cents, cents, netOfGross, sumCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type Instant, toIsoOrNull } from '#src/kernel/time.ts';
import { type ArticleLine, articleLines } from './article-lines.ts';
import type { Basket, BookingParticipant } from './booking.ts';
import type { OrderItem, OrderItemKind } from './order-item.ts';
import { refuse } from './problems.ts';

export type QuotedTicket = {
  participantLocalId: string;
  competitionId: number;
  competitionPriceId: number;
  ticketPrice: Cents;
  /** What this participant's ticket costs after all discounts. */
  chargedPrice: Cents;
};
export type QuotedVoucher = {
  code: string;
  participantLocalId: string | null;
  articleUniqueLocalId: string | null;
  discountAmount: Cents;
};
export type Quote = {
  totalPrice: Cents;
  /** Names of fee (`of`) and shipping (`sc`) are left empty: they are words of a language. */
  orderItems: OrderItem[];
  vouchers: QuotedVoucher[];
  /** One a participant, in the order sent. */
  tickets: QuotedTicket[];
  articles: ArticleLine[];
  protections: { id: number; title: string; price: Cents }[];
  /** What a booking takes from the stock, each place once. */
  reservations: {
    tickets: { competitionId: number; priceId: number; count: number }[];
    variants: { variantId: number; quantity: number }[];
  };
};

/** The parts of a basket that decide its price; names and birth dates do not. */
export type PricedBasket = {
  teams: readonly {
    competitionId: number;
    participants: readonly Pick<BookingParticipant, 'localId' | 'articles' | 'competitionPriceId'>[];
  }[];
  appliedVouchers: Basket['appliedVouchers'];
  cancellationProtections: Basket['cancellationProtections'];
  contactAddress: { countryCode?: string | null | undefined } | null;
  deliveryAddress: { countryCode?: string | null | undefined } | null;
};

/**
 * The price of a basket at a moment, line by line. Pure: the page shows it, the server books by it.
 * @throws Problem with a code of rules.md when something in the basket cannot be bought now.
 */
export function quote(catalog: Catalog, basket: PricedBasket, now: Instant): Quote {
  requireOpenEvent(catalog, now);
  const { tickets, ticketItems, reservations } = priceTickets(catalog, basket, now);
  const articles = articleLines(catalog, basket);
  for (const voucher of basket.appliedVouchers) refuse('INVALID_VOUCHER_CODE', { code: voucher.code });
  const protections = priceProtections(catalog, basket);
  const shipping = shippingCost(catalog, basket);
  const vat = catalog.event.vat;
  const orderItems = [
    ...ticketItems,
    ...articleItems(articles),
    ...protections.map((entry) => item('cp', entry.title, 1, entry.price, vat)),
    ...(shipping === null ? [] : [item('sc', '', 1, shipping, vat)]),
  ];
  const withoutFee = sumCents(orderItems.map((line) => line.priceTotal));
  if (withoutFee > 0 && catalog.event.processingFee > 0) {
    orderItems.push(item('of', '', 1, catalog.event.processingFee, vat));
  }
  return {
    totalPrice: sumCents(orderItems.map((line) => line.priceTotal)),
    orderItems,
    vouchers: [],
    tickets,
    articles,
    protections,
    reservations: { tickets: reservations, variants: variantReservations(articles) },
  };
}

export function requireOpenEvent({ event }: Catalog, now: Instant): void {
  if (event.canceled) refuse('EVENT_CANCELED');
  if (event.soldOut) refuse('EVENT_SOLD_OUT');
  if (isOver(event, now)) refuse('EVENT_IS_OVER');
}

function item(kind: OrderItemKind, name: string, amount: number, unit: number, vat: number): OrderItem {
  const priceTotal = cents(unit * amount);
  const priceBeforeTax = netOfGross(priceTotal, basisPoints(vat));
  return { kind, name, code: null, amount, price: cents(unit), priceBeforeTax, priceTotal, vat };
}

function priceTickets(catalog: Catalog, basket: PricedBasket, now: Instant) {
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
  const reservations: Quote['reservations']['tickets'] = [];
  for (const { competition, members } of groups.values()) {
    const price = sellablePrice(competition, members, now);
    priceOf.set(competition.id, price);
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
        ticketPrice: cents(price.price),
        chargedPrice: cents(price.price),
      };
    }),
  );
  return { tickets, ticketItems, reservations };
}

/** The current price, when all members may buy at it. */
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
  if (!current) {
    const next = nextPrice(competition, now);
    return next
      ? refuse('TICKETS_IN_FUTURE', { ...where, availableFrom: toIsoOrNull(next.availableFrom) })
      : refuse('TICKET_COMPETITION_PRICE_SOLD_OUT', where);
  }
  for (const { localId, sent } of members) {
    if (sent === null || sent === current.id) continue;
    const price = competition.prices.find((candidate) => candidate.id === sent) as CatalogPrice;
    const details = { ...where, competitionPriceId: sent, participantLocalId: localId };
    if (quantityLeft(price) === 0) refuse('TICKET_COMPETITION_PRICE_SOLD_OUT', details);
    refuse('TICKET_NOT_AVAILABLE', details);
  }
  const left = availableTickets(competition, now);
  if (members.length > left) refuse('NOT_ENOUGH_TICKETS', { ...where, left, wanted: members.length });
  if (current.onlyBuyableWithVoucher) {
    refuse('TICKET_NOT_AVAILABLE', {
      ...where,
      reason: 'onlyBuyableWithVoucher',
      participantLocalId: members[0]?.localId,
    });
  }
  return current;
}

/** One line for all that is the same: article, variant and unit price. */
function articleItems(lines: readonly ArticleLine[]): OrderItem[] {
  const groups = new Map<string, { line: ArticleLine; quantity: number }>();
  for (const line of lines) {
    const key = `${line.articleId}|${line.variantId}|${line.unitPrice}`;
    const group = groups.get(key);
    if (group) group.quantity += line.quantity;
    else groups.set(key, { line, quantity: line.quantity });
  }
  return [...groups.values()].map(({ line, quantity }) => {
    const name = line.variantName ? `${line.name}, ${line.variantName}` : line.name;
    return item('article', name, quantity, line.unitPrice, line.vat);
  });
}

function variantReservations(lines: readonly ArticleLine[]): { variantId: number; quantity: number }[] {
  const wanted = new Map<number, number>();
  for (const line of lines) wanted.set(line.variantId, (wanted.get(line.variantId) ?? 0) + line.quantity);
  return [...wanted].map(([variantId, quantity]) => ({ variantId, quantity }));
}

/** Each once an order, at its price of now; a price that was sent and is another shows in the sum that does not match. */
function priceProtections(catalog: Catalog, basket: PricedBasket): Quote['protections'] {
  const chosen = new Map<number, Quote['protections'][number]>();
  for (const [index, { id }] of basket.cancellationProtections.entries()) {
    const known = catalog.cancellationProtections.find((candidate) => candidate.id === id);
    if (!known) return refuseFields({ [`cancellationProtections.${index}.id`]: ['unknown'] });
    chosen.set(id, { id, title: known.title, price: cents(known.price) });
  }
  return [...chosen.values()];
}

/** A sent price of a protection that is no longer its price. */
export const hasStaleProtectionPrice = (catalog: Catalog, basket: PricedBasket): boolean =>
  basket.cancellationProtections.some(
    ({ id, price }) => catalog.cancellationProtections.find((candidate) => candidate.id === id)?.price !== price,
  );

/** null when nothing is shipped. */
function shippingCost({ event, competitions, shippingCosts }: Catalog, basket: PricedBasket): number | null {
  const isShipped = basket.teams.some((team) => competitions.find((c) => c.id === team.competitionId)?.withShipping);
  if (!isShipped) return null;
  const country = basket.deliveryAddress?.countryCode || basket.contactAddress?.countryCode;
  return shippingCosts.find((entry) => entry.countryCode === country)?.cost ?? event.defaultShippingCost;
}
