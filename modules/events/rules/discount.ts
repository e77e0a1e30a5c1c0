import type { Instant } from '#src/kernel/time.ts';

/**
 * `family`: children of one order, from the nth on. `club`: everybody of a club that enters so many people in one order.
 * `combination`: whoever enters all of its competitions in one order. `list`: everybody on a list of the organizer, once.
 */
export const discountKinds = ['family', 'club', 'combination', 'list'] as const;
export type DiscountKind = (typeof discountKinds)[number];

export const maxOfCount = 500;
export const maxChildAge = 99;
/** What a new one begins with: the third child, and club mates from ten on. */
export const startsWith = { family: 3, club: 10, combination: 2, list: 1 } as const satisfies Record<
  DiscountKind,
  number
>;
export const childAge = 17;

/**
 * Discounts that are for nothing else than a competition, or combine too few without it: they are deleted with it, since
 * without competitions they would be for all.
 */
export const discountsGoingAlong = <D extends { discountKind: DiscountKind; competitionIds: readonly number[] }>(
  discounts: readonly D[],
  competitionId: number,
): D[] =>
  discounts.filter(
    ({ discountKind, competitionIds }) =>
      competitionIds.includes(competitionId) && competitionIds.length <= (discountKind === 'combination' ? 2 : 1),
  );

/** It is given at this moment. */
export const isGiven = ({ availableTo }: { availableTo: Instant | null }, now: Instant): boolean =>
  availableTo === null || now <= availableTo;

/** Whether the form asks for what it takes; else its event's page says nothing of it. Calls may say a club all the same. */
export const isToldIn = (
  { event }: { event: { asksClub: boolean } },
  { discountKind }: { discountKind: DiscountKind },
): boolean => discountKind !== 'club' || event.asksClub;

/** Who is on the list of a discount; the page is of a module above. */
export const membersPath = (eventId: number, discountId: number): string =>
  `/admin/events/${eventId}/discounts/${discountId}/members`;
