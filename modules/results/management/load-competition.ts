import { loadCatalog } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { PageCall } from '#src/web/http.ts';
import { resultOfEvent } from '../read-lines.ts';
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

type OfResult = OfCompetition & { resultId: number };
export type ResultCall = PageCall<'result.manage', 'event' | 'competitionId' | 'resultId', OfResult>;

/** Loader of pages. @throws Problem NOT_FOUND */
export async function loadResult(call: Pick<ResultCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<OfResult> {
  const { resultId } = call.params;
  const of = await loadCompetition(call);
  const found = await resultOfEvent(call.deps.read, of.catalog.event.id, resultId);
  return found?.competitionId === of.competition.id ? { ...of, resultId } : refuse('NOT_FOUND');
}

export const managePath = (eventId: number): string => `/admin/events/${eventId}/results`;
export const competitionPath = (eventId: number, competitionId: number): string =>
  `${managePath(eventId)}/competitions/${competitionId}`;
export const namesPath = (eventId: number, competitionId: number): string =>
  `${competitionPath(eventId, competitionId)}/names`;
export const importPath = (eventId: number, importId: number): string => `${managePath(eventId)}/imports/${importId}`;
