import type { Catalog } from '#modules/events/rules/catalog.ts';
import { availableTickets, currentPrice } from '#modules/events/rules/sale.ts';
import { insteadOf } from '#modules/events/rules/shared-quotas.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Entrant, entryProblems, isRightTeamSize } from './eligibility.ts';
import { feeOfNothing, movedPrice } from './move-price.ts';

export type MoveOption = {
  competitionId: number;
  title: string;
  /** Cents; null: nothing is on sale there. */
  price: Cents | null;
  /** What the order's total would grow by, cents. */
  difference: Cents;
  /** Why not, as far as it can be told before; null: it can be. */
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

/** The other competitions of the event, with what a move there would cost. `teamSize` counts the person who moves; `lines` are the order's. */
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
