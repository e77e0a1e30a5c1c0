import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { type BasisPoints, type Cents, cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ArticleLine } from './article-lines.ts';
import { automaticDiscounts, type TicketDiscount } from './automatic-discounts.ts';
import { item, type OrderItem, taxesOf } from './order-item.ts';
import {
  type DiscountedLine,
  type LivePrice,
  live,
  type PricedBasket,
  type Quote,
  type QuotedVoucher,
  quoteBasket,
  requireHolders,
} from './pricing.ts';
import type { QuotedTicket } from './ticket-lines.ts';
import { type Discounts, discounts } from './voucher-discounts.ts';
import { type AppliedVoucher, applyVouchers, holdsVoucher, noSlots, type VoucherLines } from './voucher-lines.ts';

/**
 * Price of a basket by line; the page shows it, the server books by it. `vouchers`: vouchers of the sent codes.
 * @throws Problem with a code of rules.md if something cannot be bought now
 */
export const quote = (catalog: Catalog, basket: PricedBasket, vouchers: readonly Voucher[], now: Instant): Quote =>
  quoteBasket(catalog, basket, now, ({ tickets, articles, forHolders }) => {
    const off = catalog.discounts.length > 0 ? automaticDiscounts(catalog, basket.teams, tickets, now) : [];
    const lines = voucherLines(catalog, basket, tickets, articles, off);
    const applied = applyVouchers(lines, basket.appliedVouchers, vouchers, catalog.event.id, now);
    const holding = lines.teams.flatMap((team) => team.tickets.map((ticket) => holdsVoucher(ticket, team)));
    requireHolders(tickets, forHolders, (index) => holding[index] === true);
    const lowered = loweredBy(applied, discounts(lines, catalog.event.vat), catalog.event.vat);
    return { ...lowered, items: [...discountItems(off, catalog.event.vat), ...lowered.items] };
  });

/** The quote with everything given away, in one line per tax rate; neither shipping nor a fee is charged. */
export function complimentary(full: Quote, name: string): Quote {
  const sold = full.orderItems.filter(({ kind }) => kind !== 'of' && kind !== 'sc');
  const given = taxesOf(sold).map(({ rate, gross }) => item('voucher', name, 1, cents(-gross), rate));
  return {
    ...full,
    totalPrice: zeroCents,
    orderItems: [...sold, ...given],
    tickets: full.tickets.map((ticket) => ({ ...ticket, chargedPrice: zeroCents })),
    articles: full.articles.map((line) => ({ ...line, discount: cents(line.unitPrice * line.quantity) })),
  };
}

export const livePrice = (
  catalog: Catalog,
  basket: PricedBasket,
  vouchers: readonly Voucher[],
  now: Instant,
): LivePrice => live(() => quote(catalog, basket, vouchers, now));

const loweredBy = (applied: readonly AppliedVoucher[], lowered: Discounts, vat: BasisPoints): DiscountedLine => ({
  tickets: lowered.tickets,
  articles: lowered.choices,
  items: voucherItems(applied, lowered, vat),
  vouchers: applied.map(
    (each): QuotedVoucher => ({
      code: each.voucher.code,
      participantLocalId: each.participantLocalId,
      articleUniqueLocalId: each.articleUniqueLocalId,
      discountAmount: takenBy(lowered, [each]),
    }),
  ),
  reservations: byVoucher(applied).map((same) => {
    const { id, code, useType } = (same[0] as AppliedVoucher).voucher;
    return { voucherId: id, code, single: useType === 'single', discount: takenBy(lowered, same) };
  }),
});

/** Tickets and articles in the order sent. */
function voucherLines(
  { competitions }: Catalog,
  basket: PricedBasket,
  tickets: readonly QuotedTicket[],
  articles: readonly ArticleLine[],
  off: readonly (TicketDiscount | null)[],
): VoucherLines {
  const choices = articles.map((line) => ({ ...line, slots: noSlots() }));
  // Matched by position, because a basket may repeat a local id.
  let nextTicket = 0;
  let nextChoice = 0;
  const teams = basket.teams.map(({ competitionId, participants }) => ({
    competitionId,
    isTeam: competitions.find(({ id }) => id === competitionId)?.type === 'team',
    tickets: participants.map((participant) => {
      const discount = off[nextTicket]?.off ?? zeroCents;
      const { participantLocalId, competitionPriceId, ticketPrice } = tickets[nextTicket++] as QuotedTicket;
      const own = participant.articles.filter(({ quantity }) => quantity > 0).length;
      nextChoice += own;
      return {
        participantLocalId,
        competitionId,
        competitionPriceId,
        unitPrice: cents(ticketPrice - discount),
        slots: noSlots(),
        eventSlots: noSlots(),
        choices: choices.slice(nextChoice - own, nextChoice),
      };
    }),
    slots: noSlots(),
  }));
  return { teams, tickets: teams.flatMap((team) => team.tickets), choices, slots: noSlots() };
}

/** A reusable code may be sent once per line. */
function byVoucher(applied: readonly AppliedVoucher[]): AppliedVoucher[][] {
  const groups = new Map<number, AppliedVoucher[]>();
  for (const each of applied) groups.set(each.voucher.id, [...(groups.get(each.voucher.id) ?? []), each]);
  return [...groups.values()];
}

const takenBy = ({ taken }: Discounts, applied: readonly AppliedVoucher[]): Cents =>
  sumCents(applied.flatMap((each) => [...(taken.get(each)?.values() ?? [])]));

/** One line per code and tax rate. */
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

function discountItems(off: readonly (TicketDiscount | null)[], vat: BasisPoints): OrderItem[] {
  const taken = Map.groupBy(
    off.filter((each) => each !== null),
    ({ discount }) => discount,
  );
  return [...taken]
    .sort(([a], [b]) => a.id - b.id)
    .map(([{ title }, each]) => item('voucher', title, 1, cents(-sumCents(each.map((one) => one.off))), vat));
}
