import { Problem } from '#src/kernel/problem.ts';
import { page } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { isConfirmed } from '../forms/confirm-delete.tsx';
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
import { press, saveForm } from '../forms/save.ts';
import { sortRoute } from '../forms/sort.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { wordsOf } from '../words.ts';
import { showCompetition, showDelete } from './competition-page.tsx';
import { competitionGroups } from './form.ts';
import { createCompetition, deleteCompetition, updateCompetition } from './keep-competitions.ts';
import { showCompetitions } from './list-page.tsx';
import { competitionsPath, managedCompetition, ticketsPath } from './managed.ts';
import { sortCompetitions } from './sort-competitions.ts';

function showNew(call: OrganizerCall, catalog: Catalog, state?: FormState): Promise<Response> {
  const { event, competitions } = catalog;
  const words = wordsOf(call.words, catalog);
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
        groups={competitionGroups}
        stored={typedOf(competitionGroups, fresh, words.locale, event.timeZone)}
        state={state}
        words={words}
        timeZone={event.timeZone}
        action={`${competitionsPath(event.id)}/new`}
        csrfToken={call.viewer.csrfToken}
        submit={words.t('events.admin.create')}
        cancelHref={competitionsPath(event.id)}
      />
    </div>,
    eventHead(catalog, words.t('events.admin.newCompetition')),
    formStatus(state),
  );
}

const one = '/admin/tickets/{eventId}/{competitionId}' as const;

export const competitionPages = [
  page({ method: 'get', path: '/admin/events/{eventId}/competitions', may: 'event.read' }, showCompetitions),
  sortRoute({
    path: '/admin/events/{eventId}/competitions/order',
    of: async (call) => {
      const { event, competitions } = await managedCatalog(call);
      return { eventId: event.id, ids: competitions.map(({ id }) => id), back: competitionsPath(event.id) };
    },
    save: sortCompetitions,
  }),
  page({ method: 'get', path: '/admin/events/{eventId}/competitions/new', may: 'event.read' }, async (call) =>
    showNew(call, await managedCatalog(call)),
  ),
  page({ method: 'post', path: '/admin/events/{eventId}/competitions/new', may: 'event.change' }, async (call) => {
    const catalog = await managedCatalog(call);
    const { id: eventId, timeZone } = catalog.event;
    const outcome = await saveForm(call, {
      groups: competitionGroups,
      schema: newCompetitionInput,
      timeZone,
      eventId,
      save: async (work, data) => `${ticketsPath(eventId, await createCompetition(work, eventId, data))}?saved`,
    });
    return 'to' in outcome ? call.redirect(outcome.to) : showNew(call, catalog, outcome.state);
  }),
  page({ method: 'get', path: one, may: 'event.read' }, async (call) =>
    showCompetition(call, await managedCompetition(call)),
  ),
  page({ method: 'post', path: one, may: 'event.change' }, async (call) => {
    const managed = await managedCompetition(call);
    const { catalog, competition, words } = managed;
    const { id: eventId, timeZone } = catalog.event;
    let sold: number | null = null;
    const outcome = await saveForm(call, {
      groups: competitionGroups,
      schema: competitionInput,
      timeZone,
      eventId,
      stored: ({ competitions }) => competitions.find(({ id }) => id === competition.id),
      save: async (work, data) => {
        try {
          await updateCompetition(work, competition.id, data);
        } catch (error) {
          if (error instanceof Problem && error.code === 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE')
            sold = Number(error.details.sold);
          throw error;
        }
        return `${ticketsPath(eventId, competition.id)}?saved`;
      },
    });
    if ('to' in outcome) return call.redirect(outcome.to);
    if (sold === null) return showCompetition(call, managed, outcome.state);
    const totalTicketCount = words.t('events.competitions.tooFew', { sold: words.number(sold) });
    return showCompetition(call, managed, { ...outcome.state, refusal: null, errors: { totalTicketCount } });
  }),
  page({ method: 'get', path: `${one}/delete`, may: 'event.read' }, async (call) =>
    showDelete(call, await managedCompetition(call)),
  ),
  page({ method: 'post', path: `${one}/delete`, may: 'event.change' }, async (call) => {
    const managed = await managedCompetition(call);
    if (!isConfirmed(call)) return showDelete(call, managed, 400);
    const eventId = managed.catalog.event.id;
    const { id } = managed.competition;
    const remove = (work: Work) => deleteCompetition(work, id);
    return press(call, eventId, remove, competitionsPath(eventId), ticketsPath(eventId, id));
  }),
];
