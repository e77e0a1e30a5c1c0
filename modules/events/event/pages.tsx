import { formOf, moment, text } from '#src/platform/forms/fields.ts';
import { formPages } from '#src/platform/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/platform/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/platform/forms/saving-form.tsx';
import { type PageCall, page } from '#src/platform/http.ts';
import { defaultTimeZone } from '#src/platform/locale.ts';
import { loadManagedEvents } from '../access/load.ts';
import { addEventAudits } from '../changes/keep-audit.ts';
import { changesEvent, type ManagedCall, managed, renderOfEvent } from '../management/frame.tsx';
import { saveEventForm } from '../management/save.ts';
import { weeksLater } from '../rules/shifted.ts';
import { copyInput, newEventInput } from '../shapes.ts';
import { createEvent, dayOf } from './change-event.ts';
import { copyEvent } from './copy-event.ts';
import { newEventForm, newEventHoldDays } from './form.ts';
import { showEventList } from './list-page.tsx';
import { organizerFor } from './organizer-for.ts';
import { organizerEventPages } from './organizer-pages.tsx';
import { sectionPages } from './section-page.tsx';
import { shortlinkPages } from './shortlink-pages.ts';
import { visibilityPages } from './visibility.tsx';

async function showNew(call: PageCall<'event.change'>, state?: FormState): Promise<Response> {
  const { words, now } = call;
  const { start, end } = dayOf(now, words.timeZone);
  return call.render(
    <SavingForm
      form={newEventForm}
      record={{
        kind: 'running',
        startTimestamp: start,
        endTimestamp: end,
        timeZone: words.timeZone,
        bankTransferHoldDays: newEventHoldDays,
      }}
      state={state}
      words={words}
      action="/admin/events/new"
      submit={words.t('events.admin.create')}
      cancelHref="/admin/events"
    />,
    { title: words.t('events.admin.new'), frame: 'admin' },
    formStatus(state),
  );
}

const copyForm = formOf('events', [{ name: 'copy', fields: [text('title', true), moment('startTimestamp', true)] }]);

function showCopy({ call, catalog }: ManagedCall, state?: FormState): Promise<Response> {
  const { event } = catalog;
  const { words } = call;
  return renderOfEvent(
    { call, catalog },
    words.t('events.copy.title'),
    <>
      <p>{words.t('events.copy.lead')}</p>
      <SavingForm
        form={copyForm}
        record={{ title: event.title, startTimestamp: weeksLater(event.startTimestamp, 52, event.timeZone) }}
        state={state}
        words={words}
        action={`/admin/events/${event.id}/copy`}
        submit={words.t('events.copy.submit')}
        cancelHref={`/admin/events/${event.id}`}
      />
    </>,
    { status: formStatus(state) },
  );
}

export const eventPages = [
  page({ method: 'get', path: '/admin/events', may: 'event.read', load: loadManagedEvents }, showEventList),
  ...formPages({
    path: '/admin/events/new',
    may: 'event.change',
    load: ({ viewer }) => organizerFor(viewer, undefined),
    of: (call) => ({ call: { ...call, words: call.words.in(defaultTimeZone) } }),
    show: ({ call }, state) => showNew(call, state),
    save: async ({ call }) => {
      const organizerId = call.record;
      return saveForm(call, {
        form: newEventForm,
        schema: newEventInput,
        save: async (work, data) => {
          const eventId = await createEvent(work, { ...data, organizerId });
          await addEventAudits(work, call.viewer, eventId);
          return `/admin/events/${eventId}?saved`;
        },
      });
    },
  }),
  ...formPages({
    ...changesEvent,
    path: '/admin/events/{event}/copy',
    of: managed,
    show: showCopy,
    save: ({ call, catalog: { event } }) =>
      saveEventForm(call, event.id, {
        form: copyForm,
        schema: copyInput,
        save: async (work, data) => {
          const copyId = await copyEvent(work, event.id, data, call.viewer);
          await addEventAudits(work, call.viewer, copyId);
          return `/admin/events/${copyId}?saved`;
        },
      }),
  }),
  ...sectionPages,
  ...shortlinkPages,
  ...visibilityPages,
  ...organizerEventPages,
];
