import { page } from '#src/platform/http.ts';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import {
  EventTabs,
  eventHead,
  type FormState,
  formStatus,
  managedCatalog,
  type OrganizerCall,
  Refused,
  SavingForm,
} from '../forms/frame.tsx';
import { typedOf } from '../forms/reading.ts';
import { press, saveForm } from '../forms/save.ts';
import { SortControls, type Sorting, sortColumn, sortRoute } from '../forms/sort.tsx';
import { PriceTable } from '../prices/pages.tsx';
import { offerText } from '../public/competition-card.tsx';
import type { Catalog, CatalogCompetition } from '../rules/catalog.ts';
import { offerOf } from '../rules/offer.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { wordsOf } from '../words.ts';
import { competitionGroups } from './form.ts';
import { createCompetition, deleteCompetition, updateCompetition } from './keep-competitions.ts';
import { managedCompetition, ticketsPath } from './managed.ts';
import { sortCompetitions } from './sort-competitions.ts';

const listPath = (eventId: number): string => `/admin/events/${eventId}/competitions`;

async function showList(call: OrganizerCall): Promise<Response> {
  const catalog = await managedCatalog(call);
  const { event, competitions } = catalog;
  const words = wordsOf(call.words, catalog);
  const sorting: Sorting = {
    action: `${listPath(event.id)}/order`,
    rows: competitions.map(({ id, title }) => ({ id, name: title })),
    words,
    csrfToken: call.viewer.csrfToken,
  };
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <SortControls {...sorting} />
      <Table
        caption={words.t('events.tab.competitions')}
        captionHidden
        rows={competitions}
        rowKey={({ id }) => id}
        empty={words.t('events.admin.noCompetitions')}
        columns={[
          {
            key: 'title',
            title: words.t('events.form.title'),
            heading: true,
            cell: ({ id, title }) => <a href={ticketsPath(event.id, id)}>{title}</a>,
          },
          { key: 'start', title: words.t('events.fact.date'), cell: (c) => words.shortDateTime(c.timestamp) },
          { key: 'type', title: words.t('events.form.type'), cell: (c) => words.t(`events.option.type.${c.type}`) },
          { key: 'price', title: words.t('events.form.price'), cell: (c) => offerText(offerOf(c, call.now), words) },
          {
            key: 'sold',
            title: words.t('events.admin.sold'),
            align: 'end',
            cell: (c) =>
              words.t('events.admin.soldOf', { sold: words.number(c.sold), total: words.number(c.totalTicketCount) }),
          },
          sortColumn(sorting),
        ]}
      />
    </div>,
    eventHead(
      catalog,
      words.t('events.tab.competitions'),
      <ButtonLink href={`/admin/events/${event.id}/competitions/new`}>
        {words.t('events.admin.newCompetition')}
      </ButtonLink>,
    ),
  );
}

function showNew(call: OrganizerCall, catalog: Catalog, state?: FormState): Promise<Response> {
  const { words, viewer } = call;
  const { event } = catalog;
  const fresh = {
    type: 'single',
    gender: 'both',
    ageCheckMode: 'dayOfCompetition',
    minAge: 0,
    maxAge: 0,
    minTeamSize: 1,
    maxTeamSize: 10,
    totalTicketCount: 1,
    sortOrder: catalog.competitions.length + 1,
    timestamp: event.startTimestamp,
  };
  const stored = typedOf(competitionGroups, fresh, words.locale, event.timeZone);
  return call.render(
    <SavingForm
      groups={competitionGroups}
      stored={stored}
      state={state}
      words={words}
      timeZone={event.timeZone}
      action={`/admin/events/${event.id}/competitions/new`}
      csrfToken={viewer.csrfToken}
      submit={words.t('events.admin.create')}
      cancelHref={`/admin/events/${event.id}/competitions`}
    />,
    eventHead(catalog, words.t('events.admin.newCompetition')),
    formStatus(state),
  );
}

function showCompetition(
  call: OrganizerCall,
  { catalog, competition }: { catalog: Catalog; competition: CatalogCompetition },
  state?: FormState,
): Promise<Response> {
  const { words, viewer, query } = call;
  const { event } = catalog;
  const path = ticketsPath(event.id, competition.id);
  const stored = typedOf(competitionGroups, competition, words.locale, event.timeZone);
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <Refused call={call} />
      <section className="stack-s" aria-labelledby="prices-title">
        <h2 id="prices-title">{words.t('events.admin.prices')}</h2>
        <PriceTable competition={competition} path={path} words={words.in(event.timeZone)} call={call} />
        <p>
          <ButtonLink look="quiet" href={`${path}/prices/new`}>
            {words.t('events.admin.newPrice')}
          </ButtonLink>
        </p>
      </section>
      <SavingForm
        groups={competitionGroups}
        stored={stored}
        state={state ?? { saved: query.has('saved') }}
        words={words}
        timeZone={event.timeZone}
        action={path}
        csrfToken={viewer.csrfToken}
      />
      <PostButton action={`${path}/delete`} csrfToken={viewer.csrfToken} look="danger" small>
        {words.t('events.admin.deleteCompetition')}
      </PostButton>
    </div>,
    eventHead(catalog, competition.title),
    formStatus(state),
  );
}

export const competitionPages = [
  page({ method: 'get', path: '/admin/events/{eventId}/competitions', may: 'event.read' }, showList),
  sortRoute({
    path: '/admin/events/{eventId}/competitions/order',
    of: async (call) => {
      const { event, competitions } = await managedCatalog(call);
      return { eventId: event.id, ids: competitions.map(({ id }) => id), back: listPath(event.id) };
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
  page({ method: 'get', path: '/admin/tickets/{eventId}/{competitionId}', may: 'event.read' }, async (call) =>
    showCompetition(call, await managedCompetition(call)),
  ),
  page({ method: 'post', path: '/admin/tickets/{eventId}/{competitionId}', may: 'event.change' }, async (call) => {
    const managed = await managedCompetition(call);
    const { id: eventId, timeZone } = managed.catalog.event;
    const { id } = managed.competition;
    const outcome = await saveForm(call, {
      groups: competitionGroups,
      schema: competitionInput,
      timeZone,
      eventId,
      stored: ({ competitions }) => competitions.find((each) => each.id === id),
      save: async (work, data) => {
        await updateCompetition(work, id, data);
        return `${ticketsPath(eventId, id)}?saved`;
      },
    });
    return 'to' in outcome ? call.redirect(outcome.to) : showCompetition(call, managed, outcome.state);
  }),
  page(
    { method: 'post', path: '/admin/tickets/{eventId}/{competitionId}/delete', may: 'event.change' },
    async (call) => {
      const { catalog, competition } = await managedCompetition(call);
      const eventId = catalog.event.id;
      const path = ticketsPath(eventId, competition.id);
      const list = `/admin/events/${eventId}/competitions`;
      return press(call, eventId, (work) => deleteCompetition(work, competition.id), list, path);
    },
  ),
];
