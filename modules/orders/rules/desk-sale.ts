import type { Catalog, CatalogCompetition, CatalogPrice } from '#modules/events/rules/catalog.ts';
import { currentPrice, nextPrice, quantityLeft } from '#modules/events/rules/sale.ts';
import type { Instant } from '#src/kernel/time.ts';

/**
 * What is sold at the desk on race day. A registration that has ended is open there once more, at the price that ended
 * last; everything else holds as ever: places, quotas, ages, stock, what is over. Whoever stands at the desk takes along what
 * others are sent.
 */
export const deskCatalog = (catalog: Catalog, now: Instant): Catalog => ({
  ...catalog,
  // Donations belong to the booking.
  articles: catalog.articles.filter(({ type }) => type !== 'donation'),
  competitions: catalog.competitions.map((competition) => ({
    ...withLastPrice(competition, now),
    withShipping: false,
  })),
});

/** Only where no price is on sale now, and none will be: a sale that has not begun, or that pauses, has not ended. */
function withLastPrice({ prices, ...competition }: CatalogCompetition, now: Instant): CatalogCompetition {
  // No voucher is taken at the desk, so a price for their holders neither sells there nor stands in the way.
  const open = { ...competition, prices: prices.filter(({ onlyBuyableWithVoucher }) => !onlyBuyableWithVoucher) };
  if (currentPrice(open, now) || nextPrice(open, now)) return open;
  const last = lastPrice(open.prices, now);
  return {
    ...open,
    prices: open.prices.map((price) => (price === last ? { ...price, availableTo: null } : price)),
  };
}

/** The price that ended last, unless it is sold out: a cheaper one of before does not come back for that. */
function lastPrice(prices: readonly CatalogPrice[], now: Instant): CatalogPrice | null {
  const endOf = ({ availableTo }: CatalogPrice): number => Number(availableTo ?? Number.POSITIVE_INFINITY);
  const ended = prices.filter((price) => endOf(price) < now);
  const end = Math.max(...ended.map(endOf));
  return ended.find((price) => endOf(price) === end && quantityLeft(price) > 0) ?? null;
}
