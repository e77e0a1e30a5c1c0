import * as z from 'zod';
import { loadCatalog, loadEvent, namedEventId } from '#modules/events/index.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import {
  closeTeam,
  extendTeam,
  giveTeamUp,
  inviteMember,
  movePlace,
  remindMember,
  renewLink,
  saveSettings,
  takeInvitationBack,
} from './change-team.ts';
import { openTeam } from './open-team.ts';
import { loadManagedTeam, loadOwnPlace, loadOwnTeam, teamOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import { openBody, settingsAnswer, settingsBody, teamAnswer, teamRecord, teamSettings } from './shapes.ts';
import { takePlaces } from './take-places.ts';
import { viewTeam, viewTeams } from './view-team.ts';

const own = '/api/shared-teams/{sharedTeamId}' as const;
const managed = '/api/admin/events/{eventId}/shared-teams' as const;
const settingsAt = '/api/admin/events/{eventId}/shared-team-settings' as const;
/** The page lists more. */
const maxListed = 500;

export const sharedTeamApi = tagged('Teams that share', [
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/shared-teams',
      may: 'sharedTeam.open',
      refuses: ['SHARED_TEAM_NOT_OPEN', 'SHARED_TEAM_NO_PLACES', 'WAITING_ROOM_NOT_YOUR_TURN'],
      summary: 'Creates a team and holds all its places or none. Members register and pay separately.',
      params: z.object({ eventId: z.string().max(100) }),
      load: ownAccount,
      body: openBody,
      answer: teamAnswer,
      status: 201,
    },
    async ({ deps, params, body, viewer, i18n, now }) => {
      const eventId = (await namedEventId(deps.read, params.eventId)) || refuse('NOT_FOUND');
      const team = await deps.write((work) => openTeam(work, { eventId, ...body, viewer, language: i18n.locale }));
      return teamRecord(await viewTeam(deps.read, team, now), deps);
    },
  ),
  api(
    {
      method: 'get',
      path: own,
      may: 'sharedTeam.lead',
      summary: 'Returns the captain’s view of a team: paid members and missing members',
      load: loadOwnTeam,
      answer: teamAnswer,
    },
    async ({ deps, record, now }) => teamRecord(await viewTeam(deps.read, record, now), deps),
  ),
  api(
    {
      method: 'post',
      path: `${own}/invitations`,
      may: 'sharedTeam.lead',
      summary: 'Invites an email address to a place of the team and mails the link',
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
      method: 'delete',
      path: `${own}/places/{placeId}/invitation`,
      may: 'sharedTeam.lead',
      refuses: ['SHARED_TEAM_NO_PLACES'],
      summary: 'Cancels an invitation and its link. The place is free for anyone with the team link.',
      load: loadOwnPlace,
    },
    async ({ deps, record: { team, placeId } }) => {
      await deps.write((work) => takeInvitationBack(work, team, placeId));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: `${own}/places/{placeId}/remind`,
      may: 'sharedTeam.lead',
      refuses: ['SHARED_TEAM_NO_PLACES', 'SHARED_TEAM_TOLD'],
      summary: 'Reminds an invited person, at most once a day',
      load: loadOwnPlace,
    },
    async ({ deps, record: { team, placeId } }) => {
      await deps.write((work) => remindMember(work, { team, limitFactor: deps.config.limitFactor }, placeId));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: `${own}/places/{placeId}/move`,
      may: 'sharedTeam.lead',
      summary: 'Swaps the leg of a place with the place before or after it',
      load: loadOwnPlace,
      body: z.object({ by: z.enum(['up', 'down']) }),
      answer: teamAnswer,
    },
    async ({ deps, record: { team, placeId }, body, now }) => {
      await deps.write((work) => movePlace(work, team.id, placeId, body.by === 'up' ? -1 : 1));
      return teamRecord(await viewTeam(deps.read, team, now), deps);
    },
  ),
  api(
    {
      method: 'post',
      path: `${own}/link`,
      may: 'sharedTeam.lead',
      summary: 'Creates a new team link. The previous link stops working.',
      load: loadOwnTeam,
      answer: teamAnswer,
    },
    async ({ deps, record, now }) => {
      await deps.write((work) => renewLink(work, record));
      return teamRecord(await viewTeam(deps.read, await teamOf(deps.read, record.id), now), deps);
    },
  ),
  api(
    {
      method: 'post',
      path: `${own}/take`,
      may: 'sharedTeam.lead',
      refuses: ['SHARED_TEAM_NO_PLACES'],
      summary: 'Reserves the given number of the team’s places for this session, which then books them at their price',
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
      refuses: ['SHARED_TEAM_HAS_MEMBERS'],
      summary: 'Closes a team without members and returns its places to the sale',
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
      summary: 'Lists the newest 500 teams of an event with their paid and missing members',
      load: loadEvent,
      answer: z.object({ teams: z.array(teamAnswer) }),
    },
    async ({ deps, params: { eventId }, now }) => {
      const teams = await viewTeams(deps.read, eventId, maxListed, now);
      return { teams: teams.map((team) => teamRecord(team, null)) };
    },
  ),
  api(
    {
      method: 'get',
      path: settingsAt,
      may: 'order.view',
      summary: 'Returns the team settings: open teams per account, the rule for incomplete teams and the names of legs',
      load: loadEvent,
      answer: settingsAnswer,
    },
    ({ deps, params: { eventId } }) => teamSettings(deps.read, eventId),
  ),
  api(
    {
      method: 'put',
      path: settingsAt,
      may: 'sharedTeam.manage',
      summary: 'Changes the team settings. Relays that are not listed keep their leg names.',
      load: loadEvent,
      body: settingsBody,
      answer: settingsAnswer,
    },
    async (call) => {
      const { deps, params, viewer, body } = call;
      const { legs, ...rest } = body;
      const catalog = await loadCatalog({ ...call, params: { event: String(params.eventId) } });
      const isRelay = (id: number) => catalog.competitions.some((each) => each.id === id && each.type === 'team');
      if (!legs.every(({ competitionId }) => isRelay(competitionId))) return refuseFields({ legs: ['unknown'] });
      const named = new Map(legs.map(({ competitionId, names }) => [competitionId, names.join(',')]));
      await deps.write((work) => saveSettings(work, { editor: viewer, catalog }, { ...rest, legs: named }));
      return teamSettings(deps.read, params.eventId);
    },
  ),
  api(
    {
      method: 'post',
      path: `${managed}/{sharedTeamId}/close`,
      may: 'sharedTeam.manage',
      summary: 'Closes a team, cancels its members with a full refund and returns its places to the sale',
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
      refuses: ['SHARED_TEAM_OVER'],
      summary: 'Extends the deadline of a team, at most until its price expires',
      load: loadManagedTeam,
      body: z.object({ days: z.int().min(1).max(60) }),
      answer: teamAnswer,
    },
    async (call) => {
      const { deps, record, params, viewer, body, now } = call;
      const catalog = await loadCatalog({ ...call, params: { event: String(params.eventId) } });
      await deps.write((work) => extendTeam(deps, work, { editor: viewer, catalog }, record.id, body.days));
      return teamRecord(await viewTeam(deps.read, await teamOf(deps.read, record.id), now), null);
    },
  ),
]);
