import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver } from '#modules/events/rules/sale.ts';
import { type Cents, cents, sumCents } from '#src/kernel/money.ts';
import { Problem, refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type ArticleLine, articleLines } from './article-lines.ts';
import type { Basket, BookingParticipant } from './booking.ts';
import { item, type OrderItem } from './order-item.ts';
import { refuse } from './problems.ts';
import { type QuotedTicket, type TicketLines, ticketLines } from './ticket-lines.ts';

/** One per sent voucher, in that order. Ids name its line if it is a single one. */
export type QuotedVoucher = {
  code: string;
  participantLocalId: string | null;
  articleUniqueLocalId: string | null;
  discountAmount: Cents;
};
export type QuotedArticle = ArticleLine & {
  /** Cents taken off the whole line by vouchers. */
  discount: Cents;
};
export type Quote = {
  totalPrice: Cents;
  /** Names of fee (`of`) and shipping (`sc`) are empty, because they depend on the language. */
  orderItems: OrderItem[];
  vouchers: QuotedVoucher[];
  tickets: QuotedTicket[];
  articles: QuotedArticle[];
  protections: { id: number; title: string; price: Cents }[];
  /** Stock taken by a booking. */
  reservations: {
    tickets: TicketLines['reservations'];
    variants: { variantId: number; quantity: number }[];
    /** Each code once, with its total discount. */
    vouchers: { voucherId: number; code: string; single: boolean; discount: Cents }[];
  };
};

/** Parts of a basket that decide the price; personal data only decides discounts. */
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

/** Effect of codes on the lines, in the order sent. */
export type DiscountedLine = {
  tickets: readonly Cents[];
  articles: readonly Cents[];
  items: OrderItem[];
  vouchers: QuotedVoucher[];
  reservations: Quote['reservations']['vouchers'];
};
type Lines = Pick<TicketLines, 'tickets' | 'forHolders'> & { articles: readonly ArticleLine[] };

/**
 * Price of a basket by line. `lower` applies codes; `withoutCodes` avoids loading the voucher rules.
 * @throws Problem with a code of rules.md if something cannot be bought now
 */
export function quoteBasket(
  catalog: Catalog,
  basket: PricedBasket,
  now: Instant,
  lower: (lines: Lines) => DiscountedLine,
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

export function withoutCodes({ tickets, articles, forHolders }: Lines): DiscountedLine {
  requireHolders(tickets, forHolders, () => false);
  return {
    tickets: tickets.map(({ ticketPrice }) => ticketPrice),
    articles: articles.map(({ unitPrice, quantity }) => cents(unitPrice * quantity)),
    items: [],
    vouchers: [],
    reservations: [],
  };
}

/** Some prices require a voucher for the ticket or its team. */
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

/** Each once, at the current price; a stale price shows as a wrong total. */
function priceProtections(catalog: Catalog, basket: PricedBasket): Quote['protections'] {
  const chosen = new Map<number, Quote['protections'][number]>();
  for (const [index, { id }] of basket.cancellationProtections.entries()) {
    const known = catalog.cancellationProtections.find((candidate) => candidate.id === id);
    if (!known) return refuseFields({ [`cancellationProtections.${index}.id`]: ['unknown'] });
    chosen.set(id, { id, title: known.title, price: known.price });
  }
  return [...chosen.values()];
}

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

type ShippedBasket = Pick<PricedBasket, 'contactAddress' | 'deliveryAddress'> & {
  teams: readonly Pick<PricedBasket['teams'][number], 'competitionId'>[];
};

/** Null: nothing is shipped. */
export function shippingCost({ event, competitions, shippingCosts }: Catalog, basket: ShippedBasket): Cents | null {
  const isShipped = basket.teams.some((team) => competitions.find((c) => c.id === team.competitionId)?.withShipping);
  if (!isShipped) return null;
  const country = basket.deliveryAddress?.countryCode || basket.contactAddress?.countryCode;
  return shippingCosts.find((entry) => entry.countryCode === country)?.cost ?? event.defaultShippingCost;
}

export type LivePrice = { quote: Quote; problem: null } | { quote: null; problem: Problem };

/** The price while typing: a refusal is returned, not thrown. */
export function live(priced: () => Quote): LivePrice {
  try {
    return { quote: priced(), problem: null };
  } catch (error) {
    if (error instanceof Problem) return { quote: null, problem: error };
    throw error;
  }
}

export type ItemNames = { of: string; sc: string };

/** Lines of the summary beside a step. */
export const summaryLines = (quoted: Quote | null, names: ItemNames, money: (cents: Cents) => string) =>
  (quoted?.orderItems ?? []).map((line) => ({
    label: line.kind === 'of' || line.kind === 'sc' ? names[line.kind] : line.name,
    ...(line.code ? { detail: line.code } : {}),
    ...(line.amount === 1 ? {} : { detail: `${line.amount} × ${money(line.price)}` }),
    amount: money(line.priceTotal),
  }));
