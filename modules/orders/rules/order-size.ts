import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';

/** Clubs and schools come with this many; who has more orders these and begins anew. */
const usualMost = 200;
/** As many as a call may name, whatever an event says. */
const utmost = 500;

/** How many people one order of an event holds. A whole team always fits. */
export const mostPeople = (competitions: readonly Pick<CatalogCompetition, 'type' | 'maxTeamSize'>[]): number =>
  Math.min(
    utmost,
    Math.max(usualMost, ...competitions.map(({ type, maxTeamSize }) => (type === 'team' ? maxTeamSize : 1))),
  );

export const countPeople = (teams: readonly { participants: readonly unknown[] }[]): number =>
  teams.reduce((sum, { participants }) => sum + participants.length, 0);

export const isTooLarge = (
  competitions: Parameters<typeof mostPeople>[0],
  teams: Parameters<typeof countPeople>[0],
): boolean => countPeople(teams) > mostPeople(competitions);
