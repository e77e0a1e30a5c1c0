import * as z from 'zod';
import { eventIdOfRecord, publicCatalog } from '#modules/events/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { computed } from '#src/web/answers.ts';
import { type ApiRoute, api } from '#src/web/http.ts';
import { boardOfCompetition } from '../read-board.ts';
import { competitionLists, eventLists } from '../read-results.ts';
import { startListOf } from '../read-start-list.ts';
import { type BoardRow, foundIn } from '../rules/board.ts';
import { refuse } from '../rules/problems.ts';
import { resultStatuses } from '../rules/result.ts';
import { startersFor, startListSorts } from '../rules/start-list.ts';

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
      'Lists the participants whose names are public, if the organizer publishes the start list. `unnamed` counts the others.',
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
        .map((row) => ({ ...row, participantId: row.id, nationalityCountryCode: row.nation })),
    };
  },
);

const splitShape = z.object({ name: z.string(), timeMs: z.int() });
const resultRow = computed(
  z.object({
    id: z.int(),
    name: z
      .string()
      .nullable()
      .describe('null if the name is not public; bib, club, nationality and splits are then hidden too'),
    bib: z.string().nullable(),
    club: z.string().nullable(),
    nationalityCountryCode: z.string().nullable(),
    gender: z.enum(['female', 'male', 'diverse']).nullable(),
    ageClass: z.string().nullable(),
    teamName: z.string().nullable(),
    status: z.enum(resultStatuses),
    timeMs: z.int().nullable().describe('Milliseconds since the start'),
    rank: z.int().nullable(),
    genderRank: z.int().nullable(),
    classRank: z.int().nullable(),
    splits: z.array(splitShape),
  }),
  ({ isNamed, team, ...row }: BoardRow) => ({
    ...row,
    name: isNamed ? row.name : null,
    nationalityCountryCode: row.nation,
    teamName: (isNamed && team?.name) || row.teamName,
  }),
).meta({ id: 'Result', description: 'Result of a starter' });

const publicResults = api(
  {
    method: 'get',
    path: '/api/competitions/{competitionId}/results',
    may: 'site.read',
    summary: 'Returns the published results of a competition by rank, including the team ranking',
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
      rows: found.slice((query.page - 1) * query.perPage, query.page * query.perPage),
      teams: board.teams.map((team) => ({ ...team, resultIds: team.members.map(({ id }) => id) })),
    };
  },
);

/** @throws Problem NOT_FOUND until the results are published */
async function publicCompetition(deps: Deps, competitionId: number) {
  const eventId = await eventIdOfRecord(deps.read, 'competition', competitionId);
  const catalog = await publicCatalog(deps.read, String(eventId));
  const competition = catalog.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  const { publishedAt } = await competitionLists(deps.read, competition);
  return publishedAt === null ? refuse('NOT_FOUND') : { catalog, competition };
}

export const publicApi: readonly ApiRoute[] = [startList, publicResults];
