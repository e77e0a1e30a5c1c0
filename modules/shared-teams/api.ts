import * as z from 'zod';
import { loadCatalog, loadEvent, namedEventId } from '#modules/events/index.ts';
import { present } from '#src/kernel/assert.ts';
import { api, ownAccount, tagged } from '#src/platform/http.ts';
import { closeTeam, extendTeam, giveTeamUp } from './change-team.ts';
import { inviteMember } from './invite-member.ts';
import { loadManagedTeam, loadOwnTeam } from './load.ts';
import { openTeam } from './open-team.ts';
import { teamOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import { openBody, teamAnswer, teamShape } from './shapes.ts';
import { takePlaces } from './take-places.ts';
import { viewTeam, viewTeams } from './view-team.ts';

const own = '/api/shared-teams/{sharedTeamId}' as const;
const managed = '/api/admin/events/{eventId}/shared-teams' as const;
/** More are on the page. */
const mostListed = 500;

export const sharedTeamApi = tagged('Teams that share', [
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/shared-teams',
      may: 'sharedTeam.open',
      summary: 'Opens a team and keeps its places, all or none; members enter and pay their own',
      params: z.object({ eventId: z.string().max(100) }),
      load: ownAccount,
      body: openBody,
      answer: teamAnswer,
      status: 201,
    },
    async ({ deps, params, body, viewer, words, now }) => {
      const eventId = (await namedEventId(deps.read, params.eventId)) || refuse('NOT_FOUND');
      const team = await deps.write((work) => openTeam(work, { eventId, ...body, viewer, language: words.locale }));
      return teamShape(await viewTeam(deps.read, team, now), deps);
    },
  ),
  api(
    {
      method: 'get',
      path: own,
      may: 'sharedTeam.lead',
      summary: 'A team as its captain sees it: who is in, who is missing',
      load: loadOwnTeam,
      answer: teamAnswer,
    },
    async ({ deps, record, now }) => teamShape(await viewTeam(deps.read, record, now), deps),
  ),
  api(
    {
      method: 'post',
      path: `${own}/invitations`,
      may: 'sharedTeam.lead',
      summary: 'Keeps a place for an address, which gets a link to it',
      load: loadOwnTeam,
      body: z.object({ email: z.string().max(320) }),
      answer: z.object({ placeId: z.int() }),
      status: 201,
    },
    async ({ deps, record: team, body }) => {
      const by = { team, limitFactor: deps.config.limitFactor };
      return { placeId: (await deps.write((work) => inviteMember(work, by, body.email))).id };
    },
  ),
  api(
    {
      method: 'post',
      path: `${own}/take`,
      may: 'sharedTeam.lead',
      summary: 'Opens so many places for this visit, which then books them as usual, at their price',
      load: loadOwnTeam,
      body: z.object({ count: z.int().min(1).max(100) }),
    },
    async ({ deps, record: { id }, body: { count }, viewer: { visitId } }) => {
      await deps.write((work) => takePlaces(deps, work, id, { visitId, taking: { by: 'captain', count } }));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: `${own}/give-up`,
      may: 'sharedTeam.lead',
      summary: 'Ends a team that nobody is in; its places go back to the sale',
      load: loadOwnTeam,
    },
    async ({ deps, record: { id } }) => {
      await deps.write((work) => giveTeamUp(deps, work, id));
      return undefined;
    },
  ),
  api(
    {
      method: 'get',
      path: managed,
      may: 'order.view',
      summary: 'The newest 500 teams of an event, with who is in and who is missing',
      load: loadEvent,
      answer: z.object({ teams: z.array(teamAnswer) }),
    },
    async ({ deps, params: { eventId }, now }) => {
      const teams = await viewTeams(deps.read, eventId, mostListed, now);
      return { teams: teams.map((team) => teamShape(team, null)) };
    },
  ),
  api(
    {
      method: 'post',
      path: `${managed}/{sharedTeamId}/close`,
      may: 'sharedTeam.manage',
      summary: 'Closes a team: its places go back to the sale, and whoever is in is canceled and gets all money back',
      load: loadManagedTeam,
    },
    async (call) => {
      const { deps, record, params, viewer } = call;
      const catalog = await loadCatalog({ ...call, params: { event: String(params.eventId) } });
      await deps.write((work) => closeTeam(deps, work, { editor: viewer, catalog }, record.id));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: `${managed}/{sharedTeamId}/extend`,
      may: 'sharedTeam.manage',
      summary: 'Gives a team more days, as long as its price lasts',
      load: loadManagedTeam,
      body: z.object({ days: z.int().min(1).max(60) }),
      answer: teamAnswer,
    },
    async (call) => {
      const { deps, record, params, viewer, body, now } = call;
      const catalog = await loadCatalog({ ...call, params: { event: String(params.eventId) } });
      await deps.write((work) => extendTeam(deps, work, { editor: viewer, catalog }, record.id, body.days));
      return teamShape(await viewTeam(deps.read, present(await teamOf(deps.read, record.id), 'a team'), now), null);
    },
  ),
]);
