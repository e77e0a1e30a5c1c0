import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver } from '#modules/events/rules/sale.ts';
import { type Cents, cents, sumCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type ArticleLine, articleLines } from './article-lines.ts';
import type { Basket, BookingParticipant } from './booking.ts';
import { item, type OrderItem } from './order-item.ts';
import { refuse } from './problems.ts';
import { type QuotedTicket, type TicketLines, ticketLines } from './ticket-lines.ts';

/** One a voucher sent, in that order. The ids say what it works on where that is one line, sent or picked. */
export type QuotedVoucher = {
  code: string;
  participantLocalId: string | null;
  articleUniqueLocalId: string | null;
  discountAmount: Cents;
};
export type QuotedArticle = ArticleLine & {
  /** What vouchers take off the whole line. */
  discount: Cents;
};
export type Quote = {
  totalPrice: Cents;
  /** Names of fee (`of`) and shipping (`sc`) are left empty: they are words of a language. */
  orderItems: OrderItem[];
  vouchers: QuotedVoucher[];
  /** One a participant, in the order sent. */
  tickets: QuotedTicket[];
  articles: QuotedArticle[];
  protections: { id: number; title: string; price: Cents }[];
  /** What a booking takes from the stock, each place once. */
  reservations: {
    tickets: TicketLines['reservations'];
    variants: { variantId: number; quantity: number }[];
    /** Each code once, with all that it gives. */
    vouchers: { voucherId: number; code: string; single: boolean; discount: Cents }[];
  };
};

/** The parts of a basket that decide its price; who somebody is decides discounts alone. */
export type PricedBasket = {
  teams: readonly {
    competitionId: number;
    participants: readonly (Pick<BookingParticipant, 'localId' | 'articles' | 'competitionPriceId'> &
      Partial<
        Pick<BookingParticipant, 'firstName' | 'lastName' | 'birthDate' | 'club' | 'email' | 'formFieldsSelected'>
      >)[];
  }[];
  appliedVouchers: Basket['appliedVouchers'];
  cancellationProtections: Basket['cancellationProtections'];
  contactAddress: { countryCode?: string | null | undefined } | null;
  deliveryAddress: { countryCode?: string | null | undefined } | null;
};

/** What codes do to the lines of a basket; all of it in the order sent. */
export type Lowered = {
  /** What is left of each ticket and of each line of articles. */
  tickets: readonly Cents[];
  articles: readonly Cents[];
  items: OrderItem[];
  vouchers: QuotedVoucher[];
  reservations: Quote['reservations']['vouchers'];
};
type Lines = Pick<TicketLines, 'tickets' | 'forHolders'> & { articles: readonly ArticleLine[] };

/**
 * The price of a basket at a moment, line by line, with what codes take off each. `quote` says what they do; whoever has
 * none (`withoutCodes`) need not load that.
 * @throws Problem with a code of rules.md when something in the basket cannot be bought now.
 */
export function quoteBasket(
  catalog: Catalog,
  basket: PricedBasket,
  now: Instant,
  lower: (lines: Lines) => Lowered,
): Quote {
  requireOpenEvent(catalog, now);
  const { tickets, ticketItems, reservations, forHolders } = ticketLines(catalog, basket, now);
  const articles = articleLines(catalog, basket);
  const lowered = lower({ tickets, articles, forHolders });
  const { vat } = catalog.event;
  const protections = priceProtections(catalog, basket);
  const shipping = shippingCost(catalog, basket);
  const orderItems = [
    ...ticketItems,
    ...articleItems(articles),
    ...lowered.items,
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
    vouchers: lowered.vouchers,
    tickets: tickets.map((ticket, index) => ({ ...ticket, chargedPrice: lowered.tickets[index] as Cents })),
    articles: articles.map((line, index) => ({
      ...line,
      discount: cents(line.unitPrice * line.quantity - (lowered.articles[index] as Cents)),
    })),
    protections,
    reservations: {
      tickets: reservations,
      variants: variantReservations(articles),
      vouchers: lowered.reservations,
    },
  };
}

/** Of a basket that holds no code. */
export function withoutCodes({ tickets, articles, forHolders }: Lines): Lowered {
  requireHolders(tickets, forHolders, () => false);
  return {
    tickets: tickets.map(({ ticketPrice }) => ticketPrice),
    articles: articles.map(({ unitPrice, quantity }) => cents(unitPrice * quantity)),
    items: [],
    vouchers: [],
    reservations: [],
  };
}

/** Some prices are for those who hold a voucher for that ticket, or for its team. */
export function requireHolders(
  tickets: readonly QuotedTicket[],
  forHolders: ReadonlySet<number>,
  holds: (index: number) => boolean,
): void {
  const without = tickets.find(({ competitionId }, index) => forHolders.has(competitionId) && !holds(index));
  if (!without) return;
  refuse('TICKET_NOT_AVAILABLE', {
    competitionId: without.competitionId,
    reason: 'onlyBuyableWithVoucher',
    participantLocalId: without.participantLocalId,
  });
}

export function requireOpenEvent({ event }: Catalog, now: Instant): void {
  if (event.canceled) refuse('EVENT_CANCELED');
  if (event.soldOut) refuse('EVENT_SOLD_OUT');
  if (isOver(event, now)) refuse('EVENT_IS_OVER');
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
    const sold = item('article', name, quantity, line.unitPrice, line.vat);
    return line.soldByPlatform ? { ...sold, soldByPlatform: true } : sold;
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
    chosen.set(id, { id, title: known.title, price: known.price });
  }
  return [...chosen.values()];
}

/** The first protection whose sent price is no longer its price, with both in cents; null when all are right. */
export function staleProtection(
  catalog: Catalog,
  basket: PricedBasket,
): { cancellationProtectionId: number; price: Cents; sentPrice: Cents } | null {
  for (const { id, price: sentPrice } of basket.cancellationProtections) {
    const price = catalog.cancellationProtections.find((candidate) => candidate.id === id)?.price;
    if (price !== undefined && price !== sentPrice)
      return { cancellationProtectionId: id, price, sentPrice: cents(sentPrice) };
  }
  return null;
}

/** null when nothing is shipped. */
function shippingCost({ event, competitions, shippingCosts }: Catalog, basket: PricedBasket): Cents | null {
  const isShipped = basket.teams.some((team) => competitions.find((c) => c.id === team.competitionId)?.withShipping);
  if (!isShipped) return null;
  const country = basket.deliveryAddress?.countryCode || basket.contactAddress?.countryCode;
  return shippingCosts.find((entry) => entry.countryCode === country)?.cost ?? event.defaultShippingCost;
}
