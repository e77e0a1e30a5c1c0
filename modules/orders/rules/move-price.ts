import type { Catalog } from '#modules/events/rules/catalog.ts';
import { availableTickets, currentPrice } from '#modules/events/rules/sale.ts';
import { insteadOf } from '#modules/events/rules/shared-quotas.ts';
import { type Cents, cents, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Entrant, entryProblems, isRightTeamSize } from './eligibility.ts';
import type { OrderItem } from './order-item.ts';

export type MovedPrice = {
  ticketPrice: Cents;
  /** Ticket price after vouchers. */
  chargedPrice: Cents;
  /** Discount that exceeds the new ticket's price. */
  lostDiscount: Cents;
  /** Cents added to the total; negative when cheaper. */
  difference: Cents;
};

/** Applies the old ticket's discount in cents to the new price; vouchers are not evaluated again. */
export function movedPrice(before: { ticketPrice: Cents; chargedPrice: Cents }, price: Cents): MovedPrice {
  const discount = cents(before.ticketPrice - before.chargedPrice);
  const remaining = minCents(discount, price);
  return {
    ticketPrice: price,
    chargedPrice: cents(price - remaining),
    lostDiscount: cents(discount - remaining),
    difference: cents(price - remaining - before.chargedPrice),
  };
}

/** The processing fee, if nothing else remains to pay after `difference`; else 0. Cents. */
export function feeOfNothing(
  lines: readonly Pick<OrderItem, 'kind' | 'code' | 'priceTotal'>[],
  difference: Cents,
): Cents {
  const sumOf = (some: typeof lines) => sumCents(some.map(({ priceTotal }) => priceTotal));
  const fees = lines.filter(isFee);
  return difference < 0 && sumOf(lines.filter((line) => !isFee(line))) + difference === 0 ? sumOf(fees) : zeroCents;
}

/** A line of this kind with a code is the retained part of a transferred place. */
export const isFee = ({ kind, code }: Pick<OrderItem, 'kind' | 'code'>): boolean => kind === 'of' && code === null;

export type MoveOption = {
  competitionId: number;
  title: string;
  /** Cents; null: nothing on sale. */
  price: Cents | null;
  difference: Cents;
  /** The reason against a move, as far as known; null: possible. */
  refusal:
    | 'notOnSale'
    | 'age'
    | 'gender'
    | 'birthDateMissing'
    | 'birthDateInvalid'
    | 'teamSize'
    | 'teamTooSmall'
    | null;
};
type Moving = Entrant & { competitionId: number; ticketPrice: Cents; chargedPrice: Cents };

/** Other competitions with the price of a move. `teamSize` includes the person; `lines` are the order's. */
export function moveOptions(
  catalog: Catalog,
  person: Moving,
  order: { teamSize: number; lines: Parameters<typeof feeOfNothing>[0] },
  now: Instant,
): MoveOption[] {
  const { teamSize, lines } = order;
  const from = catalog.competitions.find(({ id }) => id === person.competitionId);
  const leavesTooFew = teamSize > 1 && from !== undefined && !isRightTeamSize(from, teamSize - 1);
  const withFee = (difference: Cents) => cents(difference - feeOfNothing(lines, difference));
  return catalog.competitions
    .filter(({ id }) => id !== person.competitionId)
    .map((to) => {
      const price = currentPrice(to, now);
      const isSold = price === null || availableTickets(from ? insteadOf(to, from) : to, now) < 1;
      const [problem] = entryProblems(to, catalog.event.timeZone, person, now);
      const refusal = leavesTooFew
        ? 'teamTooSmall'
        : isSold
          ? 'notOnSale'
          : isRightTeamSize(to, 1)
            ? (problem ?? null)
            : 'teamSize';
      return {
        competitionId: to.id,
        title: to.title,
        price: price?.price ?? null,
        difference: price ? withFee(movedPrice(person, price.price).difference) : zeroCents,
        refusal,
      };
    });
}
