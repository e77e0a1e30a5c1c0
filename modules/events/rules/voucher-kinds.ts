import type { Instant } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import { currentPrice, nextPrice } from './sale.ts';

export type VoucherKind = {
  name: string;
  target: 'order' | 'event' | 'competition' | 'competitionPrice' | 'article' | 'participant' | 'team';
  competitionId: number | null;
  competitionPriceId: number | null;
  articleId: number | null;
  validTo: Instant | null;
  codes: number;
  /** Codes that can be redeemed. */
  ready: number;
};

type Deleted = { competition: Pick<CatalogCompetition, 'id' | 'prices'> } | { priceId: number } | { articleId: number };

/** Voucher types deleted with their target. */
export function voucherTypesDeletedWith(kinds: readonly VoucherKind[], deleted: Deleted): VoucherKind[] {
  if ('articleId' in deleted) return kinds.filter(({ articleId }) => articleId === deleted.articleId);
  if ('priceId' in deleted) return kinds.filter(({ competitionPriceId }) => competitionPriceId === deleted.priceId);
  const { id, prices } = deleted.competition;
  return kinds.filter(
    (kind) => kind.competitionId === id || prices.some((price) => price.id === kind.competitionPriceId),
  );
}

/** Competitions whose current or next price needs a voucher while no usable code exists. */
export function competitionsWithoutCodes(
  { competitions }: Catalog,
  kinds: readonly VoucherKind[],
  now: Instant,
): CatalogCompetition[] {
  const givable = kinds.filter(({ ready, validTo }) => ready > 0 && (validTo === null || validTo >= now));
  return competitions.filter((competition) => {
    const price = currentPrice(competition, now) ?? nextPrice(competition, now);
    return price?.onlyBuyableWithVoucher && !givable.some((kind) => opens(kind, competition, price.id));
  });
}

function opens(kind: VoucherKind, { id, type }: Pick<CatalogCompetition, 'id' | 'type'>, priceId: number): boolean {
  const { target, competitionId, competitionPriceId } = kind;
  if (target === 'event') return true;
  if (target === 'competition') return competitionId === id;
  if (target === 'competitionPrice') return competitionPriceId === priceId;
  if (target !== 'participant' && target !== 'team') return false;
  return (competitionId === null || competitionId === id) && (target === 'participant' || type === 'team');
}
