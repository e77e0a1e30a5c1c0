import type { Instant } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import { currentPrice, isOver, isPublic, nextPrice } from './sale.ts';
import type { VoucherKind } from './voucher-kind.ts';
import { competitionsWithoutCodes } from './voucher-kinds.ts';

/**
 * What an event lacks before people can enter it, in the order in which one would do it. `missing` stops the sale,
 * `hint` is what people would miss.
 */
export type Lack = {
  code:
    | 'over'
    | 'canceled'
    | 'soldOut'
    | 'competitions'
    | 'price'
    | 'voucherPrice'
    | 'outside'
    | 'picture'
    | 'description'
    | 'location'
    | 'conditions'
    | 'hidden';
  weight: 'missing' | 'hint';
  competition?: Pick<CatalogCompetition, 'id' | 'title'>;
};

export function readiness(catalog: Catalog, kinds: readonly VoucherKind[], now: Instant): Lack[] {
  const { event, competitions } = catalog;
  const lacks: Lack[] = [];
  const missing = (code: Lack['code'], competition?: CatalogCompetition) =>
    lacks.push({ code, weight: 'missing', ...(competition ? { competition } : {}) });
  const hint = (code: Lack['code'], competition?: CatalogCompetition) =>
    lacks.push({ code, weight: 'hint', ...(competition ? { competition } : {}) });

  if (event.canceled) missing('canceled');
  if (isOver(event, now)) missing('over');
  if (event.soldOut) missing('soldOut');
  if (competitions.length === 0) missing('competitions');
  for (const competition of competitions) {
    const { totalTicketCount, sold, timestamp } = competition;
    const isFull = sold > 0 && sold >= totalTicketCount;
    if (!isFull && timestamp >= now && !currentPrice(competition, now) && !nextPrice(competition, now))
      missing('price', competition);
    if (timestamp < event.startTimestamp || timestamp > event.endTimestamp) hint('outside', competition);
  }
  for (const competition of competitionsWithoutCodes(catalog, kinds, now)) missing('voucherPrice', competition);
  if (event.titlePicture === null) hint('picture');
  if (event.description.trim() === '') hint('description');
  if (event.location === '') hint('location');
  if (event.conditions.trim() === '') hint('conditions');
  if (!isPublic(event)) missing('hidden');
  return lacks;
}
