import type { Instant } from '#src/kernel/time.ts';
import type { Asks } from './event-flags.ts';

/**
 * `family`: children of one order, from the nth on. `club`: members of a club with so many entries in one order.
 * `combination`: entering all its competitions in one order. `list`: people on the organizer's list, once each.
 */
export const discountKinds = ['family', 'club', 'combination', 'list'] as const;
export type DiscountKind = (typeof discountKinds)[number];

export const maxOfCount = 500;
export const maxChildAge = 99;
/** Defaults of a new discount: the third child, ten club members. */
export const defaultCounts = { family: 3, club: 10, combination: 2, list: 1 } as const satisfies Record<
  DiscountKind,
  number
>;
export const childAge = 17;

/** Discounts to delete with a competition: without it they would apply to all, or combine too few. */
export const discountsDeletedWith = <D extends { discountKind: DiscountKind; competitionIds: readonly number[] }>(
  discounts: readonly D[],
  competitionId: number,
): D[] =>
  discounts.filter(
    ({ discountKind, competitionIds }) =>
      competitionIds.includes(competitionId) && competitionIds.length <= (discountKind === 'combination' ? 2 : 1),
  );

export const isGiven = ({ availableTo }: { availableTo: Instant | null }, now: Instant): boolean =>
  availableTo === null || now <= availableTo;

/** A discount for clubs or children is shown only when the form asks for the club or the date of birth. */
export const isShownOnEventPage = (
  { event }: { event: { asksClub: boolean; asksBirthDate: Asks } },
  { discountKind }: { discountKind: DiscountKind },
): boolean => (discountKind === 'club' ? event.asksClub : discountKind !== 'family' || event.asksBirthDate !== 'no');

/** The page belongs to a higher module. */
export const membersPath = (eventId: number, discountId: number): string =>
  `/admin/events/${eventId}/discounts/${discountId}/members`;
