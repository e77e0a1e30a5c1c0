import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { dateIn, dayAfter, hours, type Instant, minutes, plus, zonedInstant, zonedParts } from '#src/kernel/time.ts';

/** `asked`: address unproven. `waiting`: in line. `offered`: places are held until `offerUntil`. */
export const liveStates = ['asked', 'waiting', 'offered'] as const;
export const endStates = ['bought', 'lapsed', 'declined', 'left', 'removed', 'closed'] as const;
export const entryStates = [...liveStates, ...endStates] as const;
export type LiveState = (typeof liveStates)[number];
export type EntryState = (typeof entryStates)[number];

export const isLive = (state: EntryState): state is LiveState => (liveStates as readonly string[]).includes(state);

const closings = ['canceled', 'over', 'off'] as const;
export type Closing = (typeof closings)[number];

export const unprovenDays = 3;
export const retentionDays = 180;

export type Waiting = { id: number; places: number };

/** Entries that do not fit are passed over and keep their position; what is left stays held for the list. */
export function nextOffers<T extends Waiting>(free: number, line: readonly T[]): T[] {
  let left = free;
  return line.filter(({ places }) => {
    if (places > left) return false;
    left -= places;
    return true;
  });
}

/** No offer ends at night in the event's time zone; it ends in the morning instead. */
const nightBegins = 22;
const morning = 8;
/** With less time left, the places stay held without an offer. */
export const shortestOffer = minutes(30);

export function offerEnd(now: Instant, offerHours: number, timeZone: string): Instant {
  const end = plus(now, hours(offerHours));
  const { hour } = zonedParts(end, timeZone);
  if (hour >= morning && hour < nightBegins) return end;
  const day = dateIn(end, timeZone);
  return zonedInstant(hour < morning ? day : dayAfter(day), morning, 0, timeZone);
}

/** A family or some friends; larger groups contact the organizer. */
export const maxPlaces = 10;
const maxPerTeam = 100;

/** Places one entry may have: individuals up to `maxPlaces`, a team up to its maximum size. */
export function placesRange({
  type,
  minTeamSize,
  maxTeamSize,
}: Pick<CatalogCompetition, 'type' | 'minTeamSize' | 'maxTeamSize'>): { least: number; most: number } {
  if (type === 'single') return { least: 1, most: maxPlaces };
  const least = Math.min(maxPerTeam, Math.max(1, minTeamSize));
  return { least, most: Math.max(least, Math.min(maxPerTeam, maxTeamSize || maxPlaces)) };
}

/** NaN, which no range accepts, for anything but a number. */
export const placesInput = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN);

/** Places of a competition, at any or one price, or a size of an article. */
export type Wish = { competitionId: number; priceId: number | null; variantId: number | null };
/** A list for a size has no competition. */
export type WishOfList = Omit<Wish, 'competitionId'> & { competitionId: number | null };

export const wishForPlaces = (competitionId: number, priceId: number | null = null): Wish => ({
  competitionId,
  priceId,
  variantId: null,
});
export const wishForSize = (variantId: number): Wish => ({ competitionId: 0, priceId: null, variantId });

/** One form field: `7`, `7-12` with a price, `v5` for a size. */
export function wishKey({ competitionId, priceId, variantId }: WishOfList): string {
  if (variantId !== null) return `v${variantId}`;
  return priceId === null ? String(competitionId) : `${competitionId}-${priceId}`;
}

/** Invalid text yields a wish that does not exist. */
export function parseWish(text: string): Wish {
  const [, variant, competition = '0', price] = /^(?:v(\d{1,15})|(\d{1,15})(?:-(\d{1,15}))?)$/.exec(text.trim()) ?? [];
  if (variant !== undefined) return wishForSize(Number(variant));
  return wishForPlaces(Number(competition), price === undefined ? null : Number(price));
}

export const isSameWish = (a: WishOfList, b: WishOfList): boolean => wishKey(a) === wishKey(b);
