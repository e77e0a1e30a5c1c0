import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';

/** Clubs and schools come with this many; who has more orders these and begins anew. */
const defaultMax = 200;
/** As many as a call may name, whatever an event says. */
const utmost = 500;

/** How many people one order of an event holds. A whole team always fits. */
export const maxPeople = (competitions: readonly Pick<CatalogCompetition, 'type' | 'maxTeamSize'>[]): number =>
  Math.min(
    utmost,
    Math.max(defaultMax, ...competitions.map(({ type, maxTeamSize }) => (type === 'team' ? maxTeamSize : 1))),
  );

export const countPeople = (teams: readonly { participants: readonly unknown[] }[]): number =>
  teams.reduce((sum, { participants }) => sum + participants.length, 0);

export const isTooLarge = (
  competitions: Parameters<typeof maxPeople>[0],
  teams: Parameters<typeof countPeople>[0],
): boolean => countPeople(teams) > maxPeople(competitions);
