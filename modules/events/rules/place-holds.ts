import { type Instant, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition, CatalogEvent, CatalogPrice } from './catalog.ts';
import {
  availableTickets,
  currentPrice,
  isCompetitionOver,
  isInWindow,
  isOver,
  isPublic,
  quantityLeft,
} from './sale.ts';

/**
 * Places that are kept for whoever fills in, and what everybody else may buy meanwhile. A hold is of a competition and of
 * the price of that moment, so that what is kept can be bought.
 */
export type Held = { competitionId: number; priceId: number; quantity: number; until: Instant };
/** `own`: the buyer's, also those whose time is over. `others`: of everybody else, those that last, in one sum a price. */
export type Holds = { own: readonly Held[]; others: readonly Held[] };

export const fewestHoldMinutes = 5;
export const mostHoldMinutes = 60;
/** When a hold is over, its places are everybody's for so long before the same visitor gets another one. */
export const holdRest = minutes(15);

export const isHeld = ({ quantity, until }: Pick<Held, 'quantity' | 'until'>, now: Instant): boolean =>
  quantity > 0 && until > now;

/** It lasts, or is not over for long. */
const isRemembered = ({ until }: Pick<Held, 'until'>, now: Instant): boolean => until > now - holdRest;

const countOf = (holds: readonly Held[]): number => holds.reduce((sum, { quantity }) => sum + quantity, 0);
const firstEnd = (holds: readonly Held[]): Instant => instant(Math.min(...holds.map(({ until }) => until)));

/** The event as one buyer meets it: what others hold is not to be had, what they hold themselves is. */
export function withHolds(catalog: Catalog, { own, others }: Holds, now: Instant): Catalog {
  return {
    ...catalog,
    competitions: catalog.competitions.map((competition) => {
      const { id, prices } = competition;
      const ofOthers = others.filter(({ competitionId }) => competitionId === id);
      const mine = own.find((hold) => hold.competitionId === id && isHeld(hold, now));
      if (ofOthers.length === 0 && !mine) return competition;
      return {
        ...competition,
        ...(ofOthers.length > 0 ? { held: countOf(ofOthers), heldTill: firstEnd(ofOthers) } : {}),
        prices: pricesBeside(prices, ofOthers, mine, now),
      };
    }),
  };
}

/**
 * A price that came free before the one at which somebody holds is theirs only when it has room for all that they hold:
 * else it would stand in the way of what was kept for them.
 */
function pricesBeside(
  prices: readonly CatalogPrice[],
  ofOthers: readonly Held[],
  mine: Held | undefined,
  now: Instant,
): CatalogPrice[] {
  const beside = prices.map((price) => {
    const held = countOf(ofOthers.filter(({ priceId }) => priceId === price.id));
    return held > 0 ? { ...price, held } : price;
  });
  const at = beside.findIndex((price) => price.id === mine?.priceId && isInWindow(price, now));
  return beside.map((price, index) =>
    index < at && mine && quantityLeft(price) < mine.quantity
      ? { ...price, held: price.quantityTotal - price.sold }
      : price,
  );
}

/** Nobody is promised a place for longer than it can be bought at its price. */
const endAt = (
  event: Pick<CatalogEvent, 'endTimestamp'>,
  { timestamp, endTimestamp }: Pick<CatalogCompetition, 'timestamp' | 'endTimestamp'>,
  { availableTo }: Pick<CatalogPrice, 'availableTo'>,
  end: Instant,
): Instant =>
  instant(Math.min(end, event.endTimestamp, endTimestamp ?? timestamp, ...(availableTo === null ? [] : [availableTo])));

const isSelling = (event: CatalogEvent, now: Instant): boolean =>
  isPublic(event) && !event.canceled && !event.soldOut && !isOver(event, now);

/** Entries of a draft: a whole team, or one person. */
export type Wanted = { competitionId: number; size: number };

/**
 * What is kept for a draft: of each competition the entries that fit in, one after the other, teams as a whole. The time
 * counts from the first place that this visitor got, whatever changes meanwhile. `catalog`: as the visitor meets it. null:
 * nothing changes, since the time is over and its places are everybody's for a while.
 */
export function placesToHold(
  catalog: Catalog,
  { own, wanted, most, now }: { own: readonly Held[]; wanted: readonly Wanted[]; most: number; now: Instant },
): Held[] | null {
  const { event, competitions } = catalog;
  if (event.placeHoldMinutes === null) return null;
  const known = own.filter((hold) => isRemembered(hold, now));
  const end =
    known.length > 0
      ? instant(Math.max(...known.map(({ until }) => until)))
      : plus(now, minutes(event.placeHoldMinutes));
  if (end <= now) return null;
  let room = most;
  return competitions.flatMap((competition): Held[] => {
    const { id: competitionId } = competition;
    const before = known.find((hold) => hold.competitionId === competitionId);
    const nothing = before ? [{ ...before, quantity: 0, until: end }] : [];
    const price = isSelling(event, now) && !isCompetitionOver(competition, now) ? currentPrice(competition, now) : null;
    // Such a place is for those whom the organizer gave a code.
    if (!price || price.onlyBuyableWithVoucher) return nothing;
    const free = Math.min(room, availableTickets(competition, now));
    const sizes = wanted.flatMap((entry) => (entry.competitionId === competitionId ? [entry.size] : []));
    const quantity = sizes.reduce((sum, size) => (sum + size <= free ? sum + size : sum), 0);
    const until = endAt(event, competition, price, end);
    if (quantity === 0 || until <= now) return nothing;
    room -= quantity;
    return [{ competitionId, priceId: price.id, quantity, until }];
  });
}

/**
 * What is left of holds after an organizer changed the event: those who began first keep theirs as far as there is room.
 * `holds` in that order; answers as many.
 */
export function fittingHolds<T extends Held>({ event, competitions }: Catalog, holds: readonly T[], now: Instant): T[] {
  const room = new Map<string, number>();
  const roomOf = (key: string, all: number) => room.get(key) ?? Math.max(0, all);
  return holds.map((hold) => {
    const competition = competitions.find(({ id }) => id === hold.competitionId);
    const price = competition?.prices.find(({ id }) => id === hold.priceId);
    if (event.placeHoldMinutes === null || !competition || !price) return { ...hold, quantity: 0 };
    const isOffered = isSelling(event, now) && isInWindow(price, now) && !price.onlyBuyableWithVoucher;
    const [ofAll, ofPrice] = [`c${competition.id}`, `p${price.id}`];
    const left = roomOf(ofAll, competition.totalTicketCount - competition.sold);
    const leftAtPrice = roomOf(ofPrice, price.quantityTotal - price.sold);
    const quantity = isOffered ? Math.min(hold.quantity, left, leftAtPrice) : 0;
    room.set(ofAll, left - quantity).set(ofPrice, leftAtPrice - quantity);
    return { ...hold, quantity, until: endAt(event, competition, price, hold.until) };
  });
}

/** What a step says of the places: kept until then, so many of so many; or that the time is over. */
export type ShownHold = { kind: 'held'; until: Instant; held: number; wanted: number } | { kind: 'over' };

export function shownHold(own: readonly Held[], wanted: number, now: Instant): ShownHold | null {
  const lasting = own.filter((hold) => isHeld(hold, now));
  if (wanted === 0) return null;
  if (lasting.length > 0) return { kind: 'held', until: firstEnd(lasting), held: countOf(lasting), wanted };
  return own.some((hold) => hold.quantity > 0 && isRemembered(hold, now)) ? { kind: 'over' } : null;
}
