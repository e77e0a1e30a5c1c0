import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver } from '#modules/events/rules/sale.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { type BasisPoints, type Cents, cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type ArticleLine, articleLines } from './article-lines.ts';
import type { Basket, BookingParticipant } from './booking.ts';
import { item, type OrderItem } from './order-item.ts';
import { refuse } from './problems.ts';
import { type QuotedTicket, type TicketLines, ticketLines } from './ticket-lines.ts';
import { type Discounts, discounts } from './voucher-discounts.ts';
import { type AppliedVoucher, applyVouchers, holdsVoucher, noSlots, type VoucherLines } from './voucher-lines.ts';

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
 * The price of a basket at a moment, line by line. Pure: the page shows it, the server books by it. `vouchers` is what is
 * known of the codes in the basket.
 * @throws Problem with a code of rules.md when something in the basket cannot be bought now.
 */
export function quote(catalog: Catalog, basket: PricedBasket, vouchers: readonly Voucher[], now: Instant): Quote {
  requireOpenEvent(catalog, now);
  const { tickets, ticketItems, reservations, forHolders } = ticketLines(catalog, basket, now);
  const articles = articleLines(catalog, basket);
  const lines = voucherLines(catalog, basket, tickets, articles);
  const applied = applyVouchers(lines, basket.appliedVouchers, vouchers, catalog.event.id, now);
  requireVouchers(lines, forHolders);
  const vat = catalog.event.vat;
  const lowered = discounts(lines, vat);
  const protections = priceProtections(catalog, basket);
  const shipping = shippingCost(catalog, basket);
  const orderItems = [
    ...ticketItems,
    ...articleItems(articles),
    ...voucherItems(applied, lowered, vat),
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
    vouchers: applied.map((each) => ({
      code: each.voucher.code,
      participantLocalId: each.participantLocalId,
      articleUniqueLocalId: each.articleUniqueLocalId,
      discountAmount: takenBy(lowered, [each]),
    })),
    tickets: tickets.map((ticket, index) => ({ ...ticket, chargedPrice: lowered.tickets[index] as Cents })),
    articles: articles.map((line, index) => ({
      ...line,
      discount: cents(line.unitPrice * line.quantity - (lowered.choices[index] as Cents)),
    })),
    protections,
    reservations: {
      tickets: reservations,
      variants: variantReservations(articles),
      vouchers: byVoucher(applied).map((same) => {
        const { id, code, useType } = (same[0] as AppliedVoucher).voucher;
        return { voucherId: id, code, single: useType === 'single', discount: takenBy(lowered, same) };
      }),
    },
  };
}

/** Tickets and articles, both in the order sent, as vouchers see them. */
function voucherLines(
  { competitions }: Catalog,
  basket: PricedBasket,
  tickets: readonly QuotedTicket[],
  articles: readonly ArticleLine[],
): VoucherLines {
  const choices = articles.map((line) => ({ ...line, slots: noSlots() }));
  // Both come in the order sent, so who took what is known even of a basket that uses a name twice.
  let nextTicket = 0;
  let nextChoice = 0;
  const teams = basket.teams.map(({ competitionId, participants }) => ({
    competitionId,
    isTeam: competitions.find(({ id }) => id === competitionId)?.type === 'team',
    tickets: participants.map((participant) => {
      const { participantLocalId, competitionPriceId, ticketPrice } = tickets[nextTicket++] as QuotedTicket;
      const own = participant.articles.filter(({ quantity }) => quantity > 0).length;
      nextChoice += own;
      return {
        participantLocalId,
        competitionId,
        competitionPriceId,
        unitPrice: ticketPrice,
        slots: noSlots(),
        eventSlots: noSlots(),
        choices: choices.slice(nextChoice - own, nextChoice),
      };
    }),
    slots: noSlots(),
  }));
  return { teams, tickets: teams.flatMap((team) => team.tickets), choices, slots: noSlots() };
}

/** Some prices are for those who hold a voucher for that ticket, or for its team. */
function requireVouchers({ teams }: VoucherLines, forHolders: ReadonlySet<number>): void {
  for (const team of teams) {
    if (!forHolders.has(team.competitionId)) continue;
    const without = team.tickets.find((ticket) => !holdsVoucher(ticket, team));
    if (!without) continue;
    refuse('TICKET_NOT_AVAILABLE', {
      competitionId: team.competitionId,
      reason: 'onlyBuyableWithVoucher',
      participantLocalId: without.participantLocalId,
    });
  }
}

/** A code of several uses may be sent once for each of several lines. */
function byVoucher(applied: readonly AppliedVoucher[]): AppliedVoucher[][] {
  const groups = new Map<number, AppliedVoucher[]>();
  for (const each of applied) groups.set(each.voucher.id, [...(groups.get(each.voucher.id) ?? []), each]);
  return [...groups.values()];
}

const takenBy = ({ taken }: Discounts, applied: readonly AppliedVoucher[]): Cents =>
  sumCents(applied.flatMap((each) => [...(taken.get(each)?.values() ?? [])]));

/** One line a code, and where it lowers lines of several tax rates one for each. */
function voucherItems(applied: readonly AppliedVoucher[], { taken }: Discounts, vat: BasisPoints): OrderItem[] {
  return byVoucher(applied).flatMap((same) => {
    const { name, code } = (same[0] as AppliedVoucher).voucher;
    const byRate = new Map<BasisPoints, Cents>();
    for (const [rate, amount] of same.flatMap((each) => [...(taken.get(each) ?? [])])) {
      if (amount > 0) byRate.set(rate, cents((byRate.get(rate) ?? 0) + amount));
    }
    const rates: [BasisPoints, Cents][] = byRate.size > 0 ? [...byRate] : [[vat, zeroCents]];
    return rates.map(([rate, amount]) => ({ ...item('voucher', name, 1, cents(-amount), rate), code }));
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
