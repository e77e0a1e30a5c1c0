import { page } from '#src/platform/http.ts';
import {
  EventTabs,
  eventHead,
  type FormState,
  formStatus,
  managedCatalog,
  type OrganizerCall,
  SavingForm,
} from '../forms/frame.tsx';
import { typedOf } from '../forms/reading.ts';
import { saveForm } from '../forms/save.ts';
import { type GroupSpec, moment, text } from '../forms/specs.ts';
import type { Catalog } from '../rules/catalog.ts';
import { weeksLater } from '../rules/shifted.ts';
import { copyInput, newEventInput } from '../shapes.ts';
import { wordsOf } from '../words.ts';
import { createEvent, dayOf } from './change-event.ts';
import { copyEvent } from './copy-event.ts';
import { newEventGroups } from './form.ts';
import { historyPages } from './history-page.tsx';
import { addEventAudits } from './keep-audit.ts';
import { showEventList } from './list-page.tsx';
import { organizerFor } from './organizer-for.ts';
import { sectionPages } from './section-page.tsx';
import { shortlinkPages } from './shortlink-pages.ts';

const defaultZone = 'Europe/Vienna';

function showNew(call: OrganizerCall, state?: FormState): Promise<Response> {
  const { words, viewer, now } = call;
  const { start, end } = dayOf(now, defaultZone);
  const fresh = { kind: 'running', startTimestamp: start, endTimestamp: end, timeZone: defaultZone };
  return call.render(
    <SavingForm
      groups={newEventGroups}
      stored={typedOf(newEventGroups, fresh, words.locale, defaultZone)}
      state={state}
      timeZone={defaultZone}
      words={words}
      action="/admin/events/new"
      csrfToken={viewer.csrfToken}
      submit={words.t('events.admin.create')}
      cancelHref="/admin/events"
    />,
    { title: words.t('events.admin.new'), frame: 'admin' },
    formStatus(state),
  );
}

const copyGroups: readonly GroupSpec[] = [
  { name: 'copy', fields: [text('title', true), moment('startTimestamp', true)] },
];

function showCopy(call: OrganizerCall, catalog: Catalog, state?: FormState): Promise<Response> {
  const { event } = catalog;
  const words = wordsOf(call.words, catalog);
  const fresh = { title: event.title, startTimestamp: weeksLater(event.startTimestamp, 52, event.timeZone) };
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <p>{words.t('events.copy.lead')}</p>
      <SavingForm
        groups={copyGroups}
        stored={typedOf(copyGroups, fresh, words.locale, event.timeZone)}
        state={state}
        timeZone={event.timeZone}
        words={words}
        action={`/admin/events/${event.id}/copy`}
        csrfToken={call.viewer.csrfToken}
        submit={words.t('events.copy.submit')}
        cancelHref={`/admin/events/${event.id}`}
      />
    </div>,
    eventHead(catalog, words.t('events.copy.title')),
    formStatus(state),
  );
}

export const eventPages = [
  page({ method: 'get', path: '/admin', may: 'event.read' }, async (call) => call.redirect('/admin/events')),
  page({ method: 'get', path: '/admin/events', may: 'event.read' }, showEventList),
  page({ method: 'get', path: '/admin/events/new', may: 'event.read' }, (call) => showNew(call)),
  page({ method: 'post', path: '/admin/events/new', may: 'event.change' }, async (call) => {
    const organizerId = organizerFor(call.viewer, undefined);
    const outcome = await saveForm(call, {
      groups: newEventGroups,
      schema: newEventInput,
      timeZone: defaultZone,
      save: async (work, data) => {
        const eventId = await createEvent(work, { ...data, organizerId });
        await addEventAudits(work, call.viewer, eventId);
        return `/admin/events/${eventId}?saved`;
      },
    });
    return 'to' in outcome ? call.redirect(outcome.to) : showNew(call, outcome.state);
  }),
  page({ method: 'get', path: '/admin/events/{eventId}/copy', may: 'event.read' }, async (call) =>
    showCopy(call, await managedCatalog(call)),
  ),
  page({ method: 'post', path: '/admin/events/{eventId}/copy', may: 'event.change' }, async (call) => {
    const catalog = await managedCatalog(call);
    const outcome = await saveForm(call, {
      groups: copyGroups,
      schema: copyInput,
      timeZone: catalog.event.timeZone,
      eventId: catalog.event.id,
      save: async (work, data) => {
        const copyId = await copyEvent(work, catalog.event.id, data, call.viewer);
        await addEventAudits(work, call.viewer, copyId);
        return `/admin/events/${copyId}?saved`;
      },
    });
    return 'to' in outcome ? call.redirect(outcome.to) : showCopy(call, catalog, outcome.state);
  }),
  ...sectionPages,
  ...historyPages,
  ...shortlinkPages,
];
