import * as z from 'zod';
import { loadEvent, loadEventOf, namedEventId, onEvent, publicCatalog } from '#modules/events/index.ts';
import { askerOf } from '#modules/waitlist/index.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { callOff } from './draw.ts';
import { enterLottery } from './enter.ts';
import { liveLotteryOf, lotOf, lotSource, lotsOf, lotTallies, lotteriesOf, readListedLots } from './read-lotteries.ts';
import { refuse } from './rules/problems.ts';
import { saveLottery } from './save-lottery.ts';
import {
  enterAnswer,
  enterBody,
  listedLotAnswer,
  lotTallyAnswer,
  lotteryAnswer,
  lotteryRecord,
  ownLotAnswer,
  planBody,
} from './shapes.ts';

const managed = '/api/admin/events/{eventId}/lotteries' as const;
const ofCompetition = '/api/admin/competitions/{competitionId}/lottery' as const;
const manage = { may: 'lottery.manage', load: loadEventOf('competition', 'competitionId') } as const;

export const lotteryApi = tagged('Draws', [
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/lotteries',
      may: 'site.read',
      summary: 'Lists the draws of an event with the data to verify finished draws',
      params: z.object({ eventId: z.string().max(100) }),
      answer: z.object({ lotteries: z.array(lotteryAnswer) }),
    },
    async ({ deps, params, now }) => {
      const { event } = await publicCatalog(deps.read, params.eventId);
      return { lotteries: (await lotteriesOf(deps.read, event.id)).map((lottery) => lotteryRecord(lottery, now)) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/lottery',
      may: 'lottery.enter',
      refuses: ['LOTTERY_ALREADY_IN', 'LOTTERY_NOT_OPEN'],
      summary: 'Enters the draw of a competition. An unverified address must first confirm by mail.',
      params: z.object({ eventId: z.string().max(100) }),
      body: enterBody,
      answer: enterAnswer,
      status: 201,
    },
    async (call) => {
      const { deps, params, body } = call;
      const eventId = (await namedEventId(deps.read, params.eventId)) || refuse('NOT_FOUND');
      const entered = await deps.write((work) =>
        enterLottery(work, {
          eventId,
          competitionId: body.competitionId,
          places: body.places,
          ...askerOf(call, body.email ?? ''),
        }),
      );
      // The answer does not reveal whether an address is already in the draw.
      const lot = entered.state === 'asked' ? null : await lotOf(deps.read, entered.lotId);
      return { state: entered.state, number: lot?.number ?? null };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/settings/lots',
      may: 'account.read',
      summary: 'Lists the caller’s draw entries and their outcome',
      load: ownAccount,
      answer: z.object({ rows: z.array(ownLotAnswer) }),
    },
    async ({ deps, viewer }) => ({ rows: await lotsOf(deps.read, viewer) }),
  ),
  api(
    {
      method: 'get',
      path: managed,
      may: 'order.view',
      summary: 'Lists the draws of an event, newest first, with the number of entries and places',
      load: loadEvent,
      answer: z.object({ lotteries: z.array(lotteryAnswer), tallies: z.array(lotTallyAnswer) }),
    },
    async ({ deps, params: { eventId }, now }) => ({
      lotteries: (await lotteriesOf(deps.read, eventId)).map((lottery) => lotteryRecord(lottery, now)),
      tallies: await lotTallies(deps.read, eventId),
    }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/lots',
      may: 'order.view',
      summary: 'Lists the entries of the draws of an event by rank, or by number before the draw',
      load: loadEvent,
      query: listQueryOf(lotSource(0)),
      answer: z.object({ count: z.int(), rows: z.array(listedLotAnswer) }),
    },
    ({ deps, params, query }) =>
      listRows(deps.read, lotSource(params.eventId), query, (isOnPage) => readListedLots(deps.read, isOnPage)),
  ),
  api(
    {
      method: 'put',
      path: ofCompetition,
      ...manage,
      refuses: ['LOTTERY_NOT_POSSIBLE'],
      summary:
        'Plans the draw of a competition or changes it. No place is sold before the draw. Once there are entries, only the time can change, and the entrants are notified.',
      body: planBody,
      answer: lotteryAnswer,
    },
    async (call) => {
      const { params, body, viewer, now, record: eventId } = call;
      const { competitionId } = params;
      const plan = { eventId, competitionId, ...body };
      return lotteryRecord(
        await onEvent(call, eventId, (work) => saveLottery(work, viewer, plan), 'lottery.manage'),
        now,
      );
    },
  ),
  api(
    {
      method: 'delete',
      path: ofCompetition,
      ...manage,
      summary: 'Cancels the draw of a competition. Entrants are notified, and free places are on sale again.',
    },
    async (call) => {
      const { params, viewer, record: eventId } = call;
      const { competitionId } = params;
      await onEvent(
        call,
        eventId,
        async (work) => {
          const lottery = await liveLotteryOf(work.tx, competitionId);
          if (lottery?.eventId !== eventId) return refuse('NOT_FOUND');
          return callOff(work, lottery, 'organizer', viewer);
        },
        'lottery.manage',
      );
      return undefined;
    },
  ),
]);
