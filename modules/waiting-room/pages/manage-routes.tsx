import { eventHead, loadCatalog, onEvent, saveEventForm, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { roomOf } from '../read-room.ts';
import { currentRoom, forgetCachedRoom } from '../room-cache.ts';
import { managePath } from '../rules/paths.ts';
import { endRoom, saveRoom, settingsOf } from '../save-room.ts';
import { roomInput } from '../shapes.ts';
import { formRecord, ManagePage, roomForm } from './manage-page.tsx';

const may = 'waitingRoom.manage';
type Call = PageCall<typeof may, 'event', Catalog>;
const notices = ['saved', 'paused', 'resumed', 'ended'] as const;

async function showManage(call: Call, state?: FormState): Promise<Response> {
  const { deps, query, record: catalog, now } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const eventId = catalog.event.id;
  const known = await currentRoom(deps, eventId);
  const notice = notices.find((each) => each === query.get('done'));
  return call.render(
    <ManagePage
      {...{ catalog, known, state, i18n, now }}
      room={await roomOf(deps.read, eventId)}
      notice={notice && !state ? i18n.t(`waitingRoom.done.${notice}`) : null}
    />,
    eventHead(catalog, i18n.t('waitingRoom.title')),
    formStatus(state),
  );
}

const settingsInput = roomInput.omit({ isPaused: true });

async function save(call: Call): Promise<Response> {
  const { viewer, record: catalog, deps } = call;
  const eventId = catalog.event.id;
  const saved = await saveEventForm(
    { ...call, i18n: wordsOf(call.i18n, catalog) },
    eventId,
    {
      form: roomForm,
      schema: settingsInput,
      stored: async (_, work) => formRecord(settingsOf(await roomOf(work.tx, eventId))),
      save: async (work, input) => {
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        await saveRoom(work, viewer, eventId, given);
        return `${managePath(eventId)}?done=saved`;
      },
    },
    may,
  );
  forgetCachedRoom(deps, eventId);
  return 'to' in saved ? call.redirect(saved.to) : showManage(call, saved.state);
}

const pausing =
  (isPaused: boolean) =>
  async (call: Call): Promise<Response> => {
    const { viewer, record: catalog, deps } = call;
    const eventId = catalog.event.id;
    // Pausing must not create a new room after the end of the old one.
    if (catalog.event.waitingRoom) {
      await onEvent(call, eventId, (work) => saveRoom(work, viewer, eventId, { isPaused }), may);
      forgetCachedRoom(deps, eventId);
    }
    return call.redirect(`${managePath(eventId)}?done=${isPaused ? 'paused' : 'resumed'}`);
  };

async function askToEnd(call: Call): Promise<Response> {
  const { record: catalog } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const path = managePath(catalog.event.id);
  return call.render(
    <Confirm
      action={`${path}/end`}
      text={i18n.t('waitingRoom.end.text')}
      button={i18n.t('waitingRoom.end.button')}
      back={path}
    />,
    eventHead(catalog, i18n.t('waitingRoom.end.title')),
  );
}

async function end(call: Call): Promise<Response> {
  if (!isConfirmed(call)) return askToEnd(call);
  const { record: catalog, deps } = call;
  const eventId = catalog.event.id;
  await onEvent(call, eventId, (work) => endRoom(work, eventId), may);
  forgetCachedRoom(deps, eventId);
  return call.redirect(`${managePath(eventId)}?done=ended`);
}

const base = '/admin/events/{event}/waiting-room';
const ofEvent = { may, load: loadCatalog } as const;

export const manageRoutes: readonly PageRoute[] = [
  page({ method: 'get', path: base, ...ofEvent }, (call) => showManage(call)),
  page({ method: 'post', path: base, ...ofEvent }, save),
  page({ method: 'post', path: `${base}/pause`, ...ofEvent }, pausing(true)),
  page({ method: 'post', path: `${base}/resume`, ...ofEvent }, pausing(false)),
  page({ method: 'get', path: `${base}/end`, ...ofEvent }, askToEnd),
  page({ method: 'post', path: `${base}/end`, ...ofEvent }, end),
];
