import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';

/** A family or some friends; more have the organizer to talk to. */
export const maxPlaces = 10;
const maxPerTeam = 100;

/** For how many places one can wait: single people for some together, a team for as many as it may have. */
export function placesRange({
  type,
  minTeamSize,
  maxTeamSize,
}: Pick<CatalogCompetition, 'type' | 'minTeamSize' | 'maxTeamSize'>): { least: number; most: number } {
  if (type === 'single') return { least: 1, most: maxPlaces };
  const least = Math.min(maxPerTeam, Math.max(1, minTeamSize));
  return { least, most: Math.max(least, Math.min(maxPerTeam, maxTeamSize || maxPlaces)) };
}

/** What was typed into a field for a number of places; NaN, which no range takes, for anything else. */
export const placesInput = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN);
