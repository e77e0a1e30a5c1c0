import * as z from 'zod';
import { catalogOf, loadEvent, loadEventOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { instant } from '#src/web/answers.ts';
import { type ApiRoute, api } from '#src/web/http.ts';
import { importResults, maxFileBytes, planImport } from '../import/import-results.ts';
import { competitionLists, countResults, eventLists, importsOf } from '../read-results.ts';
import { outcomes } from '../rules/matching.ts';
import { refuse } from '../rules/problems.ts';
import { resultStatuses } from '../rules/result.ts';
import { inputOfLists, saveCompetitionLists, saveEventLists } from '../save-results.ts';
import { undoImport, undoJob } from '../undo-import.ts';
import { competitionInput, listsInput } from './forms.ts';

const eventParams = z.object({ eventId: z.string().max(100) });
const importShape = z
  .object({
    id: z.int(),
    source: z.enum(['file', 'timing']),
    fileName: z.string(),
    editorEmail: z.string().nullable(),
    createdAt: instant,
    made: z.int(),
    changed: z.int(),
    undoneAt: instant.nullable(),
    isBeingUndone: z.boolean().describe('true: the undo is still in progress; no other import can start'),
  })
  .meta({ id: 'ResultImport', description: 'Import of results' });
const competitionShape = competitionInput.extend({
  competitionId: z.int(),
  title: z.string(),
  publishedAt: instant.nullable(),
  results: z.int(),
});

async function stateOf(deps: Pick<Deps, 'read'>, eventId: number) {
  const catalog = await catalogFor(deps, eventId);
  const counts = await countResults(deps.read, eventId);
  const competitions = [];
  for (const competition of catalog.competitions) {
    const lists = await competitionLists(deps.read, competition);
    competitions.push({
      competitionId: competition.id,
      title: competition.title,
      ...inputOfLists(lists),
      publishedAt: lists.publishedAt,
      results: counts.get(competition.id) ?? 0,
    });
  }
  const { showsStartList } = await eventLists(deps.read, eventId);
  return {
    showsStartList,
    competitions,
    imports: (await importsOf(deps.read, eventId)).map((record) => ({
      ...record,
      editorEmail: record.editor,
      isBeingUndone: record.undoneUpTo !== null,
    })),
  };
}
const stateShape = z
  .object({
    showsStartList: z.boolean(),
    competitions: z.array(competitionShape),
    imports: z.array(importShape),
  })
  .meta({ id: 'ResultSettings', description: 'Start list, results and imports of an event' });
const catalogFor = async (deps: Pick<Deps, 'read'>, eventId: number): Promise<Catalog> =>
  present(await catalogOf(deps.read, eventId), 'an event that was loaded is there');

const readManaged = api(
  {
    method: 'get',
    path: '/api/admin/events/{eventId}/results',
    may: 'result.manage',
    summary: 'Returns the start list and result settings of an event and its imports',
    params: eventParams,
    load: loadEvent,
    answer: stateShape,
  },
  ({ deps, record: eventId }) => stateOf(deps, eventId),
);

const changeLists = api(
  {
    method: 'patch',
    path: '/api/admin/events/{eventId}/result-settings',
    may: 'result.manage',
    summary: 'Publishes or hides the start list',
    params: eventParams,
    load: loadEvent,
    body: listsInput,
    answer: stateShape,
  },
  async ({ deps, viewer, body, record: eventId }) => {
    const { event } = await catalogFor(deps, eventId);
    await deps.write((work) => saveEventLists(work, viewer, { eventId, title: event.title }, body));
    return stateOf(deps, eventId);
  },
);

const loadCompetitionEvent = loadEventOf('competition', 'competitionId');

/** @throws Problem NOT_FOUND */
async function loadManagedCompetition(call: Parameters<typeof loadCompetitionEvent>[0]): Promise<CatalogCompetition> {
  const eventId = await loadCompetitionEvent(call);
  const { competitions } = await catalogFor(call.deps, eventId);
  return competitions.find(({ id }) => id === call.params.competitionId) ?? refuse('NOT_FOUND');
}

const changeCompetition = api(
  {
    method: 'patch',
    path: '/api/admin/competitions/{competitionId}/result-settings',
    may: 'result.manage',
    summary: 'Sets how the results of a competition are ranked and whether they are public',
    load: loadManagedCompetition,
    body: competitionInput.partial(),
    answer: stateShape,
  },
  async ({ deps, viewer, body, record: competition }) => {
    const input = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    await deps.write((work) => saveCompetitionLists(work, viewer, competition, input));
    return stateOf(deps, competition.eventId);
  },
);

const lineShape = z.object({
  line: z.int().describe('Line number in the file, from 1'),
  outcome: z.enum(outcomes),
  participantId: z.int().nullable(),
  bib: z.string().nullable(),
  name: z.string(),
  timeMs: z.int().nullable(),
  status: z.enum(resultStatuses).nullable(),
});

const importFile = api(
  {
    method: 'post',
    path: '/api/admin/events/{eventId}/results/import',
    may: 'result.manage',
    refuses: ['RESULTS_UNDO_UNDER_WAY'],
    summary: 'Imports results from a CSV or XLSX file. Lines that match no participant or several are skipped.',
    params: eventParams,
    load: loadEvent,
    query: z.object({
      dryRun: z.enum(['true', 'false']).default('false').describe('true: only previews the import'),
      competitionId: z.coerce.number().int().positive().optional().describe('Competition of all lines'),
      guests: z.enum(['true', 'false']).default('false').describe('Whether to include people who are not registered'),
    }),
    upload: { maxBytes: maxFileBytes },
    answer: z.object({ importId: z.int().nullable(), rows: z.array(lineShape) }),
  },
  async ({ deps, viewer, query, readFile, record: eventId }) => {
    const catalog = await catalogFor(deps, eventId);
    const competitionId = query.competitionId ?? null;
    if (competitionId !== null && !catalog.competitions.some(({ id }) => id === competitionId)) refuse('NOT_FOUND');
    const file = await readFile();
    const options = { competitionId, takesGuests: query.guests === 'true' };
    const isDry = query.dryRun === 'true';
    const { lines, importId } = isDry
      ? {
          ...(await planImport(deps, catalog, { bytes: file.bytes, editorId: viewer.userId }, options)),
          importId: null,
        }
      : await importResults(deps, viewer, catalog, file, options);
    return {
      importId,
      rows: lines.map(({ line, outcome, starter }) => ({
        ...line,
        line: line.at,
        outcome,
        participantId: starter?.id ?? null,
        name: line.name ?? [line.firstName, line.lastName].filter(Boolean).join(' '),
      })),
    };
  },
);

const undoLast = api(
  {
    method: 'post',
    path: '/api/admin/events/{eventId}/results/undo/{importId}',
    may: 'result.manage',
    refuses: ['IMPORT_IS_NOT_THE_LAST'],
    summary: 'Undoes the last import. Any other import answers IMPORT_IS_NOT_THE_LAST.',
    load: ({ params, ...call }) => loadEvent({ ...call, params: { eventId: params.eventId } }),
    answer: stateShape,
  },
  async ({ deps, viewer, params, record: eventId }) => {
    await deps.write((work) => undoImport(work, viewer, eventId, params.importId));
    deps.runNow(undoJob);
    return stateOf(deps, eventId);
  },
);

export const managementApi: readonly ApiRoute[] = [readManaged, changeLists, changeCompetition, importFile, undoLast];
