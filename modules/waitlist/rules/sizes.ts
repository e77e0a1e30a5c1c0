import type { Catalog, CatalogArticle, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { isCompetitionOver, isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { isOfferedFor } from '#modules/orders/rules/article-lines.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import { type Closing, nextOffers, type Waiting } from './entry-state.ts';

/** Current booking of a person who waits for a size. */
export type Seat = { orderId: number; competitionId: number; isLive: boolean };
export type Size = { article: CatalogArticle; variant: CatalogArticle['variants'][number] };

export function sizeIn({ articles }: Pick<Catalog, 'articles'>, variantId: number | null): Size | null {
  for (const article of articles)
    for (const variant of article.variants) if (variant.id === variantId) return { article, variant };
  return null;
}

export const priceOfSize = ({ type, price }: Pick<CatalogArticle, 'type' | 'price'>, pieces: number): Cents =>
  type === 'free' ? zeroCents : cents(price * pieces);

/** Donations are never sold out. */
export const hasSizeLists = ({ hasWaitlist, type }: Pick<CatalogArticle, 'hasWaitlist' | 'type'>): boolean =>
  hasWaitlist && type !== 'donation';

/** Why a size can no longer be waited for; `gone`: the order is canceled or the person has left it. */
export function sizeClosing(
  catalog: Catalog,
  { variantId, orderId }: { variantId: number; orderId: number },
  seat: Seat | undefined,
  now: Instant,
): Closing | 'gone' | null {
  const { event, competitions } = catalog;
  if (!seat?.isLive || seat.orderId !== orderId) return 'gone';
  if (event.canceled) return 'canceled';
  if (isOver(event, now)) return 'over';
  const size = sizeIn(catalog, variantId);
  if (event.offerHours === null || !size || !hasSizeLists(size.article)) return 'off';
  if (!isOfferedFor(size.article, seat.competitionId)) return 'off';
  const competition = competitions.find(({ id }) => id === seat.competitionId);
  return competition && hasEnded(competition, now) ? 'over' : null;
}

/** A competition for voucher holders only has no public sale that could end it. */
function hasEnded(competition: CatalogCompetition, now: Instant): boolean {
  const isForVouchers = competition.prices.every(({ onlyBuyableWithVoucher }) => onlyBuyableWithVoucher);
  return isForVouchers ? isCompetitionOver(competition, now) : isSaleOver(competition, now);
}

/** An offer of a size ends with the sale of the person's competition, and with the competition itself. */
export function sizeOfferEnd(catalog: Catalog, competitionId: number, wanted: Instant): Instant {
  const competition = catalog.competitions.find(({ id }) => id === competitionId);
  if (!competition) return wanted;
  const saleEnds = competition.prices
    .filter(({ onlyBuyableWithVoucher }) => !onlyBuyableWithVoucher)
    .map(({ availableTo }) => availableTo ?? Number.POSITIVE_INFINITY);
  const { timestamp, endTimestamp } = competition;
  return instant(
    Math.min(
      wanted,
      catalog.event.endTimestamp,
      endTimestamp ?? timestamp,
      saleEnds.length > 0 ? Math.max(...saleEnds) : Number.POSITIVE_INFINITY,
    ),
  );
}

/** Offers that stay when `pieces` are left; earlier offers first. `offered` in order of the offers. */
export const offersThatStay = <T extends Waiting>(pieces: number, offered: readonly T[]): T[] =>
  nextOffers(Math.max(0, pieces), offered);
