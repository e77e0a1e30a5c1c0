import type { Catalog, CatalogCompetition, CatalogPrice } from '#modules/events/rules/catalog.ts';
import { currentPrice, nextPrice, quantityLeft } from '#modules/events/rules/sale.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/**
 * Catalog sold on site: an ended sale reopens at its last price, paid tickets have the event's surcharge, nothing is shipped, other
 * limits hold. The office asks for no surcharge.
 */
export const deskCatalog = (catalog: Catalog, now: Instant, { isOffice = false } = {}): Catalog => ({
  ...catalog,
  // Donations are only part of the booking.
  articles: catalog.articles.filter(({ type }) => type !== 'donation'),
  competitions: catalog.competitions.map((competition) => ({
    ...withSurcharge(
      withLastPrice(competition, now),
      isOffice ? zeroCents : (catalog.event.deskSurcharge ?? zeroCents),
    ),
    withShipping: false,
  })),
});

const withSurcharge = (competition: CatalogCompetition, surcharge: Cents): CatalogCompetition => ({
  ...competition,
  prices: competition.prices.map((each) => ({
    ...each,
    price: each.price > 0 ? cents(each.price + surcharge) : each.price,
  })),
});

/** Applies only to ended sales, not to future or paused ones. */
function withLastPrice({ prices, ...competition }: CatalogCompetition, now: Instant): CatalogCompetition {
  // The desk takes no vouchers, so prices for voucher holders are ignored.
  const open = { ...competition, prices: prices.filter(({ onlyBuyableWithVoucher }) => !onlyBuyableWithVoucher) };
  if (currentPrice(open, now) || nextPrice(open, now)) return open;
  const last = lastPrice(open.prices, now);
  return {
    ...open,
    prices: open.prices.map((price) => (price === last ? { ...price, availableTo: null } : price)),
  };
}

/** The price that ended last; null when it is sold out, so that a cheaper earlier price does not return. */
function lastPrice(prices: readonly CatalogPrice[], now: Instant): CatalogPrice | null {
  const endOf = ({ availableTo }: CatalogPrice): number => Number(availableTo ?? Number.POSITIVE_INFINITY);
  const ended = prices.filter((price) => endOf(price) < now);
  const end = Math.max(...ended.map(endOf));
  return ended.find((price) => endOf(price) === end && quantityLeft(price) > 0) ?? null;
}
