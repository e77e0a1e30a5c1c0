import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { BookingTeam } from './booking.ts';
import { refuse } from './problems.ts';

/** The team whose places the buyer has opened in a competition; null: whoever enters there makes a team of their own. */
export const sharedTeamOf = (
  { competitions }: Pick<Catalog, 'competitions'>,
  competitionId: number,
): CatalogCompetition['sharedTeam'] | null => competitions.find(({ id }) => id === competitionId)?.sharedTeam ?? null;

/** The event as somebody meets it who takes over one place of a team: they enter alone, and the others are in already. */
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
 * An order with places of a team that others are in as well holds nothing else: should that team not come about, it is
 * canceled as a whole, with all its money. And it has no more people than places of the team were opened for it.
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
