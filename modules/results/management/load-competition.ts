import { loadCatalog } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { PageCall } from '#src/platform/http.ts';
import { refuse } from '../rules/problems.ts';

type OfCompetition = { catalog: Catalog; competition: CatalogCompetition };
export type CompetitionCall = PageCall<'result.manage', 'event' | 'competitionId', OfCompetition>;

/** Loader of pages. @throws Problem NOT_FOUND */
export async function loadCompetition(
  call: Pick<CompetitionCall, 'deps' | 'viewer' | 'may' | 'params'>,
): Promise<OfCompetition> {
  const catalog = await loadCatalog(call);
  const competition = catalog.competitions.find(({ id }) => id === call.params.competitionId) ?? refuse('NOT_FOUND');
  return { catalog, competition };
}
