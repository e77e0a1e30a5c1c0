import type { ReactElement } from 'react';
import { eventHead, loadCatalog, onEvent, saveEventForm, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import { type FormSpec, formOf, moment, number } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { type KnownRoom, roomOf } from '../read-room.ts';
import { currentRoom, forgetCachedRoom } from '../room-cache.ts';
import type { RoomSettings } from '../rules/room.ts';
import { managePath, roomPath } from '../rules/room.ts';
import { endRoom, saveRoom, settingsOf } from '../save-room.ts';
import type { WaitingRoom } from '../schema.ts';
import { roomInput } from '../shapes.ts';

const roomForm: FormSpec = formOf('waitingRoom', [
  { name: 'pace', fields: [number('mostAtOnce', true), number('perMinute'), number('windowMinutes', true)] },
  { name: 'times', fields: [moment('beginsAt'), number('leadMinutes', true), moment('keepUntil')] },
]);
const formRecord = (settings: RoomSettings): RoomSettings => settings;

type Props = {
  catalog: Catalog;
  room: WaitingRoom | null;
  known: KnownRoom | null;
  state: FormState | undefined;
  notice: string | null;
  i18n: Translator;
  now: Instant;
};

function ManagePage({ catalog, room, known, state, notice, i18n }: Props): ReactElement {
  const { t } = i18n;
  const isOn = known !== null;
  return (
    <div className="stack">
      {notice ? <Saved>{notice}</Saved> : null}
      {isOn ? <Running known={known} i18n={i18n} /> : <p>{t('waitingRoom.manage.about')}</p>}
      {!isOn && room?.endedAt ? (
        <Alert>
          {t('waitingRoom.manage.ended', {
            at: i18n.dateTime(room.endedAt),
            admitted: room.admitted,
            booked: room.booked,
          })}
        </Alert>
      ) : null}
      <Card title={t(isOn ? 'waitingRoom.manage.settings' : 'waitingRoom.manage.setUp')}>
        <SavingForm
          form={roomForm}
          record={formRecord(settingsOf(room))}
          state={state}
          i18n={i18n}
          action={managePath(catalog.event.id)}
          {...(isOn ? {} : { submit: t('waitingRoom.manage.switchOn') })}
        />
      </Card>
    </div>
  );
}

function Running({ known, i18n }: { known: KnownRoom; i18n: Translator }): ReactElement {
  const { csrfToken } = usePage();
  const { t } = i18n;
  const { room, opensAt, phase, pace, gathered, waiting } = known;
  const path = managePath(room.eventId);
  const opens = opensAt === null ? '' : i18n.weekdayDateTime(opensAt);
  const state =
    phase === 'open'
      ? t(room.isPaused ? 'waitingRoom.manage.paused' : 'waitingRoom.manage.open')
      : t('waitingRoom.manage.before', { opens });
  return (
    <Card title={t('waitingRoom.manage.now')}>
      <Live className="stack-s waiting-figures" every={5}>
        <p>{state}</p>
        <Facts
          facts={[
            { label: t('waitingRoom.figure.joined'), value: i18n.number(room.lastNumber) },
            phase === 'open'
              ? { label: t('waitingRoom.figure.waiting'), value: i18n.number(waiting) }
              : { label: t('waitingRoom.figure.gathered'), value: i18n.number(gathered) },
            { label: t('waitingRoom.figure.active'), value: i18n.number(pace.active) },
            { label: t('waitingRoom.figure.admitted'), value: i18n.number(room.admitted) },
            { label: t('waitingRoom.figure.booked'), value: i18n.number(room.booked) },
            { label: t('waitingRoom.figure.lastMinute'), value: i18n.number(pace.recent) },
          ]}
        />
      </Live>
      <div className="form-actions">
        <PostButton action={`${path}/${room.isPaused ? 'resume' : 'pause'}`} csrfToken={csrfToken} look="quiet">
          {t(room.isPaused ? 'waitingRoom.manage.resume' : 'waitingRoom.manage.pause')}
        </PostButton>
        <ButtonLink look="quiet" href={`${path}/end`}>
          {t('waitingRoom.manage.end')}
        </ButtonLink>
        <ButtonLink look="plain" href={roomPath(room.eventId)}>
          {t('waitingRoom.manage.look')}
        </ButtonLink>
      </div>
    </Card>
  );
}

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
