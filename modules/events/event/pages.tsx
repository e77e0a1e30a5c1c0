import { formOf, moment, text } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page } from '#src/web/http.ts';
import { loadManagedEvents } from '../access/load.ts';
import { addEventAudits } from '../changes/save-audit.ts';
import { changesEvent, type ManagedCall, managed, renderOfEvent } from '../management/frame.tsx';
import { saveEventForm } from '../management/save.ts';
import { weeksLater } from '../rules/shifted.ts';
import { copyInput } from '../shapes.ts';
import { copyEvent } from './copy-event.ts';
import { showEventList } from './list-page.tsx';
import { newEventPages } from './new-event-page.tsx';
import { organizerEventPages } from './organizer-pages.tsx';
import { sectionPages } from './section-page.tsx';
import { shortlinkPages } from './shortlink-pages.ts';
import { visibilityPages } from './visibility.tsx';

const copyForm = formOf('events', [{ name: 'copy', fields: [text('title', true), moment('startTimestamp', true)] }]);

function showCopy({ call, catalog }: ManagedCall, state?: FormState): Promise<Response> {
  const { event } = catalog;
  const { i18n } = call;
  return renderOfEvent(
    { call, catalog },
    i18n.t('events.copy.title'),
    <>
      <p>{i18n.t('events.copy.lead')}</p>
      <SavingForm
        form={copyForm}
        record={{ title: event.title, startTimestamp: weeksLater(event.startTimestamp, 52, event.timeZone) }}
        state={state}
        i18n={i18n}
        action={`/admin/events/${event.id}/copy`}
        submit={i18n.t('events.copy.submit')}
        cancelHref={`/admin/events/${event.id}`}
      />
    </>,
    { status: formStatus(state) },
  );
}

export const eventPages = [
  page({ method: 'get', path: '/admin/events', may: 'event.read', load: loadManagedEvents }, showEventList),
  ...newEventPages,
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
