import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import { isGiven } from '#modules/events/rules/discount.ts';
import { memberInput } from '#modules/member-lists/rules/list.ts';
import { basisPoints, type Cents, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { percentRoundedUp } from '#src/kernel/rounding.ts';
import { type CalendarDate, dateIn, type Instant, isCalendarDate } from '#src/kernel/time.ts';
import { foldedName } from './identity.ts';
import type { PricedBasket, Quote } from './pricing.ts';

/** An automatic discount of a ticket, before vouchers. */
export type TicketDiscount = {
  discount: CatalogDiscount;
  off: Cents;
  /** The list entry that gives the discount. */
  member: string | null;
};
type Ticket = { competitionId: number; ticketPrice: Cents };
type Entry = Ticket & { person: PricedBasket['teams'][number]['participants'][number]; team: number };

/**
 * The automatic discount of each ticket in the order sent; null: none. A ticket gets the biggest discount, of equal
 * ones the first. A list entry is used once, on the ticket with the biggest gain; lists come last.
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
    for (const [member, own] of Map.groupBy(counted, ({ person }) => known.get(memberInput(discount, person) ?? '')))
      if (member) give(ofEachTeam(own).sort((a, b) => gain(b) - gain(a))[0], member);
  }
  return entries.map((entry) => best.get(entry) ?? null);
}

/** In a team, members share the typed address or number; the first one counts. */
const ofEachTeam = (own: readonly Entry[]): Entry[] =>
  own.filter((entry) => own.find(({ team }) => team === entry.team) === entry);

/** Percentages are rounded up to the cent, like vouchers. */
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
      // Most expensive first, so that the order of entry does not matter.
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
      // Deleted competitions can leave a combination of one, which gives nothing.
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

/** ISO dates compare as text. */
const isChild = (birthDate: string | null | undefined, childAge: number, day: CalendarDate): boolean =>
  Boolean(
    birthDate && isCalendarDate(birthDate) && birthDate > `${Number(day.slice(0, 4)) - childAge - 1}${day.slice(4)}`,
  );

/** Key of a person; without a name each entry is its own person. */
function nameOf({ person: { localId, firstName, lastName, birthDate } }: Entry): string {
  const name = [firstName, lastName].map((part) => foldedName(part ?? ''));
  return name.some(Boolean) ? [...name, birthDate ?? ''].join('|') : localId;
}

/** A used list entry and the ticket it lowered. */
export type UsedMember = { discountId: number; member: string; participantLocalId: string };

/** List entries used by a priced basket. */
export const usedMembers = (
  catalog: Catalog,
  { teams }: Pick<PricedBasket, 'teams'>,
  tickets: Quote['tickets'],
  now: Instant,
): UsedMember[] =>
  catalog.discounts.some(({ members }) => members)
    ? automaticDiscounts(catalog, teams, tickets, now).flatMap((off, at) => {
        const participantLocalId = tickets[at]?.participantLocalId;
        return off?.member && participantLocalId
          ? { discountId: off.discount.id, member: off.member, participantLocalId }
          : [];
      })
    : [];
