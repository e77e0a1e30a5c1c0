import * as z from 'zod';
import { catalogOf, eventIdOfRecord, loadEvent, loadEventOf, publicCatalog } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { loadManagedParticipant, loadOwnParticipant } from '#modules/orders/index.ts';
import { present } from '#src/kernel/assert.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import { type ApiRoute, api, tagged } from '#src/platform/http.ts';
import { importResults } from './import/import-results.ts';
import { planImport } from './import/plan-import.ts';
import { mostFileBytes } from './import/read-table.ts';
import { inputOfLists, saveCompetitionLists, saveEventLists } from './keep-settings.ts';
import { competitionInput, listsInput } from './management/forms.ts';
import { publicNameOf, type SaidBy, sayPublicName } from './public-name.ts';
import { boardOfCompetition } from './read-board.ts';
import { countResults, importsOf } from './read-results.ts';
import { competitionLists, eventLists } from './read-settings.ts';
import { startListOf } from './read-start-list.ts';
import { type BoardRow, foundIn } from './rules/board.ts';
import { outcomes } from './rules/matching.ts';
import { refuse } from './rules/problems.ts';
import { resultStatuses } from './rules/result.ts';
import { startersFor, startListSorts } from './rules/start-list.ts';
import { undoImport } from './undo-import.ts';

const part = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(500).default(100),
};
const eventParams = z.object({ eventId: z.string().max(100) });
const text = z.string().trim().max(100).default('');

const startListRow = z.object({
  participantId: z.int(),
  competitionId: z.int(),
  bib: z.string().nullable(),
  name: z.string(),
  club: z.string().nullable(),
  nationalityCountryCode: z.string().nullable(),
  ageClass: z.string().nullable(),
  teamName: z.string().nullable(),
});

const startList = api(
  {
    method: 'get',
    path: '/api/events/{eventId}/start-list',
    may: 'site.read',
    summary:
      'Who starts, where the organizer shows it: those who stand there with their names. All others are `unnamed`',
    params: eventParams,
    query: z.object({
      q: text,
      competitionId: z.coerce.number().int().positive().optional(),
      sort: z.enum(startListSorts).default('name'),
      dir: z.enum(['asc', 'desc']).default('asc'),
      ...part,
    }),
    answer: z.object({ count: z.int(), unnamed: z.int(), rows: z.array(startListRow) }),
  },
  async ({ deps, params, query }) => {
    const catalog = await publicCatalog(deps.read, params.eventId);
    if (!(await eventLists(deps.read, catalog.event.id)).showsStartList) return refuse('NOT_FOUND');
    const competitionId = query.competitionId ?? null;
    const list = await startListOf(deps, catalog);
    const found = startersFor(list.rows, { competitionId, q: query.q, sort: query.sort, direction: query.dir });
    const unnamed = [...list.unnamed].filter(([id]) => competitionId === null || id === competitionId);
    return {
      count: found.length,
      unnamed: unnamed.reduce((sum, [, count]) => sum + count, 0),
      rows: found
        .slice((query.page - 1) * query.perPage, query.page * query.perPage)
        .map(({ id, nation, sortName: _, words: __, ...row }) => ({
          participantId: id,
          ...row,
          nationalityCountryCode: nation,
        })),
    };
  },
);

const splitShape = z.object({ name: z.string(), timeMs: z.int() });
const resultRow = z.object({
  id: z.int(),
  name: z
    .string()
    .nullable()
    .describe('null: whoever does not stand there with a name, nor with anything else below but the class'),
  bib: z.string().nullable(),
  club: z.string().nullable(),
  nationalityCountryCode: z.string().nullable(),
  gender: z.enum(['female', 'male', 'diverse']).nullable(),
  ageClass: z.string().nullable(),
  teamName: z.string().nullable(),
  status: z.enum(resultStatuses),
  timeMs: z.int().nullable().describe('Milliseconds from the start'),
  rank: z.int().nullable(),
  genderRank: z.int().nullable(),
  classRank: z.int().nullable(),
  splits: z.array(splitShape),
});
const resultShape = (row: BoardRow): z.input<typeof resultRow> => {
  const { participantId: _, isNamed, words: __, team, name, nation, splits, ...rest } = row;
  return {
    ...rest,
    name: isNamed ? name : null,
    nationalityCountryCode: nation,
    teamName: isNamed ? (team?.name ?? null) : null,
    splits: [...splits],
  };
};

const publicResults = api(
  {
    method: 'get',
    path: '/api/competitions/{competitionId}/results',
    may: 'site.read',
    summary: 'The published results of a competition by rank, with its teams',
    query: z.object({
      q: text,
      gender: z.enum(['female', 'male', 'diverse']).optional(),
      ageClass: text,
      ...part,
    }),
    answer: z.object({
      count: z.int(),
      rows: z.array(resultRow),
      teams: z.array(z.object({ rank: z.int(), name: z.string(), timeMs: z.int(), resultIds: z.array(z.int()) })),
    }),
  },
  async ({ deps, params, query }) => {
    const { catalog, competition } = await publicCompetition(deps, params.competitionId);
    const board = await boardOfCompetition(deps, catalog, competition);
    const found = foundIn(board, { q: query.q, gender: query.gender ?? '', ageClass: query.ageClass });
    return {
      count: found.length,
      rows: found.slice((query.page - 1) * query.perPage, query.page * query.perPage).map(resultShape),
      teams: board.teams.map(({ rank, name, timeMs, members }) => ({
        rank,
        name,
        timeMs,
        resultIds: members.map(({ id }) => id),
      })),
    };
  },
);

/** @throws Problem NOT_FOUND as long as its results are not published */
async function publicCompetition(deps: Deps, competitionId: number) {
  const eventId = await eventIdOfRecord(deps.read, 'competition', competitionId);
  const catalog = await publicCatalog(deps.read, String(eventId));
  const competition = catalog.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  const { publishedAt } = await competitionLists(deps.read, competition);
  return publishedAt === null ? refuse('NOT_FOUND') : { catalog, competition };
}

const importShape = z.object({
  id: z.int(),
  source: z.enum(['file', 'timing']),
  fileName: z.string(),
  editorEmail: z.string().nullable(),
  createdAt: z.iso.datetime(),
  made: z.int(),
  changed: z.int(),
  undoneAt: z.iso.datetime().nullable(),
});
const competitionShape = competitionInput.extend({
  competitionId: z.int(),
  title: z.string(),
  publishedAt: z.iso.datetime().nullable(),
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
      publishedAt: toIsoOrNull(lists.publishedAt),
      results: counts.get(competition.id) ?? 0,
    });
  }
  const { showsStartList } = await eventLists(deps.read, eventId);
  return {
    showsStartList,
    competitions,
    imports: (await importsOf(deps.read, eventId)).map(({ editor, createdAt, undoneAt, ...record }) => ({
      id: record.id,
      source: record.source,
      fileName: record.fileName,
      made: record.made,
      changed: record.changed,
      editorEmail: editor,
      createdAt: toIso(createdAt),
      undoneAt: toIsoOrNull(undoneAt),
    })),
  };
}
const stateShape = z.object({
  showsStartList: z.boolean(),
  competitions: z.array(competitionShape),
  imports: z.array(importShape),
});
const catalogFor = async (deps: Pick<Deps, 'read'>, eventId: number): Promise<Catalog> =>
  present(await catalogOf(deps.read, eventId), 'an event that was loaded is there');

const readManaged = api(
  {
    method: 'get',
    path: '/api/admin/events/{eventId}/results',
    may: 'result.manage',
    summary: 'What an event shows of starters and results, how they are counted, and what was imported',
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
    summary: 'Shows the start list to everybody, or takes it away',
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
    summary: 'How the results of a competition are counted, and whether everybody sees them',
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
  line: z.int().describe('Of the file, its first one is 1'),
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
    summary: 'Imports results of a CSV or XLSX file; lines that fit nobody or more than one change nothing',
    params: eventParams,
    load: loadEvent,
    query: z.object({
      dryRun: z.enum(['true', 'false']).default('false').describe('Only says what it would do'),
      competitionId: z.coerce.number().int().positive().optional().describe('All lines are of this competition'),
      guests: z.enum(['true', 'false']).default('false').describe('Who is not registered counts, too'),
    }),
    upload: { mostBytes: mostFileBytes },
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
      ? { ...(await planImport(deps.read, catalog, file.bytes, options)), importId: null }
      : await importResults(deps, viewer, catalog, file, options);
    return {
      importId,
      rows: lines.map(({ line, outcome, starter }) => ({
        line: line.at,
        outcome,
        participantId: starter?.id ?? null,
        bib: line.bib,
        name: line.name ?? [line.firstName, line.lastName].filter(Boolean).join(' '),
        timeMs: line.timeMs,
        status: line.status,
      })),
    };
  },
);

const undoLast = api(
  {
    method: 'post',
    path: '/api/admin/events/{eventId}/results/undo/{importId}',
    may: 'result.manage',
    summary: 'Takes the last import back; any other is IMPORT_IS_NOT_THE_LAST',
    load: ({ params, ...call }) => loadEvent({ ...call, params: { eventId: params.eventId } }),
    answer: stateShape,
  },
  async ({ deps, viewer, params, record: eventId }) => {
    await deps.write((work) => undoImport(work, viewer, eventId, params.importId));
    return stateOf(deps, eventId);
  },
);

const nameBody = z.object({ isShown: z.boolean() });
const nameAnswer = z.object({
  isShown: z.boolean().nullable().describe('What was said; null: nothing, and grown-ups stand there'),
});

/** What is said for somebody: by whoever ordered, or for them by the organizer. */
const saysName = (
  path: `/api/${'orders' | 'admin/orders'}/{orderId}/participants/{participantId}/public-name`,
  by: SaidBy,
) => ({
  summary: 'Whether somebody stands in public lists with name and club',
  path,
  body: nameBody,
  answer: nameAnswer,
  by,
});
type Named = { order: { id: number; event: { id: number } }; person: { id: number } };

async function say(deps: Deps, { order, person }: Named, by: SaidBy, isShown: boolean, editorId: number) {
  const named = { id: person.id, orderId: order.id, eventId: order.event.id };
  await deps.write((work) => sayPublicName(work, { person: named, isShown, by, editorId }));
  return { isShown: await publicNameOf(deps.read, person.id) };
}

const { by: buyer, ...ofBuyer } = saysName('/api/orders/{orderId}/participants/{participantId}/public-name', 'buyer');
const sayOwn = api(
  { method: 'patch', may: 'order.change', load: loadOwnParticipant, ...ofBuyer },
  ({ deps, viewer, record, body }) => say(deps, record, buyer, body.isShown, viewer.userId),
);
const { by: organizer, ...ofOrganizer } = saysName(
  '/api/admin/orders/{orderId}/participants/{participantId}/public-name',
  'organizer',
);
const sayManaged = api(
  { method: 'patch', may: 'order.assist', load: loadManagedParticipant, ...ofOrganizer },
  ({ deps, viewer, record, body }) => say(deps, record, organizer, body.isShown, viewer.userId),
);

export const resultsApi: readonly ApiRoute[] = tagged('Results', [
  startList,
  publicResults,
  readManaged,
  changeLists,
  changeCompetition,
  importFile,
  undoLast,
  sayOwn,
  sayManaged,
]);
