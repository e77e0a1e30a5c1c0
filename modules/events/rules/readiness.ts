import type { Instant } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import { currentPrice, isCompetitionOver, isOver, isPublic, nextPrice } from './sale.ts';
import { competitionsWithoutCodes, type VoucherKind } from './voucher-kinds.ts';

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
    | 'places'
    | 'exemptVat'
    | 'untaxed'
    | 'picture'
    | 'description'
    | 'location'
    | 'conditions'
    | 'hidden';
  weight: 'missing' | 'hint';
  competition?: Pick<CatalogCompetition, 'id' | 'title'>;
  /** Of `places`: how many there are, and how many a price is for. */
  places?: { places: number; quota: number };
};

export function readiness(catalog: Catalog, kinds: readonly VoucherKind[], now: Instant): Lack[] {
  const { event, competitions, articles, organizers } = catalog;
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
    const quota = Math.max(0, ...competition.prices.map(({ quantityTotal }) => quantityTotal));
    if (quota > totalTicketCount && !isCompetitionOver(competition, now))
      lacks.push({ code: 'places', weight: 'missing', competition, places: { places: totalTicketCount, quota } });
    if (timestamp < event.startTimestamp || timestamp > event.endTimestamp) missing('outside', competition);
  }
  for (const competition of competitionsWithoutCodes(catalog, kinds, now)) missing('voucherPrice', competition);
  const isExempt = organizers.find(({ isMain }) => isMain)?.taxExemption;
  const isTaxed =
    event.vat > 0 || articles.some(({ vat, soldByStartblock }) => vat !== null && vat > 0 && !soldByStartblock);
  if (isExempt && isTaxed) missing('exemptVat');
  if (isExempt === null && event.vat === 0) hint('untaxed');
  if (event.titlePicture === null) hint('picture');
  if (event.description.trim() === '') hint('description');
  if (event.location === '') hint('location');
  if (event.conditions.trim() === '') hint('conditions');
  if (!isPublic(event)) missing('hidden');
  return lacks;
}

/** What the organizer wants so, for now or for ever: nobody has to do anything about it. */
const wanted: readonly Lack['code'][] = ['over', 'canceled', 'soldOut', 'hidden'];

/** Gaps in the set-up: what stops the sale, or sells other than one thinks, and nobody can have meant. */
export const gapsIn = (catalog: Catalog, kinds: readonly VoucherKind[], now: Instant): Lack[] =>
  isOver(catalog.event, now) || catalog.event.canceled
    ? []
    : readiness(catalog, kinds, now).filter(({ code, weight }) => weight === 'missing' && !wanted.includes(code));
