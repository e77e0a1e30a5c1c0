import * as z from 'zod';
import { loadEvent, namedEventId, onEvent, publicCatalog, wordsOf } from '#modules/events/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type ApiRoute, api, ownAccount, tagged } from '#src/web/http.ts';
import { enterRoom, leaveRoom } from './join-room.ts';
import { viewRoom } from './look.ts';
import { placeOf, readRoom, roomOf, type Waiter } from './read-room.ts';
import { forgetCachedRoom } from './room-cache.ts';
import { refuse } from './rules/problems.ts';
import { endRoom, saveRoom } from './save-room.ts';
import { managedRoom, managedShape, roomInput, roomShape, roomView } from './shapes.ts';

const eventParams = z.object({ eventId: z.string().max(100) });

/** Refuses events that are not public. Pollers get the cached room, so the event is not read for each request. */
async function publicRoomView(deps: Deps, name: string, waiter: Waiter | null, i18n: Translator) {
  const eventId = (await namedEventId(deps.read, name)) || refuse('NOT_FOUND');
  const look = await viewRoom(deps, eventId, waiter);
  const catalog = look?.known.catalog ?? (await publicCatalog(deps.read, name));
  const { visible, visibleViaLink } = catalog.event;
  if (!visible && !visibleViaLink) return refuse('NOT_FOUND');
  return roomView(look, wordsOf(i18n, catalog));
}

const managedOf = async (deps: Pick<Deps, 'read' | 'clock'>, eventId: number) =>
  managedRoom(await roomOf(deps.read, eventId), await readRoom(deps.read, eventId, deps.clock()));

export const waitingRoomApi: readonly ApiRoute[] = tagged('Waiting room', [
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/waiting-room',
      may: 'site.read',
      summary: 'Returns the waiting room of an event and the caller’s position. Each call keeps the position alive.',
      params: eventParams,
      answer: roomShape,
    },
    ({ deps, params, viewer, i18n }) => publicRoomView(deps, params.eventId, viewer, i18n),
  ),
  api(
    {
      method: 'post',
      path: '/api/events/{eventId}/waiting-room',
      may: 'booking.make',
      refuses: ['WAITING_ROOM_IS_OFF'],
      summary:
        'Joins the waiting room: the draw before the opening, the end of the queue afterwards. One position per session and account.',
      params: eventParams,
      load: ownAccount,
      answer: roomShape,
    },
    async (call) => {
      const { deps, params, viewer, i18n } = call;
      const { event } = await publicCatalog(deps.read, params.eventId);
      await enterRoom(call, event.id);
      return publicRoomView(deps, params.eventId, viewer, i18n);
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/events/{eventId}/waiting-room',
      may: 'booking.make',
      summary: 'Leaves the waiting room. The next person moves up.',
      params: eventParams,
      load: ownAccount,
    },
    async ({ deps, params, viewer }) => {
      const { event } = await publicCatalog(deps.read, params.eventId);
      await leaveOwn(deps, event.id, viewer);
      return undefined;
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/waiting-room',
      may: 'waitingRoom.manage',
      summary: 'Returns the settings and figures of the waiting room of an event',
      params: eventParams,
      load: loadEvent,
      answer: managedShape,
    },
    ({ deps, record: eventId }) => managedOf(deps, eventId),
  ),
  api(
    {
      method: 'put',
      path: '/api/admin/events/{eventId}/waiting-room',
      may: 'waitingRoom.manage',
      summary: 'Enables the waiting room or changes its settings. A new pace applies to the next turn.',
      params: eventParams,
      load: loadEvent,
      body: roomInput,
      answer: managedShape,
    },
    async ({ deps, viewer, record: eventId, body }) => {
      const input = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      await onEvent({ deps, viewer }, eventId, (work) => saveRoom(work, viewer, eventId, input), 'waitingRoom.manage');
      forgetCachedRoom(deps, eventId);
      return managedOf(deps, eventId);
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/events/{eventId}/waiting-room',
      may: 'waitingRoom.manage',
      summary: 'Disables the waiting room. All visitors may book at once.',
      params: eventParams,
      load: loadEvent,
      answer: managedShape,
    },
    async ({ deps, viewer, record: eventId }) => {
      await onEvent({ deps, viewer }, eventId, (work) => endRoom(work, eventId), 'waitingRoom.manage');
      forgetCachedRoom(deps, eventId);
      return managedOf(deps, eventId);
    },
  ),
]);

export async function leaveOwn(deps: Pick<Deps, 'write'>, eventId: number, waiter: Waiter): Promise<void> {
  await deps.write(async (work) => {
    const place = await placeOf(work.tx, eventId, waiter, work.now);
    if (place) await leaveRoom(work, place);
  });
  forgetCachedRoom(deps, eventId);
}
