import type { Words } from '#src/platform/locale.ts';
import { idOf, managedCatalog, type OrganizerCall } from '../forms/frame.tsx';
import type { Catalog, CatalogCompetition } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { wordsOf } from '../words.ts';

export const competitionsPath = (eventId: number): string => `/admin/events/${eventId}/competitions`;
export const ticketsPath = (eventId: number, competitionId: number): string =>
  `/admin/tickets/${eventId}/${competitionId}`;

/** `words` are those of the event. */
export type Managed = { catalog: Catalog; competition: CatalogCompetition; words: Words };

/** @throws Problem NOT_FOUND for somebody else's event, or a competition that is not of it */
export async function managedCompetition(call: OrganizerCall): Promise<Managed> {
  const catalog = await managedCatalog(call);
  const id = idOf(call, 'competitionId');
  const competition = catalog.competitions.find((each) => each.id === id) ?? refuse('NOT_FOUND');
  return { catalog, competition, words: wordsOf(call.words, catalog) };
}
