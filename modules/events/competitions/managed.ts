import { idOf, managedCatalog, type OrganizerCall } from '../forms/frame.tsx';
import type { Catalog, CatalogCompetition } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';

export const ticketsPath = (eventId: number, competitionId: number): string =>
  `/admin/tickets/${eventId}/${competitionId}`;

export async function managedCompetition(
  call: OrganizerCall,
): Promise<{ catalog: Catalog; competition: CatalogCompetition }> {
  const catalog = await managedCatalog(call);
  const id = idOf(call, 'competitionId');
  return { catalog, competition: catalog.competitions.find((each) => each.id === id) ?? refuse('NOT_FOUND') };
}
