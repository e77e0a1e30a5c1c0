import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';

/** A family or some friends; more have the organizer to talk to. */
export const mostPlaces = 10;
const mostOfTeam = 100;

/** For how many places one can wait: single people for some together, a team for as many as it may have. */
export function placesRange({
  type,
  minTeamSize,
  maxTeamSize,
}: Pick<CatalogCompetition, 'type' | 'minTeamSize' | 'maxTeamSize'>): { least: number; most: number } {
  if (type === 'single') return { least: 1, most: mostPlaces };
  const least = Math.min(mostOfTeam, Math.max(1, minTeamSize));
  return { least, most: Math.max(least, Math.min(mostOfTeam, maxTeamSize || mostPlaces)) };
}

/** What was typed into a field for a number of places; NaN, which no range takes, for anything else. */
export const placesTyped = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN);
