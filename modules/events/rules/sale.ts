import type { Instant } from '#src/kernel/time.ts';
import type { CatalogCompetition, CatalogEvent, CatalogPrice } from './catalog.ts';
import { isSoldOut, sumOfShared } from './shared-quotas.ts';

/** Tickets left at this price, without those held for others. */
export const quantityLeft = (price: Pick<CatalogPrice, 'quantityTotal' | 'sold' | 'held'>): number =>
  Math.max(0, price.quantityTotal - price.sold - (price.held ?? 0));

/** Places left in a competition, without those held for others. */
export const placesFree = (
  competition: Pick<CatalogCompetition, 'totalTicketCount' | 'sold' | 'held' | 'quota'>,
): number =>
  Math.min(
    competition.totalTicketCount - competition.sold - (competition.held ?? 0),
    competition.quota?.free ?? competition.totalTicketCount,
  );

const isOnSale = (price: CatalogPrice, now: Instant): boolean => quantityLeft(price) > 0 && isInWindow(price, now);

export const isInWindow = (price: Pick<CatalogPrice, 'availableFrom' | 'availableTo'>, now: Instant): boolean =>
  (price.availableFrom === null || price.availableFrom <= now) &&
  (price.availableTo === null || now <= price.availableTo);

/** The first price on sale, in `priceOrder`, then id. */
export const currentPrice = (competition: Pick<CatalogCompetition, 'prices'>, now: Instant): CatalogPrice | null =>
  competition.prices.find((price) => isOnSale(price, now)) ?? null;

export function nextPrice(competition: CatalogCompetition, now: Instant): CatalogPrice | null {
  const later = competition.prices.filter(
    (price) => quantityLeft(price) > 0 && price.availableFrom !== null && price.availableFrom > now,
  );
  return later.sort((a, b) => (a.availableFrom as number) - (b.availableFrom as number))[0] ?? null;
}

/** The current price, else the next one, needs a voucher. */
export const isForVoucherHolders = (competition: CatalogCompetition, now: Instant): boolean =>
  (currentPrice(competition, now) ?? nextPrice(competition, now))?.onlyBuyableWithVoucher ?? false;

/** Tickets for sale now: the smaller of competition and current price, less those in the basket; −1 without a price. */
export function availableTickets(competition: CatalogCompetition, now: Instant, inBasket = 0): number {
  const price = currentPrice(competition, now);
  if (!price) return -1;
  return Math.max(0, Math.min(placesFree(competition), quantityLeft(price)) - inBasket);
}

export const isOver = (event: Pick<CatalogEvent, 'endTimestamp'>, now: Instant): boolean => event.endTimestamp < now;

/** Without an end of its own it is over once it began. */
export const isCompetitionOver = (
  competition: Pick<CatalogCompetition, 'timestamp' | 'endTimestamp'>,
  now: Instant,
): boolean => (competition.endTimestamp ?? competition.timestamp) < now;

/** Listed (`visible`), or reachable by address (`visibleViaLink`). */
export const isPublic = (event: Pick<CatalogEvent, 'visible' | 'visibleViaLink'>): boolean =>
  event.visible || event.visibleViaLink;

/** Why nothing is sold: no price yet, sale over, sold out, the rest is held, or it will be drawn. */
export type NoSaleReason = 'planned' | 'closed' | 'soldOut' | 'held' | 'drawn';

export function noSaleReason(
  competition: Pick<CatalogCompetition, 'prices' | 'totalTicketCount' | 'sold' | 'heldTill' | 'quota' | 'isDrawn'>,
): NoSaleReason {
  if (competition.isDrawn) return 'drawn';
  if (competition.prices.length === 0) return 'planned';
  if (isSoldOut(competition)) return 'soldOut';
  // Only places on sale are held.
  if (competition.heldTill) return 'held';
  const endOf = ({ availableTo }: CatalogPrice): number => availableTo ?? Number.POSITIVE_INFINITY;
  const end = Math.max(...competition.prices.map(endOf));
  return competition.prices.some((price) => endOf(price) === end && quantityLeft(price) > 0) ? 'closed' : 'soldOut';
}

/**
 * Whether people can join the waiting list: everything on sale is sold or held, and places may come free.
 * `competition`: as the public sees it.
 */
export function canWaitFor(event: CatalogEvent, competition: CatalogCompetition, now: Instant): boolean {
  if (event.offerHours === null || !isPublic(event) || event.canceled || event.soldOut || isOver(event, now))
    return false;
  if (isSaleOver(competition, now) || availableTickets(competition, now) > 0) return false;
  return ['soldOut', 'held'].includes(noSaleReason(competition));
}

/**
 * Prices with a waiting list of their own, while others sell. Without any tickets people wait for the competition
 * instead. `competition`: as the public sees it.
 */
export function pricesToWaitFor(event: CatalogEvent, competition: CatalogCompetition, now: Instant): CatalogPrice[] {
  if (event.offerHours === null || !isPublic(event) || event.canceled || event.soldOut || isOver(event, now)) return [];
  if (isCompetitionOver(competition, now) || availableTickets(competition, now) <= 0) return [];
  return competition.prices.filter(
    (price) =>
      price.hasWaitlist && !price.onlyBuyableWithVoucher && isInWindow(price, now) && quantityLeft(price) === 0,
  );
}

/** No more sales, even if places come free. */
export const isSaleOver = (competition: CatalogCompetition, now: Instant): boolean =>
  isCompetitionOver(competition, now) ||
  competition.prices.every(
    ({ availableTo, onlyBuyableWithVoucher }) => onlyBuyableWithVoucher || (availableTo !== null && availableTo < now),
  );

/** Canceled, over, closed as sold out, or all competitions are over. */
export const isClosed = (
  { event, competitions }: { event: CatalogEvent; competitions: readonly CatalogCompetition[] },
  now: Instant,
): boolean =>
  event.canceled ||
  event.soldOut ||
  isOver(event, now) ||
  (competitions.length > 0 && competitions.every((competition) => isCompetitionOver(competition, now)));

export type SaleState = 'canceled' | 'over' | 'notYet' | 'fewLeft' | 'onSale' | NoSaleReason;
/** Up to this number tickets are called the last ones. */
export const fewLeftAt = 20;

/** The state of a whole event for its badge. Past competitions do not count. */
export function saleState(event: CatalogEvent, competitions: readonly CatalogCompetition[], now: Instant): SaleState {
  if (event.canceled) return 'canceled';
  if (isOver(event, now)) return 'over';
  if (event.soldOut) return 'soldOut';
  if (competitions.length === 0) return 'planned';
  const live = competitions.filter((competition) => !isCompetitionOver(competition, now));
  const available = sumOfShared(live, (competition) => Math.max(0, availableTickets(competition, now)));
  if (available > fewLeftAt) return 'onSale';
  if (available > 0) return 'fewLeft';
  const reasons = live.map(noSaleReason);
  if (reasons.includes('held')) return 'held';
  if (reasons.includes('drawn')) return 'drawn';
  if (live.some((competition) => !isSoldOut(competition) && nextPrice(competition, now))) return 'notYet';
  if (reasons.includes('soldOut') && !reasons.includes('closed')) return 'soldOut';
  return reasons.includes('planned') && !reasons.includes('closed') ? 'planned' : 'closed';
}
