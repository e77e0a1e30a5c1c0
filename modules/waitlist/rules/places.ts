import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';

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
export const placesInput = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN);
