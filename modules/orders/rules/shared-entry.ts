import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { BookingTeam } from './booking.ts';
import { refuse } from './problems.ts';

/** The shared team opened for this competition; null: entries form their own team. */
export const sharedTeamOf = (
  { competitions }: Pick<Catalog, 'competitions'>,
  competitionId: number,
): CatalogCompetition['sharedTeam'] | null => competitions.find(({ id }) => id === competitionId)?.sharedTeam ?? null;

/** Catalog for a single place of a shared team. */
export const forOnePlace = <C extends Pick<Catalog, 'competitions'>>(
  catalog: C,
  competitionId: number,
  sharedTeam: { id: number; name: string },
): C => ({
  ...catalog,
  competitions: catalog.competitions.map((each) =>
    each.id === competitionId ? { ...each, minTeamSize: 1, maxTeamSize: 1, sharedTeam } : each,
  ),
});

/**
 * An order with places of a shared team contains nothing else, because it is canceled as a whole if the team fails. It
 * has at most the opened places.
 * @throws Problem SHARED_TEAM_ALONE, REGISTERING_INVALID_TEAMSIZE
 */
export function requireSharedAlone(
  { competitions }: Pick<Catalog, 'competitions'>,
  teams: readonly Pick<BookingTeam, 'competitionId' | 'participants'>[],
): void {
  const shared = competitions.find(
    ({ id, sharedTeam }) => sharedTeam && teams.some(({ competitionId }) => competitionId === id),
  );
  if (!shared) return;
  if (teams.some(({ competitionId }) => competitionId !== shared.id))
    refuse('SHARED_TEAM_ALONE', { competitionId: shared.id });
  const people = teams.flatMap(({ participants }) => participants);
  if (people.length > shared.maxTeamSize)
    refuse('REGISTERING_INVALID_TEAMSIZE', {
      competitionId: shared.id,
      participants: people.map(({ localId }) => localId),
      min: 1,
      max: shared.maxTeamSize,
      count: people.length,
    });
}

/** SQL for a person's team id; a shared team uses its first row. Arguments are aliases of the tables. */
export const oneTeam = (team: string, person: string): string =>
  `coalesce((select min(one.id) from teams one where one.shared_team_id = ${team}.shared_team_id), ${person}.team_id)`;
