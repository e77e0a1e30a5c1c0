import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import { isGiven } from '#modules/events/rules/discount.ts';
import { typedFor } from '#modules/member-lists/rules/list.ts';
import { basisPoints, type Cents, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { percentRoundedUp } from '#src/kernel/rounding.ts';
import { type CalendarDate, dateIn, type Instant, isCalendarDate } from '#src/kernel/time.ts';
import { foldedName } from './identity.ts';
import type { PricedBasket } from './pricing.ts';

/** What comes off a ticket by itself, before vouchers. */
export type TicketDiscount = {
  discount: CatalogDiscount;
  off: Cents;
  /** Whose of the list it is. */
  member: string | null;
};
type Ticket = { competitionId: number; ticketPrice: Cents };
type Entry = Ticket & { person: PricedBasket['teams'][number]['participants'][number]; team: number };

/**
 * What the event's discounts take off each ticket, one a ticket in the order sent; null for nothing. A ticket gets one of
 * them, the one that takes most off it, of equal ones the first. Whoever is on a list, which come last, has it once, on the
 * ticket that it makes cheaper by most.
 */
export function automaticDiscounts(
  { event, discounts }: Pick<Catalog, 'event' | 'discounts'>,
  teams: PricedBasket['teams'],
  tickets: readonly Ticket[],
  now: Instant,
): (TicketDiscount | null)[] {
  const people = teams.flatMap(({ participants }, team) => participants.map((person) => ({ person, team })));
  const entries = tickets.map((ticket, index) => ({ ...ticket, ...people[index] }) as Entry);
  const day = dateIn(event.startTimestamp, event.timeZone);
  const best = new Map<Entry, TicketDiscount>();
  for (const discount of discounts.filter((each) => isGiven(each, now))) {
    const { competitionIds } = discount;
    const counted = entries.filter(
      ({ competitionId }) => competitionIds.length === 0 || competitionIds.includes(competitionId),
    );
    const gain = (entry: Entry) => offTicket(discount, entry.ticketPrice) - (best.get(entry)?.off ?? zeroCents);
    const give = (entry: Entry | undefined, member: string | null) => {
      if (entry && gain(entry) > 0) best.set(entry, { discount, off: offTicket(discount, entry.ticketPrice), member });
    };
    for (const entry of entriesWith(discount, counted, day)) give(entry, null);
    const known = new Map(discount.members);
    for (const [member, own] of Map.groupBy(counted, ({ person }) => known.get(typedFor(discount, person) ?? '')))
      if (member) give(ofEachTeam(own).sort((a, b) => gain(b) - gain(a))[0], member);
  }
  return entries.map((entry) => best.get(entry) ?? null);
}

/**
 * Of a team the first with an address or a number stands for all who share it, as it is typed once and taken over for the
 * others.
 */
const ofEachTeam = (own: readonly Entry[]): Entry[] =>
  own.filter((entry) => own.find(({ team }) => team === entry.team) === entry);

/** A percentage is rounded up to the cent, as that of a voucher is. */
const offTicket = ({ percentOff, amountOff }: CatalogDiscount, price: Cents): Cents =>
  percentOff === null ? minCents(amountOff ?? zeroCents, price) : percentRoundedUp(price, basisPoints(percentOff));

function entriesWith(
  { discountKind, fromCount, childAge, competitionIds }: CatalogDiscount,
  counted: readonly Entry[],
  day: CalendarDate,
): readonly Entry[] {
  const people = [...Map.groupBy(counted, nameOf).values()];
  switch (discountKind) {
    case 'family':
      // The dearest count first, in whatever order a family is typed; of equal ones the first.
      return people
        .filter(([first]) => isChild(first?.person.birthDate, childAge, day))
        .sort((a, b) => priceOf(b) - priceOf(a))
        .slice(fromCount - 1)
        .flat();
    case 'club': {
      const mates = people.flat().filter(({ person }) => clubOf(person));
      return [...Map.groupBy(mates, ({ person }) => clubOf(person)).values()]
        .filter((club) => new Set(club.map(nameOf)).size >= fromCount)
        .flat();
    }
    case 'combination':
      // What is left of one whose competitions were deleted combines nothing.
      return competitionIds.length < 2
        ? []
        : people
            .filter((own) => competitionIds.every((id) => own.some(({ competitionId }) => competitionId === id)))
            .flat();
    case 'list':
      return [];
  }
}

const clubOf = ({ club }: Entry['person']): string => foldedName(club ?? '');

const priceOf = (entries: readonly Entry[]): Cents => sumCents(entries.map(({ ticketPrice }) => ticketPrice));

/** Born after the day that makes one too old; dates compare as they are written. */
const isChild = (birthDate: string | null | undefined, childAge: number, day: CalendarDate): boolean =>
  Boolean(
    birthDate && isCalendarDate(birthDate) && birthDate > `${Number(day.slice(0, 4)) - childAge - 1}${day.slice(4)}`,
  );

/** Who it is, as far as it was typed; nobody is somebody else's twin as long as they have no name. */
function nameOf({ person: { localId, firstName, lastName, birthDate } }: Entry): string {
  const name = [firstName, lastName].map((part) => foldedName(part ?? ''));
  return name.some(Boolean) ? [...name, birthDate ?? ''].join('|') : localId;
}
