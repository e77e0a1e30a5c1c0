import { type Cents, cents, minCents } from '#src/kernel/money.ts';
import { type Instant, instant, zonedParts } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition, CatalogPrice } from './catalog.ts';
import {
  availableTickets,
  currentPrice,
  isCompetitionOver,
  isForVoucherHolders,
  type NoSaleReason,
  nextPrice,
  noSaleReason,
  placesFree,
  quantityLeft,
} from './sale.ts';

/** The current or next price of a competition. */
export type Offer =
  | { kind: 'none'; why: NoSaleReason | 'over' }
  | { kind: 'opens'; price: Cents; from: Instant }
  | { kind: 'now'; price: Cents; until: Instant | null; next: Cents | null };

/**
 * `until` is set when a price follows or the sale ends before the competition; `next` is the following price, if
 * different. A past competition offers nothing.
 */
export function offerOf(competition: CatalogCompetition, now: Instant): Offer {
  if (isCompetitionOver(competition, now)) return { kind: 'none', why: 'over' };
  if (placesFree(competition) <= 0) return { kind: 'none', why: noSaleReason(competition) };
  const current = currentPrice(competition, now);
  if (!current) {
    const next = nextPrice(competition, now);
    if (!next || competition.heldTill) return { kind: 'none', why: noSaleReason(competition) };
    return { kind: 'opens', price: next.price, from: next.availableFrom as Instant };
  }
  const following = priceAfter(competition, current);
  const end = current.availableTo;
  return {
    kind: 'now',
    price: current.price,
    until: end !== null && (following !== null || end < competition.timestamp) ? end : null,
    next: following && following.price !== current.price ? following.price : null,
  };
}

/** The price after the current one ends or sells out. */
function priceAfter(competition: CatalogCompetition, current: CatalogPrice): CatalogPrice | null {
  const end = current.availableTo;
  if (end !== null) {
    const after = instant(end + 1);
    const left = { ...competition, prices: competition.prices.filter((price) => price !== current) };
    return currentPrice(left, after);
  }
  return (
    competition.prices
      .slice(competition.prices.indexOf(current) + 1)
      .find(
        (price) =>
          quantityLeft(price) > 0 && (price.availableTo === null || price.availableTo > (current.availableFrom ?? 0)),
      ) ?? null
  );
}

/** The total for a team of fixed size above one; else null. */
export const teamPrice = (
  { type, minTeamSize, maxTeamSize }: Pick<CatalogCompetition, 'type' | 'minTeamSize' | 'maxTeamSize'>,
  price: Cents,
): Cents | null =>
  type === 'team' && minTeamSize === maxTeamSize && minTeamSize > 1 ? cents(price * minTeamSize) : null;

const isForChildren = ({ maxAge, disableAgeCheck }: CatalogCompetition): boolean =>
  !disableAgeCheck && maxAge > 0 && maxAge < 18;

/** The lowest current price, else the next one; voucher and children's prices count only without others. */
export function fromPrice(
  all: readonly CatalogCompetition[],
  now: Instant,
): { lowest: Cents; isTheOnly: boolean } | null {
  const offered = all.filter((competition) => offerOf(competition, now).kind !== 'none');
  const forEveryone = offered.filter((competition) => !isForVoucherHolders(competition, now));
  const grown = forEveryone.filter((competition) => !isForChildren(competition));
  const counted = [grown, forEveryone, offered].find((some) => some.length > 0) ?? [];
  const offers = counted.map((competition) => offerOf(competition, now));
  const prices = (kind: Offer['kind']) =>
    offers.flatMap((offer) => (offer.kind === kind && 'price' in offer ? [offer.price] : []));
  const open = prices('now');
  const candidates = open.length > 0 ? open : prices('opens');
  if (candidates.length === 0) return null;
  const lowest = candidates.reduce(minCents);
  return { lowest, isTheOnly: candidates.length === offered.length && candidates.every((price) => price === lowest) };
}

/** Tickets that can be bought now, and whether more remain at another price. */
export function placesLeft(competition: CatalogCompetition, now: Instant): { count: number; atThisPrice: boolean } {
  const count = availableTickets(competition, now);
  const offer = offerOf(competition, now);
  const isTier = offer.kind === 'now' && offer.next !== null;
  return { count, atThisPrice: isTier && count < placesFree(competition) };
}

export const costsSomething = ({ prices }: Pick<CatalogCompetition, 'prices'>): boolean =>
  prices.some(({ price }) => price > 0);

/** The range over all countries; null when shipping is free. */
export function shippingRange({
  event,
  shippingCosts,
}: Pick<Catalog, 'event' | 'shippingCosts'>): { least: Cents; most: Cents } | null {
  const costs = [event.defaultShippingCost, ...shippingCosts.map(({ cost }) => cost)].sort((a, b) => a - b);
  const [least = event.defaultShippingCost] = costs;
  const most = costs.at(-1) ?? least;
  return most === 0 ? null : { least, most };
}

/** By birth year when only the year counts, else by age; null: no limit. */
type AgeLimit = { by: 'birthYear' | 'age'; from: number | null; to: number | null };

export function ageLimit(competition: CatalogCompetition, timeZone: string): AgeLimit | null {
  const { minAge, maxAge, disableAgeCheck, ageCheckMode } = competition;
  if (disableAgeCheck || (minAge === 0 && maxAge === 0)) return null;
  if (ageCheckMode !== 'ageGroup') return { by: 'age', from: minAge || null, to: maxAge || null };
  const { year } = zonedParts(competition.timestamp, timeZone);
  return { by: 'birthYear', from: maxAge ? year - maxAge : null, to: minAge ? year - minAge : null };
}

/** The distance in a title: `Halbmarathon 21,1 km` → `21,1` and `km`. */
export function distanceIn(title: string): { figure: string; unit: string } | null {
  const match = /(?<![\d.,])((?:\d+\s*[x×]\s*)?\d{1,5}(?:[.,]\d{1,4})?)\s?(km|m)(?![\p{L}])/iu.exec(title);
  return match ? { figure: (match[1] ?? '').replace(/\s*[x×]\s*/i, '×'), unit: (match[2] ?? '').toLowerCase() } : null;
}
