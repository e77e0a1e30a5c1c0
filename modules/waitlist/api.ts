import * as z from 'zod';
import { catalogOf, loadEvent, namedEventId, onEvent } from '#modules/events/index.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQuerySchema } from '#src/web/list/query.ts';
import { askerOf } from './asker.ts';
import { joinList } from './join-list.ts';
import { loadEntry } from './load.ts';
import { addPlaces, closeList, offerByHand, removeEntry } from './management/change-list.ts';
import { entryShape } from './personal-data.ts';
import { entriesOf, entryAt, entryOf, entrySource, positionOf, readListed, talliesOf } from './read-entries.ts';
import { refuse } from './rules/problems.ts';
import {
  closeBody,
  joinAnswer,
  joinBody,
  listedAnswer,
  listedShape,
  morePlacesBody,
  ownEntryAnswer,
  tallyAnswer,
} from './shapes.ts';

const entryPath = '/api/admin/events/{eventId}/waitlist/{entryId}' as const;

export const waitlistApi = tagged('Waiting lists', [
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/waitlist',
      may: 'waitlist.join',
      summary:
        'Joins the list of a sold-out competition or price: at once with a proven mailbox, else after a click in a mail.',
      params: z.object({ eventId: z.string() }),
      body: joinBody,
      answer: joinAnswer,
      status: 201,
    },
    async (call) => {
      const { deps, params, body } = call;
      const eventId = (await namedEventId(deps.read, params.eventId)) || refuse('NOT_FOUND');
      const joined = await deps.write((work) =>
        joinList(work, {
          eventId,
          competitionId: body.competitionId,
          priceId: body.priceId,
          places: body.places,
          ...askerOf(call, body.email ?? ''),
        }),
      );
      // The answer does not reveal the position of another person's address.
      const entry = joined.state === 'asked' ? null : await entryOf(deps.read, joined.entryId);
      return { state: joined.state, position: entry && (await positionOf(deps.read, entry)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/settings/waitlist',
      may: 'account.read',
      summary: 'What the person waits for or waited for.',
      load: ownAccount,
      answer: z.object({ rows: z.array(ownEntryAnswer) }),
    },
    async ({ deps, viewer }) => ({ rows: (await entriesOf(deps.read, viewer)).map(entryShape) }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/waitlist',
      may: 'order.view',
      summary:
        'Who waits, was offered something, bought or left, in the order of the line; with the figures of each list.',
      load: loadEvent,
      query: listQuerySchema,
      answer: z.object({ count: z.int(), rows: z.array(listedAnswer), tallies: z.array(tallyAnswer) }),
    },
    async ({ deps, params, query }) => {
      const source = entrySource(params.eventId);
      const { count, rows } = await listRows(deps.read, source, query, (isOnPage) => readListed(deps.read, isOnPage));
      return { count, rows: rows.map(listedShape), tallies: await talliesOf(deps.read, params.eventId) };
    },
  ),
  api(
    {
      method: 'post',
      path: `${entryPath}/offer`,
      may: 'waitlist.manage',
      summary: 'Offers somebody in line what is free now, whoever stands before them.',
      load: loadEntry,
    },
    async ({ deps, viewer, params: { eventId, entryId } }) => {
      await deps.write(async (work) => offerByHand(work, await entryAt(work.tx, eventId, entryId), viewer));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: `${entryPath}/remove`,
      may: 'waitlist.manage',
      summary: 'Takes somebody off the list, who is told by mail.',
      load: loadEntry,
    },
    async ({ deps, viewer, params: { eventId, entryId } }) => {
      await deps.write(async (work) => removeEntry(work, await entryAt(work.tx, eventId, entryId), viewer));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/waitlist-places',
      may: 'waitlist.manage',
      summary:
        'More places of a competition or of one of its prices, or more pieces of a size. Where somebody waits for it they are offered to the line.',
      load: loadEvent,
      body: morePlacesBody,
    },
    async (call) => {
      const { eventId } = call.params;
      await onEvent(call, eventId, (work) => addPlaces(work, { eventId, ...call.body }), 'waitlist.manage');
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/waitlist-closed',
      may: 'waitlist.manage',
      summary: 'Closes the list of a competition for newcomers, or opens it again.',
      load: loadEvent,
      body: closeBody,
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      await deps.write(async (work) => {
        const catalog = await catalogOf(work.tx, eventId);
        if (!catalog?.competitions.some(({ id }) => id === body.competitionId)) return refuse('NOT_FOUND');
        return closeList(work, { eventId, ...body }, viewer);
      });
      return undefined;
    },
  ),
]);
