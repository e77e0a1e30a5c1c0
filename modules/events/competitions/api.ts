import * as z from 'zod';
import { api, tagged } from '#src/platform/http.ts';
import { competitionAnswer, competitionShape } from '../answers.ts';
import { loadEvent, loadEventOf } from '../event/load.ts';
import { onEvent, onRecord, written } from '../event/manage.ts';
import { catalogOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { createCompetition, deleteCompetition, updateCompetition } from './keep-competitions.ts';
import { sortCompetitions } from './sort-competitions.ts';

const competitionOf = (competitionId: number) => (catalog: Catalog) =>
  catalog.competitions.find((competition) => competition.id === competitionId);

export const competitionsApi = tagged('Competitions (management)', [
  api(
    {
      method: 'post',
      path: '/api/admin/competitions/{eventId}',
      may: 'event.change',
      summary: 'Make a competition',
      load: loadEvent,
      body: newCompetitionInput,
      answer: z.object({ competition: competitionAnswer }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        const competitionId = await createCompetition(work, eventId, call.body);
        return { competition: competitionShape(await written(work, eventId, competitionOf(competitionId)), call.now) };
      }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/competitions/{competitionId}',
      may: 'event.read',
      summary: 'One competition',
      load: loadEventOf('competition', 'competitionId'),
      answer: z.object({ competition: competitionAnswer }),
    },
    async ({ deps, record: eventId, params, now }) => {
      const catalog = (await catalogOf(deps.read, eventId)) ?? refuse('NOT_FOUND');
      const competition = competitionOf(params.competitionId)(catalog) ?? refuse('NOT_FOUND');
      return { competition: competitionShape(competition, now) };
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/competitions/{competitionId}',
      may: 'event.change',
      summary: 'Change a competition',
      load: loadEventOf('competition', 'competitionId'),
      body: competitionInput,
      answer: z.object({ competition: competitionAnswer }),
    },
    (call) =>
      onRecord(call, 'competition', call.params.competitionId, async (work, eventId) => {
        const { competitionId } = call.params;
        await updateCompetition(work, competitionId, call.body);
        return { competition: competitionShape(await written(work, eventId, competitionOf(competitionId)), call.now) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/competitions/{competitionId}',
      may: 'event.change',
      summary: 'Delete a competition that nobody entered',
      load: loadEventOf('competition', 'competitionId'),
    },
    async (call) => {
      const { competitionId } = call.params;
      await onRecord(call, 'competition', competitionId, (work) => deleteCompetition(work, competitionId));
      return undefined;
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/competitions/{eventId}/order',
      may: 'event.change',
      summary: 'Put all competitions of an event in order',
      load: loadEvent,
      body: z.object({ competitionIds: z.array(z.int().positive()).max(1000) }),
      answer: z.object({ rows: z.array(competitionAnswer) }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        await sortCompetitions(work, eventId, call.body.competitionIds);
        const competitions = await written(work, eventId, (catalog) => catalog.competitions);
        return { rows: competitions.map((competition) => competitionShape(competition, call.now)) };
      }),
  ),
]);
