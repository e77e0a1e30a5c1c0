import * as z from 'zod';
import { catalogOf, loadEvent, namedEventId, onEvent } from '#modules/events/index.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { askerOf } from './asker.ts';
import { joinList } from './join-list.ts';
import { loadEntry } from './load.ts';
import { addPlaces, closeList, offerByHand, removeEntry } from './management/change-list.ts';
import { entriesOf, entryAt, entryOf, entrySource, positionOf, readListed, talliesOf } from './read-entries.ts';
import { refuse } from './rules/problems.ts';
import {
  closeBody,
  joinAnswer,
  joinBody,
  listedAnswer,
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
      refuses: ['WAITLIST_ALREADY_ON_IT', 'WAITLIST_NOT_OPEN'],
      summary:
        'Joins the waiting list of a sold-out competition or price. An unverified address must first confirm by mail.',
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
      summary: 'Lists the caller’s current and earlier waiting list entries',
      load: ownAccount,
      answer: z.object({ rows: z.array(ownEntryAnswer) }),
    },
    async ({ deps, viewer }) => ({ rows: await entriesOf(deps.read, viewer) }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/waitlist',
      may: 'order.view',
      summary: 'Lists all waiting list entries of an event in queue order, with the figures of each list',
      load: loadEvent,
      query: listQueryOf(entrySource(0)),
      answer: z.object({ count: z.int(), rows: z.array(listedAnswer), tallies: z.array(tallyAnswer) }),
    },
    async ({ deps, params, query }) => {
      const source = entrySource(params.eventId);
      const listed = await listRows(deps.read, source, query, (isOnPage) => readListed(deps.read, isOnPage));
      return { ...listed, tallies: await talliesOf(deps.read, params.eventId) };
    },
  ),
  api(
    {
      method: 'post',
      path: `${entryPath}/offer`,
      may: 'waitlist.manage',
      refuses: ['WAITLIST_NO_PLACES'],
      summary: 'Offers the free places to one waiting list entry, regardless of its position',
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
      summary: 'Removes an entry from the waiting list and notifies its owner by mail',
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
        'Adds places to a competition or price, or pieces to a size. If people wait for them, the waiting list gets the offers.',
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
      summary: 'Closes the waiting list of a competition to new entries, or opens it again',
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
