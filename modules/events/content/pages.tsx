import type { ReactElement } from 'react';
import { Button, CsrfField, Saved } from '#src/ui/form.tsx';
import { inputOf } from '#src/web/forms/form-input.ts';
import { readForm } from '#src/web/forms/read-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page } from '#src/web/http.ts';
import { changesEvent, type ManagedCall, managed, Refused, renderOfEvent } from '../management/frame.tsx';
import { saveEventForm } from '../management/save.ts';
import { PictureBox } from '../pictures/picture-box.tsx';
import { EventPage } from '../public/event-page.tsx';
import { contentOf } from '../read-content.ts';
import { inTimeOrder, type PageContent } from '../rules/content.ts';
import { whiteLabelOf } from '../rules/white-label.ts';
import { CourseBox, coursePages } from './course-pages.tsx';
import { contentForm } from './form.ts';
import { gpxPages } from './gpx-file.ts';
import { mergedContent, saveContent } from './save-content.ts';
import { contentInput } from './shapes.ts';

const path = '/admin/events/{event}/page';
const pageOf = (eventId: number): string => `/admin/events/${eventId}/page`;
/** The name of the three submit buttons: save, preview, edit. */
const actionName = 'do';

const contentRecord = ({ schedule, included, faqs, host, soldOutText }: PageContent) => ({
  schedule: inTimeOrder(schedule),
  included,
  faqs,
  host,
  soldOutText,
});

async function showForm(at: ManagedCall, state?: FormState): Promise<Response> {
  const { call, catalog } = at;
  const { i18n, query, deps } = call;
  const { event } = catalog;
  const content = await contentOf(deps.read, event);
  return renderOfEvent(
    at,
    i18n.t('eventPage.title.page'),
    <>
      <Refused call={call} />
      {query.has('saved') && !state ? <Saved /> : null}
      <p>{i18n.t('eventPage.lead')}</p>
      <PictureBox call={call} catalog={catalog} record={{ kind: 'event', id: event.id }} />
      <CourseBox call={call} catalog={catalog} courses={content.courses} />
      <SavingForm
        form={contentForm(catalog)}
        record={contentRecord(content)}
        state={state}
        i18n={i18n}
        action={pageOf(event.id)}
        actions={
          <Button look="quiet" name={actionName} value="preview">
            {i18n.t('eventPage.preview.button')}
          </Button>
        }
      />
    </>,
    { status: formStatus(state) },
  );
}

const formAt = ({ call, catalog }: ManagedCall) =>
  readForm(contentForm(catalog), call.form, call.i18n, { schema: contentInput });

/** Renders the page with the posted values; saves nothing. */
async function showPreview(at: ManagedCall): Promise<Response> {
  const { call, catalog } = at;
  const { deps, i18n, now } = call;
  const { event } = catalog;
  const reading = formAt(at);
  if ('errors' in reading) return showForm(at, await stateOf(at, reading));
  const stored = await contentOf(deps.read, event);
  const content = { ...mergedContent(stored, reading.data), courses: stored.courses };
  const lists = await deps.publicLists(event.id);
  return call.render(
    <>
      <PreviewBar at={at} />
      <EventPage catalog={catalog} content={content} lists={lists} queue={null} i18n={i18n} now={now} />
    </>,
    { title: event.title, fullWidth: true, noIndex: true, whiteLabel: whiteLabelOf(catalog) },
  );
}

/** Carries all posted fields on. */
function PreviewBar({ at: { call, catalog } }: { at: ManagedCall }): ReactElement {
  const { i18n, form, viewer } = call;
  const fields = [...form].filter(
    ([name, value]) => name !== actionName && name !== 'csrf' && typeof value === 'string',
  );
  return (
    <form className="preview-bar" method="post" action={pageOf(catalog.event.id)}>
      <CsrfField token={viewer.csrfToken} />
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <div className="wrap preview-bar-line">
        <p>
          <strong>{i18n.t('eventPage.preview.title')}</strong> {i18n.t('eventPage.preview.text')}
        </p>
        <div className="row">
          <Button look="quiet" small name={actionName} value="edit">
            {i18n.t('eventPage.preview.edit')}
          </Button>
          <Button small>{i18n.t('ui.form.save')}</Button>
        </div>
      </div>
    </form>
  );
}

/** The form with the posted values; changed parts are unfolded. */
async function stateOf({ call, catalog }: ManagedCall, reading: ReturnType<typeof formAt>): Promise<FormState> {
  const hidden = Object.fromEntries(
    [...call.form].flatMap(([name, value]) => (/^baseline/.test(name) ? [[name, String(value)]] : [])),
  );
  const errors = 'errors' in reading ? reading.errors : {};
  const stored = inputOf(
    contentForm(catalog),
    contentRecord(await contentOf(call.deps.read, catalog.event)),
    call.i18n,
  );
  const open = Object.keys({ ...stored, ...reading.input }).filter(
    (name) => (stored[name] ?? '') !== (reading.input[name] ?? '').replaceAll('\r\n', '\n'),
  );
  return { input: reading.input, errors, refusal: null, hidden, open, status: 'errors' in reading ? 400 : 200 };
}

async function save(at: ManagedCall): Promise<Response> {
  const { call, catalog } = at;
  const { id: eventId } = catalog.event;
  const saved = await saveEventForm(call, eventId, {
    form: contentForm(catalog),
    schema: contentInput,
    stored: async (now, work) => contentRecord(await contentOf(work.tx, now.event)),
    save: async (work, data) => {
      await saveContent(work, eventId, data);
      return `${pageOf(eventId)}?saved`;
    },
  });
  return 'to' in saved ? call.redirect(saved.to) : showForm(at, saved.state);
}

export const contentPages = [
  page({ method: 'get', path, ...changesEvent }, (call) => showForm(managed(call))),
  page({ method: 'post', path, ...changesEvent }, async (call) => {
    const at = managed(call);
    const action = call.form.get(actionName);
    if (action === 'preview') return showPreview(at);
    if (action === 'edit') return showForm(at, await stateOf(at, formAt(at)));
    return save(at);
  }),
  ...coursePages,
  ...gpxPages,
];
