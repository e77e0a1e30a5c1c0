import { type ManagedCall, managed, type OrganizerCall } from '../management/frame.tsx';
import type { CatalogCompetition } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';

/** The call speaks in the words of the event. */
export type Managed = ManagedCall & { competition: CatalogCompetition };

/** @throws Problem NOT_FOUND for somebody else's event, or a competition that is not of it */
export function managedCompetition(unworded: OrganizerCall<'competitionId'>): Managed {
  const { call, catalog } = managed(unworded);
  const { competitionId } = call.params;
  const competition = catalog.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  return { call, catalog, competition };
}
