import { zeroCents } from '#src/kernel/money.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { CatalogCompetition, CatalogPrice } from './catalog.ts';
import { currentPrice, isCompetitionOver, isInWindow, quantityLeft } from './sale.ts';

/** What decides the current price. Prices in `priceOrder`, then id. */
export type Selling = Pick<CatalogCompetition, 'timestamp' | 'endTimestamp' | 'totalTicketCount' | 'sold' | 'prices'>;

/** A range with one current price, both ends inclusive; null is open. */
export type Segment = { priceId: number; from: Instant | null; to: Instant | null };
/** A range without sale between two with sale, both ends inclusive. */
export type Gap = { from: Instant; to: Instant };

/** The sale ends with the competition at the latest. */
const saleEnd = ({ timestamp, endTimestamp }: Selling): Instant => endTimestamp ?? timestamp;
const hasLeft = (price: CatalogPrice): boolean => quantityLeft(price) > 0;
const startOf = ({ availableFrom }: CatalogPrice): number => availableFrom ?? Number.NEGATIVE_INFINITY;
const endOf = ({ availableTo }: CatalogPrice): number => availableTo ?? Number.POSITIVE_INFINITY;
const finite = (at: number): Instant | null => (Number.isFinite(at) ? instant(at) : null);

/** The current price over time if the remaining quota lasts. Adjacent segments have different prices. */
export function segmentsOf({ prices }: Pick<Selling, 'prices'>): Segment[] {
  const open = prices.filter(hasLeft);
  const turns = [Number.NEGATIVE_INFINITY, ...open.map(startOf), ...open.map((price) => endOf(price) + 1)];
  const points = [...new Set(turns)].filter((at) => at !== Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const segments: Segment[] = [];
  for (const [index, point] of points.entries()) {
    const price = open.find((each) => startOf(each) <= point && point <= endOf(each));
    if (!price) continue;
    const to = finite((points[index + 1] ?? Number.POSITIVE_INFINITY) - 1);
    const last = segments.at(-1);
    if (last?.priceId === price.id && last.to !== null && last.to + 1 === point) last.to = to;
    else segments.push({ priceId: price.id, from: finite(point), to });
  }
  return segments;
}

/** Windows are typed by the minute, so 23:59 to 0:00 is not a gap. */
const shortestGap = minutes(1);

export function gapsOf(segments: readonly Segment[]): Gap[] {
  return segments.slice(1).flatMap(({ from }, index) => {
    const before = segments[index]?.to ?? null;
    if (before === null || from === null || from - before <= shortestGap) return [];
    return [{ from: instant(before + 1), to: instant(from - 1) }];
  });
}

/** `waits`: its window is open, but an earlier price is sold first. */
export const priceStates = ['current', 'waits', 'later', 'past', 'soldOut'] as const;
export type PriceState = (typeof priceStates)[number];

export function priceState(selling: Selling, price: CatalogPrice, now: Instant): PriceState {
  if (price.availableTo !== null && price.availableTo < now) return 'past';
  if (!hasLeft(price)) return 'soldOut';
  if (!isInWindow(price, now)) return 'later';
  return current(selling, now) === price ? 'current' : 'waits';
}

/** Texts are at `events.prices.warning.<code>`. */
export type PriceWarning =
  | { code: 'noPrice' }
  /** `opensAt`: when the sale continues. */
  | { code: 'nothingNow'; opensAt: Instant | null }
  | { code: 'opensLater'; opensAt: Instant }
  | ({ code: 'gap' } & Gap)
  /** Overlapping windows: the later price begins only when the first is sold out. */
  | { code: 'overlap'; priceId: number; firstId: number }
  /** As `overlap`, but the first price needs a voucher, so others can buy neither. */
  | { code: 'voucherFirst'; priceId: number; firstId: number }
  /** `to` null: no end. */
  | { code: 'afterStart'; priceId: number; to: Instant | null }
  | { code: 'someLimited'; openIds: number[] }
  | { code: 'quotaAbovePlaces'; priceId: number; quota: number; places: number }
  | { code: 'neverReached'; priceId: number };

/** Most urgent first; none for a past competition. */
export function priceWarnings(selling: Selling, now: Instant): PriceWarning[] {
  const { prices, totalTicketCount } = selling;
  if (isCompetitionOver(selling, now)) return [];
  if (prices.length === 0) return [{ code: 'noPrice' }];
  const toCome = prices.filter((price) => hasLeft(price) && endOf(price) >= now);
  const unreached = toCome.filter((price) => isNeverReached(selling, price, toCome));
  const openIds = inTheWay(selling, toCome);
  return [
    ...nowWarning(selling, now),
    ...gapsAhead(selling, now).map((gap) => ({ code: 'gap' as const, ...gap })),
    ...unreached.map(({ id }) => ({ code: 'neverReached' as const, priceId: id })),
    ...toCome.flatMap((price) => overlapOf(price, toCome, now)),
    ...toCome.filter((price) => !unreached.includes(price) && isAfterStart(selling, price)).map(afterStart),
    ...(openIds.length > 0 ? [{ code: 'someLimited' as const, openIds }] : []),
    ...toCome
      .filter((price) => price.quantityTotal > totalTicketCount)
      .map(({ id, quantityTotal }) => ({
        code: 'quotaAbovePlaces' as const,
        priceId: id,
        quota: quantityTotal,
        places: totalTicketCount,
      })),
  ];
}

function nowWarning(selling: Selling, now: Instant): PriceWarning[] {
  if (current(selling, now) || selling.sold >= selling.totalTicketCount) return [];
  const next = segmentsOf(selling).find(({ from }) => from !== null && from > now)?.from ?? null;
  const hasBegun = selling.prices.some((price) => startOf(price) <= now);
  if (next !== null && !hasBegun) return [{ code: 'opensLater', opensAt: next }];
  return [{ code: 'nothingNow', opensAt: next }];
}

/** Future gaps during the sale; a current one is `nothingNow`. */
const gapsAhead = (selling: Selling, now: Instant): Gap[] =>
  gapsOf(segmentsOf(selling)).filter(({ from, to }) => from > now && to < saleEnd(selling));

/**
 * Prices that follow each other by end or quota are fine. A warning is due only for a price with a beginning of its
 * own while an earlier one continues.
 */
function overlapOf(price: CatalogPrice, all: readonly CatalogPrice[], now: Instant): PriceWarning[] {
  const first = all.slice(0, all.indexOf(price)).find((each) => {
    const isBlocked = each.onlyBuyableWithVoucher && !price.onlyBuyableWithVoucher;
    const isAtOnce = Math.min(endOf(each), endOf(price)) > Math.max(startOf(each), startOf(price), now);
    return isAtOnce && (isBlocked || startOf(price) > startOf(each));
  });
  if (!first) return [];
  const isBlocked = first.onlyBuyableWithVoucher && !price.onlyBuyableWithVoucher;
  return [{ code: isBlocked ? 'voucherFirst' : 'overlap', priceId: price.id, firstId: first.id }];
}

/** Prices without a window that stand or sell before one with a window; behind all they are the remainder. */
function inTheWay(selling: Selling, toCome: readonly CatalogPrice[]): number[] {
  const isBounded = (price: CatalogPrice) => price.availableFrom !== null || price.availableTo !== null;
  const bounded = new Set(toCome.filter(isBounded).map(({ id }) => id));
  const sequences = [toCome.map(({ id }) => id), segmentsOf(selling).map(({ priceId }) => priceId)];
  const isBefore = (id: number) =>
    sequences.some((ids) => ids.includes(id) && ids.slice(ids.indexOf(id)).some((later) => bounded.has(later)));
  return toCome.filter(({ id }) => !bounded.has(id) && isBefore(id)).map(({ id }) => id);
}

const afterStart = ({ id, availableTo }: CatalogPrice): PriceWarning => ({
  code: 'afterStart',
  priceId: id,
  to: availableTo,
});

/** An open end matters only when the competition has an end; otherwise the sale stops at its start. */
const isAfterStart = ({ timestamp, endTimestamp }: Selling, price: CatalogPrice): boolean =>
  price.availableTo === null ? endTimestamp !== null && endTimestamp > timestamp : price.availableTo > timestamp;

/** It opens after the competition, or earlier prices cover its window with enough places. */
function isNeverReached(selling: Selling, price: CatalogPrice, all: readonly CatalogPrice[]): boolean {
  if (startOf(price) > saleEnd(selling)) return true;
  const places = selling.totalTicketCount - selling.sold;
  return all
    .slice(0, all.indexOf(price))
    .some((each) => startOf(each) <= startOf(price) && endOf(each) >= endOf(price) && quantityLeft(each) >= places);
}

/** Consequences of a changed price list, to be confirmed. */
export type SaleRisk = { code: 'stopsSale'; opensAt: Instant | null } | ({ code: 'opensGap' } & Gap);

/** The sale would stop, or get a new gap. None for a past competition. */
export function saleRisks(before: Selling, after: Selling, now: Instant): SaleRisk[] {
  if (isCompetitionOver(after, now)) return [];
  const isStopped = current(before, now) !== null && current(after, now) === null;
  const next = segmentsOf(after).find(({ from }) => from !== null && from > now)?.from ?? null;
  const known = gapsAhead(before, now);
  const isNew = (gap: Gap) => !known.some(({ from, to }) => from <= gap.from && gap.to <= to);
  return [
    ...(isStopped ? [{ code: 'stopsSale' as const, opensAt: next }] : []),
    ...gapsAhead(after, now)
      .filter(isNew)
      .map((gap) => ({ code: 'opensGap' as const, ...gap })),
  ];
}

export const inPriceOrder = (prices: readonly CatalogPrice[]): CatalogPrice[] =>
  [...prices].sort((a, b) => a.priceOrder - b.priceOrder || a.id - b.id);

const current = (selling: Selling, now: Instant): CatalogPrice | null => currentPrice(selling, now);

/** A new price: no id yet, sorted last. */
export const unsavedPrice: CatalogPrice = {
  id: Number.MAX_SAFE_INTEGER,
  price: zeroCents,
  availableFrom: null,
  availableTo: null,
  quantityTotal: 0,
  sold: 0,
  priceOrder: 1,
  onlyBuyableWithVoucher: false,
  hasWaitlist: false,
};
