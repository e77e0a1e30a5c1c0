import * as z from 'zod';
import { accountAnswer, accountIn, emailSchema, loginWithoutCode } from '#modules/accounts/index.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import { minutes } from '#src/kernel/time.ts';
import { api, tagged } from '#src/web/http.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { competitionAnswer, eventAnswer, publicEvent, withCurrentPrice } from '../answers.ts';
import { saleFor } from '../place-holds.ts';
import { publicCatalog } from '../read-catalog.ts';
import { eventSource, listCatalogs } from '../read-list.ts';
import { eventIdOfRecord } from '../records/stored.ts';
import { refuse } from '../rules/problems.ts';
import { isListed } from './find-events.ts';

/** Many people may share one address. */
const viewsOfAnAddress: Limit = { name: 'event-views', most: 120, windowMs: minutes(10), per: 'address' };
const eventParams = z.object({ eventId: z.string().meta({ description: 'Number or shortlink' }) });

export const publicApi = tagged('Events', [
  api(
    {
      method: 'post',
      path: '/api/auth/code/unauthenticated-login',
      may: 'session.begin',
      refuses: ['NOT_FOUND'],
      summary: 'Starts a session for one booking with an unverified email address. It reveals no stored data.',
      body: z.object({ email: emailSchema, eventId: z.int().positive() }),
      answer: accountAnswer,
    },
    async ({ deps, body, context }) => {
      await publicCatalog(deps.read, String(body.eventId));
      return accountIn(deps, await loginWithoutCode(deps, context, body.email));
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/events',
      may: 'site.read',
      summary: 'Lists the visible events that have not ended, by start time',
      query: listQueryOf(eventSource(undefined)),
      answer: z.object({ count: z.int(), rows: z.array(eventAnswer) }),
    },
    async ({ deps, query, viewer, now }) => {
      const { count, catalogs } = await listCatalogs(deps.read, query, isListed(now));
      const sales = await Promise.all(catalogs.map((catalog) => saleFor(deps.read, catalog, viewer, now)));
      return { count, rows: sales.map((catalog) => publicEvent(catalog, now)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}',
      may: 'site.read',
      summary: 'Returns an event with all bookable options',
      params: eventParams,
      answer: z.object({ event: eventAnswer }),
    },
    async ({ deps, params, viewer, now }) => {
      const catalog = await publicCatalog(deps.read, params.eventId);
      return { event: publicEvent(await saleFor(deps.read, catalog, viewer, now), now) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/track',
      may: 'visit.tell',
      summary:
        'Counts a view of the event, for sites that show events from this API. A visitor counts once a day, as on the event page.',
      params: eventParams,
      withoutCsrf: 'ownOrigin',
    },
    async ({ deps, params, clientAddress, context }) => {
      await publicCatalog(deps.read, params.eventId);
      await deps.write((work) => countTry(work, viewsOfAnAddress, clientAddress, deps.config.limitFactor));
      deps.noteView({ event: params.eventId, clientAddress, userAgent: context.req.header('user-agent') ?? '' });
      return undefined;
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/competitions',
      may: 'site.read',
      summary: 'Lists the competitions of an event with their prices and available tickets',
      params: eventParams,
      answer: z.object({ rows: z.array(competitionAnswer) }),
    },
    async ({ deps, params, viewer, now }) => {
      const catalog = await saleFor(deps.read, await publicCatalog(deps.read, params.eventId), viewer, now);
      return { rows: catalog.competitions.map((competition) => withCurrentPrice(competition, now)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/competitions/{competitionId}',
      may: 'site.read',
      summary: 'Returns a competition',
      answer: z.object({ competition: competitionAnswer }),
    },
    async ({ deps, params, viewer, now }) => {
      const eventId = await eventIdOfRecord(deps.read, 'competition', params.competitionId);
      const catalog = await saleFor(deps.read, await publicCatalog(deps.read, String(eventId)), viewer, now);
      const competition = catalog.competitions.find(({ id }) => id === params.competitionId);
      return { competition: competition ? withCurrentPrice(competition, now) : refuse('NOT_FOUND') };
    },
  ),
]);
