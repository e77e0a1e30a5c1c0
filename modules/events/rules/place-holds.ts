import { type Instant, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Catalog, CatalogArticle, CatalogCompetition, CatalogEvent, CatalogPrice } from './catalog.ts';
import {
  availableTickets,
  currentPrice,
  isCompetitionOver,
  isInWindow,
  isOver,
  isPublic,
  quantityLeft,
} from './sale.ts';
import { quotaFree } from './shared-quotas.ts';

/** Places held for a visitor who fills in a form, at the current price, so that they can be bought. */
export type Held = {
  competitionId: number;
  priceId: number;
  quantity: number;
  until: Instant;
  /** For a team whose members register by themselves. */
  teamId?: number | null;
  teamName?: string | null;
};
/** Holds of others. `until` null: held for waiting people, so no end is shown. */
export type HeldByOthers = Omit<Held, 'until'> & { until: Instant | null };
/**
 * `own`: the buyer's holds, expired ones too. `others`: active holds of others, summed by price. `heldCompetitions`: competitions
 * where only held places can be bought; true: because of a draw.
 */
export type Holds = {
  own: readonly Held[];
  others: readonly HeldByOthers[];
  heldCompetitions: ReadonlyMap<number, boolean>;
  /** Prices people wait for: only held places can be bought at them. */
  heldPriceIds: ReadonlySet<number>;
  /** Variants people wait for, which cannot be ordered. */
  heldVariantIds: ReadonlySet<number>;
};
export const noHolds: Holds = {
  own: [],
  others: [],
  heldCompetitions: new Map(),
  heldPriceIds: new Set(),
  heldVariantIds: new Set(),
};

export const minHoldMinutes = 5;
export const maxHoldMinutes = 60;
/** The pause before the same visitor can hold places again. */
export const holdPauseMs = minutes(15);
/** One week. */
export const maxOfferHours = 168;
/** Two months. */
export const maxTeamDays = 60;

/** Whether the event holds places beyond a visit: for a waiting list or team members. */
export const holdsPlaces = ({ offerHours, teamDays }: Pick<CatalogEvent, 'offerHours' | 'teamDays'>): boolean =>
  offerHours !== null || teamDays !== null;

export const isHeld = ({ quantity, until }: Pick<Held, 'quantity' | 'until'>, now: Instant): boolean =>
  quantity > 0 && until > now;

/** Active, or expired recently. */
const isRemembered = ({ until }: Pick<Held, 'until'>, now: Instant): boolean => until > now - holdPauseMs;

const countOf = (holds: readonly Pick<Held, 'quantity'>[]): number =>
  holds.reduce((sum, { quantity }) => sum + quantity, 0);
const firstEnd = (holds: readonly Pick<Held, 'until'>[]): Instant =>
  instant(Math.min(...holds.map(({ until }) => until)));

/** The catalog as one buyer sees it: without places held for others, with their own. */
export function withHolds(
  catalog: Catalog,
  { own, others, heldCompetitions, heldPriceIds: heldPrices, heldVariantIds: heldVariants }: Holds,
  now: Instant,
): Catalog {
  const isOf = (competitionId: number, quotaId: number): boolean =>
    catalog.competitions.some(({ id, quota }) => id === competitionId && quota?.id === quotaId);
  const lasting = [...others, ...own.filter((hold) => isHeld(hold, now))];
  const waitedFor = waitedForIn(catalog.competitions, lasting, heldPrices);
  return {
    ...catalog,
    articles:
      heldVariants.size > 0 ? catalog.articles.map((article) => soldOutOf(article, heldVariants)) : catalog.articles,
    competitions: catalog.competitions.map((alone) => {
      const { quota } = alone;
      const { id, prices } = alone;
      const ofOthers = others.filter(({ competitionId }) => competitionId === id);
      const ofQuota = quota ? others.filter(({ competitionId }) => isOf(competitionId, quota.id)) : [];
      const mine = own.filter((hold) => hold.competitionId === id && isHeld(hold, now));
      /** Excludes places people wait for, but never the buyer's own. */
      const leftOf = (room: number, waited: number): number => Math.max(Math.min(countOf(mine), room), room - waited);
      const waitedHere = waitedFor.get(id) ?? 0;
      const waitedThere = catalog.competitions.reduce(
        (sum, each) => (quota && each.quota?.id === quota.id ? sum + (waitedFor.get(each.id) ?? 0) : sum),
        0,
      );
      const competition = quota
        ? { ...alone, quota: { ...quota, free: leftOf(quota.left - countOf(ofQuota), waitedThere) } }
        : alone;
      const ofTeam = sharedBy(mine);
      if (heldCompetitions.has(id))
        return { ...onlyHeld(competition, mine), ...ofTeam, ...(heldCompetitions.get(id) ? { isDrawn: true } : {}) };
      const pricesWithQueue = prices.filter((price) => heldPrices.has(price.id));
      if (ofOthers.length === 0 && ofQuota.length === 0 && mine.length === 0 && pricesWithQueue.length === 0)
        return competition;
      const left = alone.totalTicketCount - alone.sold;
      // Holds at the other competitions of the quota are the reason here.
      const inTheWay = quotaFree(competition) <= 0 ? ofQuota : ofOthers;
      const ends = inTheWay.flatMap(({ until }) => (until === null ? [] : [{ until }]));
      return {
        ...competition,
        ...(ofOthers.length > 0 || waitedHere > 0 ? { held: left - leftOf(left - countOf(ofOthers), waitedHere) } : {}),
        ...(ends.length > 0 ? { heldTill: firstEnd(ends) } : {}),
        prices: pricesBeside(prices, ofOthers, mine, now).map((price) =>
          heldPrices.has(price.id) ? onlyHeldAt(price, mine) : price,
        ),
        ...ofTeam,
      };
    }),
  };
}

/** A held variant looks sold out. */
const soldOutOf = (article: CatalogArticle, heldVariants: ReadonlySet<number>): CatalogArticle => ({
  ...article,
  variants: article.variants.map((variant) =>
    heldVariants.has(variant.id) ? { ...variant, sold: Math.max(variant.sold, variant.total) } : variant,
  ),
});

/** A buyer with opened team places enters at least one and at most so many people. */
function sharedBy(
  mine: readonly Held[],
): Pick<CatalogCompetition, 'minTeamSize' | 'maxTeamSize' | 'sharedTeam'> | null {
  const places = mine.filter(({ teamId }) => typeof teamId === 'number');
  const { teamId, teamName } = places[0] ?? {};
  if (typeof teamId !== 'number') return null;
  const ofIt = places.filter((hold) => hold.teamId === teamId);
  return { minTeamSize: 1, maxTeamSize: countOf(ofIt), sharedTeam: { id: teamId, name: teamName ?? '' } };
}

/** Only the buyer's own places remain. */
function onlyHeld(competition: CatalogCompetition, mine: readonly Held[]): CatalogCompetition {
  const { totalTicketCount, sold, prices } = competition;
  return {
    ...competition,
    held: Math.max(0, totalTicketCount - sold - countOf(mine)),
    prices: prices.map((price) => onlyHeldAt(price, mine)),
  };
}

const onlyHeldAt = (price: CatalogPrice, mine: readonly Held[]): CatalogPrice => ({
  ...price,
  held: Math.max(0, price.quantityTotal - price.sold - countOf(mine.filter(({ priceId }) => priceId === price.id))),
});

/** By competition: free places at prices people wait for. */
function waitedForIn(
  competitions: readonly CatalogCompetition[],
  held: readonly Pick<Held, 'priceId' | 'quantity'>[],
  heldPrices: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  if (heldPrices.size === 0) return new Map();
  const freeAt = ({ id, quantityTotal, sold }: CatalogPrice): number =>
    Math.max(0, quantityTotal - sold - countOf(held.filter(({ priceId }) => priceId === id)));
  return new Map(
    competitions.map(({ id, prices }) => [
      id,
      prices.filter((price) => heldPrices.has(price.id)).reduce((sum, price) => sum + freeAt(price), 0),
    ]),
  );
}

/** An earlier price that came free needs room for all held places; otherwise it would block the held price. */
function pricesBeside(
  prices: readonly CatalogPrice[],
  ofOthers: readonly HeldByOthers[],
  mine: readonly Held[],
  now: Instant,
): CatalogPrice[] {
  const beside = prices.map((price) => {
    const held = countOf(ofOthers.filter(({ priceId }) => priceId === price.id));
    return held > 0 ? { ...price, held } : price;
  });
  const at = beside.findIndex(
    ({ id, ...price }) => mine.some(({ priceId }) => priceId === id) && isInWindow(price, now),
  );
  return beside.map((price, index) =>
    index < at && quantityLeft(price) < countOf(mine) ? { ...price, held: price.quantityTotal - price.sold } : price,
  );
}

/** A hold ends with the sale at its price. */
export const endAt = (
  event: Pick<CatalogEvent, 'endTimestamp'>,
  { timestamp, endTimestamp }: Pick<CatalogCompetition, 'timestamp' | 'endTimestamp'>,
  { availableTo }: Pick<CatalogPrice, 'availableTo'>,
  end: Instant,
): Instant =>
  instant(Math.min(end, event.endTimestamp, endTimestamp ?? timestamp, ...(availableTo === null ? [] : [availableTo])));

export const isSelling = (event: CatalogEvent, now: Instant): boolean =>
  isPublic(event) && !event.canceled && !event.soldOut && !isOver(event, now);

/** A team or one person. */
export type Wanted = { competitionId: number; size: number };

/**
 * The holds for a draft: entries that fit, in order, teams as a whole. The time counts from the visitor's first hold.
 * `catalog`: as the visitor sees it. Null: no change, since the time is over and the pause is on.
 */
export function placesToHold(
  catalog: Catalog,
  asked: {
    own: readonly Held[];
    wanted: readonly Wanted[];
    most: number;
    /** Competitions with offered places, which are held already. */
    offered: Pick<ReadonlySet<number>, 'has'>;
    now: Instant;
  },
): Held[] | null {
  const { own, wanted, most, offered, now } = asked;
  const { event, competitions } = catalog;
  if (event.placeHoldMinutes === null) return null;
  const known = own.filter((hold) => isRemembered(hold, now));
  const end =
    known.length > 0
      ? instant(Math.max(...known.map(({ until }) => until)))
      : plus(now, minutes(event.placeHoldMinutes));
  if (end <= now) return null;
  let room = most;
  return competitions.flatMap((competition): Held[] => {
    const { id: competitionId } = competition;
    const before = known.find((hold) => hold.competitionId === competitionId);
    const nothing = before ? [{ ...before, quantity: 0, until: end }] : [];
    const price = isSelling(event, now) && !isCompetitionOver(competition, now) ? currentPrice(competition, now) : null;
    if (offered.has(competitionId)) return nothing;
    // Voucher prices are not held.
    if (!price || price.onlyBuyableWithVoucher) return nothing;
    const free = Math.min(room, availableTickets(competition, now));
    const sizes = wanted.flatMap((entry) => (entry.competitionId === competitionId ? [entry.size] : []));
    const quantity = sizes.reduce((sum, size) => (sum + size <= free ? sum + size : sum), 0);
    const until = endAt(event, competition, price, end);
    if (quantity === 0 || until <= now) return nothing;
    room -= quantity;
    return [{ competitionId, priceId: price.id, quantity, until }];
  });
}

/** The holds that still fit after an organizer's change, oldest first. Returns one for each hold. */
export function fittingHolds<T extends Held & { isForWaiting: boolean }>(
  { event, competitions }: Catalog,
  holds: readonly T[],
  now: Instant,
): T[] {
  const room = new Map<string, number>();
  const roomOf = (key: string, all: number) => room.get(key) ?? Math.max(0, all);
  return holds.map((hold) => {
    const competition = competitions.find(({ id }) => id === hold.competitionId);
    const price = competition?.prices.find(({ id }) => id === hold.priceId);
    const wish = !hold.isForWaiting ? event.placeHoldMinutes : hold.teamId ? event.teamDays : event.offerHours;
    const isWanted = wish !== null;
    if (!isWanted || !competition || !price) return { ...hold, quantity: 0 };
    const isOffered = isSelling(event, now) && isInWindow(price, now) && !price.onlyBuyableWithVoucher;
    const [ofAll, ofPrice, ofQuota] = [`c${competition.id}`, `p${price.id}`, `q${competition.quota?.id}`];
    const left = roomOf(ofAll, competition.totalTicketCount - competition.sold);
    const leftAtPrice = roomOf(ofPrice, price.quantityTotal - price.sold);
    const leftTogether = roomOf(ofQuota, competition.quota?.left ?? Number.POSITIVE_INFINITY);
    const quantity = isOffered ? Math.min(hold.quantity, left, leftAtPrice, leftTogether) : 0;
    room
      .set(ofAll, left - quantity)
      .set(ofPrice, leftAtPrice - quantity)
      .set(ofQuota, leftTogether - quantity);
    return { ...hold, quantity, until: endAt(event, competition, price, hold.until) };
  });
}

/** What a step shows about held places. */
export type HoldView = { kind: 'held'; until: Instant; held: number; wanted: number } | { kind: 'over' };

export function holdView(own: readonly Held[], wanted: number, now: Instant): HoldView | null {
  const lasting = own.filter((hold) => isHeld(hold, now));
  if (wanted === 0) return null;
  if (lasting.length > 0) return { kind: 'held', until: firstEnd(lasting), held: countOf(lasting), wanted };
  return own.some((hold) => hold.quantity > 0 && isRemembered(hold, now)) ? { kind: 'over' } : null;
}
