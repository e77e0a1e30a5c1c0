import * as z from 'zod';
import { loadCatalog, loadEvent, namedEventId } from '#modules/events/index.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import { api, ownAccount, tagged } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { closeTeam, extendTeam, giveTeamUp, keepSettings, movePlace, renewLink } from './change-team.ts';
import { inviteMember, remindMember, takeInvitationBack } from './invite-member.ts';
import { loadManagedTeam, loadOwnTeam } from './load.ts';
import { openTeam } from './open-team.ts';
import { legsOfEvent, settingsOf, teamOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import type { SharedTeam } from './schema.ts';
import { openBody, settingsAnswer, settingsBody, teamAnswer, teamShape } from './shapes.ts';
import { takePlaces } from './take-places.ts';
import { viewTeam, viewTeams } from './view-team.ts';

const own = '/api/shared-teams/{sharedTeamId}' as const;
const managed = '/api/admin/events/{eventId}/shared-teams' as const;
/** More are on the page. */
const mostListed = 500;

const ofTeam = z.object({ sharedTeamId: z.coerce.number().int() });
const ofPlace = ofTeam.extend({ placeId: z.coerce.number().int() });

type Led<P> = { deps: Deps; record: SharedTeam; params: P; now: Instant };
/** Does something to a team and answers how it is then. */
const ofCaptain =
  <P>(run: (work: Work, call: Led<P>) => Promise<void>) =>
  async (call: Led<P>) => {
    const { deps, record, now } = call;
    await deps.write((work) => run(work, call));
    return teamShape(await viewTeam(deps.read, await teamOf(deps.read, record.id), now), deps);
  };

async function settingsShapeOf({ read }: Pick<Deps, 'read'>, eventId: number) {
  const legs = await legsOfEvent(read, eventId);
  return {
    ...(await settingsOf(read, eventId)),
    legs: [...legs].map(([competitionId, names]) => ({ competitionId, names })),
  };
}

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
      method: 'delete',
      path: `${own}/invitations/{placeId}`,
      may: 'sharedTeam.lead',
      summary:
        'Takes an invitation back: its link opens nothing any more, and the place is anybody’s who has the team’s link',
      params: ofPlace,
      load: loadOwnTeam,
      answer: teamAnswer,
    },
    ofCaptain((work, { record, params }) => takeInvitationBack(work, record, params.placeId)),
  ),
  api(
    {
      method: 'post',
      path: `${own}/invitations/{placeId}/remind`,
      may: 'sharedTeam.lead',
      summary: 'Mails the invitation once more, once a day at the most',
      params: ofPlace,
      load: loadOwnTeam,
      answer: teamAnswer,
    },
    ofCaptain((work, { record, params, deps }) =>
      remindMember(work, { team: record, limitFactor: deps.config.limitFactor }, params.placeId),
    ),
  ),
  api(
    {
      method: 'post',
      path: `${own}/places/{placeId}/move`,
      may: 'sharedTeam.lead',
      summary: 'Who runs which leg: a place changes with the one before or after it',
      params: ofPlace,
      load: loadOwnTeam,
      body: z.object({ by: z.enum(['up', 'down']) }),
      answer: teamAnswer,
    },
    async (call) =>
      ofCaptain<{ placeId: number }>((work, { record, params }) =>
        movePlace(work, record.id, params.placeId, call.body.by === 'up' ? -1 : 1),
      )(call),
  ),
  api(
    {
      method: 'post',
      path: `${own}/new-link`,
      may: 'sharedTeam.lead',
      summary: 'Makes a new link of the team; the one before opens nothing any more',
      params: ofTeam,
      load: loadOwnTeam,
      answer: teamAnswer,
    },
    ofCaptain((work, { record }) => renewLink(work, record)),
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
      method: 'get',
      path: `${managed}/settings`,
      may: 'order.view',
      summary: 'How many teams one may open, what happens to those with too few, and what legs are called',
      load: loadEvent,
      answer: settingsAnswer,
    },
    ({ deps, params: { eventId } }) => settingsShapeOf(deps, eventId),
  ),
  api(
    {
      method: 'patch',
      path: `${managed}/settings`,
      may: 'sharedTeam.manage',
      summary: 'Says so; what is left out stays',
      load: loadEvent,
      body: settingsBody,
      answer: settingsAnswer,
    },
    async (call) => {
      const { deps, params, viewer, body } = call;
      const catalog = await loadCatalog({ ...call, params: { event: String(params.eventId) } });
      const { legs = [], ...said } = body;
      const isRelay = (id: number) => catalog.competitions.some((each) => each.id === id && each.type === 'team');
      if (!legs.every(({ competitionId }) => isRelay(competitionId))) return refuseFields({ legs: ['unknown'] });
      const input = {
        ...(await settingsOf(deps.read, params.eventId)),
        ...said,
        legs: new Map(legs.map(({ competitionId, names }) => [competitionId, names.join(', ')])),
      };
      await deps.write((work) => keepSettings(work, { editor: viewer, catalog }, input));
      return settingsShapeOf(deps, params.eventId);
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
