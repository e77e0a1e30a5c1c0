import type { Instant } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import { currentPrice, nextPrice } from './sale.ts';

/** A kind of voucher as the modules below the vouchers know it. */
export type VoucherKind = {
  name: string;
  target: 'order' | 'event' | 'competition' | 'competitionPrice' | 'article' | 'participant' | 'team';
  competitionId: number | null;
  competitionPriceId: number | null;
  articleId: number | null;
  validTo: Instant | null;
  codes: number;
  /** Those of them that can still be redeemed. */
  ready: number;
};

type Deleted = { competition: Pick<CatalogCompetition, 'id' | 'prices'> } | { priceId: number } | { articleId: number };

/** The kinds of vouchers that are for what is deleted, and go with it. */
export function kindsGoingAlong(kinds: readonly VoucherKind[], deleted: Deleted): VoucherKind[] {
  if ('articleId' in deleted) return kinds.filter(({ articleId }) => articleId === deleted.articleId);
  if ('priceId' in deleted) return kinds.filter(({ competitionPriceId }) => competitionPriceId === deleted.priceId);
  const { id, prices } = deleted.competition;
  return kinds.filter(
    (kind) => kind.competitionId === id || prices.some((price) => price.id === kind.competitionPriceId),
  );
}

/**
 * Competitions whose price of now, else the one that opens next, is for voucher holders, while nobody can hold one: no
 * kind that opens that price has a code that is ready and not over.
 */
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
