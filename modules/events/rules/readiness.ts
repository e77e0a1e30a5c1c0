import type { Instant } from '#src/kernel/time.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import { costsSomething } from './offer.ts';
import { currentPrice, isCompetitionOver, isOver, isPublic, nextPrice } from './sale.ts';
import { competitionsWithoutCodes, type VoucherKind } from './voucher-kinds.ts';

/** What an event lacks, in working order. `missing` stops the sale, `hint` does not. */
export type MissingSetting = {
  code:
    | 'over'
    | 'canceled'
    | 'soldOut'
    | 'competitions'
    | 'price'
    | 'voucherPrice'
    | 'outside'
    | 'places'
    | 'teamSize'
    | 'exemptVat'
    | 'untaxed'
    | 'bankAccount'
    | 'picture'
    | 'description'
    | 'location'
    | 'conditions'
    | 'hidden';
  weight: 'missing' | 'hint';
  competition?: Pick<CatalogCompetition, 'id' | 'title'>;
  /** For `places`: the number of places, and the quota of a price. */
  places?: { places: number; quota: number };
};

export function readiness(
  catalog: Catalog,
  kinds: readonly VoucherKind[],
  now: Instant,
  { hasBankAccount = true } = {},
): MissingSetting[] {
  const { event, competitions, articles, organizers } = catalog;
  const lacks: MissingSetting[] = [];
  const missing = (code: MissingSetting['code'], competition?: CatalogCompetition) =>
    lacks.push({ code, weight: 'missing', ...(competition ? { competition } : {}) });
  const hint = (code: MissingSetting['code'], competition?: CatalogCompetition) =>
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
    if (hasDefaultSize(competition)) missing('teamSize', competition);
  }
  for (const competition of competitionsWithoutCodes(catalog, kinds, now)) missing('voucherPrice', competition);
  const isExempt = organizers.find(({ isMain }) => isMain)?.taxExemption;
  const isTaxed =
    event.vat > 0 || articles.some(({ vat, soldByStartblock }) => vat !== null && vat > 0 && !soldByStartblock);
  if (isExempt && isTaxed) missing('exemptVat');
  if (isExempt === null && event.vat === 0) hint('untaxed');
  if (!hasBankAccount && isPaidFor(catalog)) hint('bankAccount');
  if (event.titlePicture === null) hint('picture');
  if (event.description.trim() === '') hint('description');
  if (event.location === '') hint('location');
  if (event.conditions.trim() === '') hint('conditions');
  if (!isPublic(event)) missing('hidden');
  return lacks;
}

/** A team competition that kept the specified default. Registered teams show that it is meant. */
const hasDefaultSize = ({ type, minTeamSize, maxTeamSize, sold }: CatalogCompetition): boolean =>
  type === 'team' && minTeamSize === 1 && maxTeamSize === 10 && sold === 0;
const isPaidFor = ({ competitions, articles }: Catalog): boolean =>
  competitions.some(costsSomething) || articles.some(({ price, type }) => price > 0 || type === 'donation');

/** States that the organizer chose. */
const wanted: readonly MissingSetting['code'][] = ['over', 'canceled', 'soldOut', 'hidden'];

/** Unintended gaps in the set-up. */
export const gapsIn = (catalog: Catalog, kinds: readonly VoucherKind[], now: Instant): MissingSetting[] =>
  isOver(catalog.event, now) || catalog.event.canceled
    ? []
    : readiness(catalog, kinds, now).filter(({ code, weight }) => weight === 'missing' && !wanted.includes(code));
