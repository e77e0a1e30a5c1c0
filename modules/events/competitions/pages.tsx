import { confirmPages, formPages } from '#src/platform/forms/form-pages.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/platform/forms/saving-form.tsx';
import { page } from '#src/platform/http.ts';
import {
  changesEvent,
  EventTabs,
  eventHead,
  formOfEvent,
  type ManagedCall,
  managed,
  readsEvent,
} from '../forms/frame.tsx';
import { press, saveEventForm } from '../forms/save.ts';
import { sortRoute } from '../forms/sort.tsx';
import { sortRecords } from '../records/keep.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { showCompetition, showDelete } from './competition-page.tsx';
import { competitionForm } from './form.ts';
import { createCompetition, deleteCompetition, updateCompetition } from './keep-competitions.ts';
import { showCompetitions } from './list-page.tsx';
import { competitionsPath, managedCompetition, ticketsPath } from './managed.ts';

function showNew({ call, catalog }: ManagedCall, state?: FormState): Promise<Response> {
  const { event, competitions } = catalog;
  const { words } = call;
  const fresh = {
    type: 'single',
    gender: 'both',
    ageCheckMode: 'dayOfCompetition',
    minAge: 0,
    maxAge: 0,
    minTeamSize: 1,
    maxTeamSize: 10,
    totalTicketCount: 1,
    sortOrder: competitions.length + 1,
    timestamp: event.startTimestamp,
  };
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <SavingForm
        form={competitionForm}
        record={fresh}
        state={state}
        words={words}
        action={`${competitionsPath(event.id)}/new`}
        submit={words.t('events.admin.create')}
        cancelHref={competitionsPath(event.id)}
      />
    </div>,
    eventHead(catalog, words.t('events.admin.newCompetition')),
    formStatus(state),
  );
}

const one = '/admin/tickets/{event}/{competitionId}' as const;

export const competitionPages = [
  page({ method: 'get', path: '/admin/events/{event}/competitions', ...readsEvent }, showCompetitions),
  sortRoute('/admin/events/{event}/competitions/order', ({ record: { event, competitions } }) => ({
    eventId: event.id,
    ids: competitions.map(({ id }) => id),
    back: competitionsPath(event.id),
    save: (work, ids) => sortRecords(work, 'competition', event.id, ids),
  })),
  ...formPages({
    ...formOfEvent,
    path: '/admin/events/{event}/competitions/new',
    of: managed,
    show: showNew,
    save: ({ call, catalog: { event } }) =>
      saveEventForm(call, event.id, {
        form: competitionForm,
        schema: newCompetitionInput,
        save: async (work, data) => `${ticketsPath(event.id, await createCompetition(work, event.id, data))}?saved`,
      }),
  }),
  ...formPages({
    ...formOfEvent,
    path: one,
    of: managedCompetition,
    show: showCompetition,
    save: ({ call, catalog: { event }, competition }) =>
      saveEventForm(call, event.id, {
        form: competitionForm,
        schema: competitionInput,
        stored: ({ competitions }) => competitions.find(({ id }) => id === competition.id),
        beside: ({ code, details }) =>
          code === 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE'
            ? {
                totalTicketCount: call.words.t('events.competitions.tooFew', {
                  sold: call.words.number(Number(details.sold)),
                }),
              }
            : null,
        save: async (work, data) => {
          await updateCompetition(work, competition.id, data);
          return `${ticketsPath(event.id, competition.id)}?saved`;
        },
      }),
  }),
  ...confirmPages({
    ...changesEvent,
    path: `${one}/delete`,
    of: managedCompetition,
    ask: showDelete,
    run: ({ call, catalog: { event }, competition: { id } }) =>
      press(
        call,
        event.id,
        (work) => deleteCompetition(work, id),
        competitionsPath(event.id),
        ticketsPath(event.id, id),
      ),
  }),
];
