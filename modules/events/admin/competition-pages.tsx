import type { ReactElement } from 'react';
import { page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import {
  createCompetition,
  createPrice,
  deleteCompetition,
  deletePrice,
  updateCompetition,
  updatePrice,
} from '../keep-competitions.ts';
import { offerText } from '../pages/competition-card.tsx';
import type { Catalog, CatalogCompetition, CatalogPrice } from '../rules/catalog.ts';
import { offerOf } from '../rules/offer.ts';
import { refuse } from '../rules/problems.ts';
import { currentPrice, quantityLeft } from '../rules/sale.ts';
import { competitionInput, newCompetitionInput, priceInput } from '../shapes.ts';
import { Refused } from './event-pages.tsx';
import { typedOf } from './form.tsx';
import {
  EventTabs,
  eventHead,
  type FormState,
  idOf,
  managedCatalog,
  type OrganizerCall,
  SavingForm,
} from './frame.tsx';
import { press, saveForm } from './save.ts';
import { competitionGroups, priceGroups } from './specs.ts';

const ticketsPath = (eventId: number, competitionId: number): string => `/admin/tickets/${eventId}/${competitionId}`;

async function managedCompetition(call: OrganizerCall): Promise<{ catalog: Catalog; competition: CatalogCompetition }> {
  const catalog = await managedCatalog(call);
  const id = idOf(call, 'competitionId');
  return { catalog, competition: catalog.competitions.find((each) => each.id === id) ?? refuse('NOT_FOUND') };
}

async function showList(call: OrganizerCall): Promise<Response> {
  const catalog = await managedCatalog(call);
  const { event, competitions } = catalog;
  const words = call.words.in(event.timeZone);
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
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
  const typed = typedOf(competitionGroups, fresh, words.locale, event.timeZone);
  return call.render(
    <SavingForm
      groups={competitionGroups}
      state={state ?? { typed, errors: {}, refusal: null }}
      words={words}
      action={`/admin/events/${event.id}/competitions/new`}
      csrfToken={viewer.csrfToken}
      submit={words.t('events.admin.create')}
      cancelHref={`/admin/events/${event.id}/competitions`}
    />,
    eventHead(catalog, words.t('events.admin.newCompetition')),
    state ? 400 : 200,
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
  const typed = typedOf(competitionGroups, competition, words.locale, event.timeZone);
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <Refused call={call} />
      <section className="stack-s" aria-labelledby="prices-title">
        <h2 id="prices-title">{words.t('events.admin.prices')}</h2>
        <Prices competition={competition} path={path} words={words.in(event.timeZone)} call={call} />
        <p>
          <ButtonLink look="quiet" href={`${path}/prices/new`}>
            {words.t('events.admin.newPrice')}
          </ButtonLink>
        </p>
      </section>
      <SavingForm
        groups={competitionGroups}
        state={state ?? { typed, errors: {}, refusal: null, saved: query.has('saved') }}
        words={words}
        action={path}
        csrfToken={viewer.csrfToken}
      />
      <PostButton action={`${path}/delete`} csrfToken={viewer.csrfToken} look="danger" small>
        {words.t('events.admin.deleteCompetition')}
      </PostButton>
    </div>,
    eventHead(catalog, competition.title),
    state ? 400 : 200,
  );
}

function Prices(props: {
  competition: CatalogCompetition;
  path: string;
  words: Words;
  call: OrganizerCall;
}): ReactElement {
  const { competition, path, words, call } = props;
  const current = currentPrice(competition, call.now);
  const momentOf = (at: number | null) => (at === null ? words.t('events.admin.open') : words.shortDateTime(at));
  return (
    <Table
      caption={words.t('events.admin.prices')}
      captionHidden
      rows={competition.prices}
      rowKey={({ id }) => id}
      empty={words.t('events.admin.noPrices')}
      columns={[
        {
          key: 'price',
          title: words.t('events.form.price'),
          heading: true,
          cell: (price) => (
            <>
              <a href={`${path}/prices/${price.id}`}>{words.money(price.price)}</a>{' '}
              {price === current ? <Badge tone="good">{words.t('events.admin.current')}</Badge> : null}
            </>
          ),
        },
        { key: 'from', title: words.t('events.form.availableFrom'), cell: (price) => momentOf(price.availableFrom) },
        { key: 'to', title: words.t('events.form.availableTo'), cell: (price) => momentOf(price.availableTo) },
        {
          key: 'quantity',
          title: words.t('events.form.quantity'),
          align: 'end',
          cell: (price) => words.number(quantityLeft(price)),
        },
        {
          key: 'sold',
          title: words.t('events.admin.sold'),
          align: 'end',
          cell: (price) => words.number(price.sold),
        },
      ]}
    />
  );
}

function showPrice(
  call: OrganizerCall,
  { catalog, competition }: { catalog: Catalog; competition: CatalogCompetition },
  price: CatalogPrice | null,
  state?: FormState,
): Promise<Response> {
  const { words, viewer } = call;
  const path = ticketsPath(catalog.event.id, competition.id);
  const stored = price
    ? { ...price, quantity: quantityLeft(price) }
    : { price: 0, quantity: 0, priceOrder: competition.prices.length + 1 };
  const typed = typedOf(priceGroups, stored, words.locale, catalog.event.timeZone);
  const title = price ? words.t('events.admin.price') : words.t('events.admin.newPrice');
  return call.render(
    <div className="stack">
      <Refused call={call} />
      <SavingForm
        groups={priceGroups}
        state={state ?? { typed, errors: {}, refusal: null }}
        words={words}
        action={`${path}/prices/${price?.id ?? 'new'}`}
        csrfToken={viewer.csrfToken}
        cancelHref={path}
      />
      {price ? (
        <PostButton action={`${path}/prices/${price.id}/delete`} csrfToken={viewer.csrfToken} look="danger" small>
          {words.t('events.admin.deletePrice')}
        </PostButton>
      ) : null}
    </div>,
    { title, frame: 'admin', admin: { heading: title, intro: competition.title } },
    state ? 400 : 200,
  );
}

const priceIn = (call: OrganizerCall, competition: CatalogCompetition): CatalogPrice => {
  const id = idOf(call, 'priceId');
  return competition.prices.find((price) => price.id === id) ?? refuse('NOT_FOUND');
};

export const competitionPages = [
  page({ method: 'get', path: '/admin/events/{eventId}/competitions', may: 'event.read' }, showList),
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
  page(
    { method: 'get', path: '/admin/tickets/{eventId}/{competitionId}/prices/new', may: 'event.read' },
    async (call) => showPrice(call, await managedCompetition(call), null),
  ),
  page(
    { method: 'post', path: '/admin/tickets/{eventId}/{competitionId}/prices/new', may: 'event.change' },
    async (call) => {
      const managed = await managedCompetition(call);
      const { id: eventId, timeZone } = managed.catalog.event;
      const path = ticketsPath(eventId, managed.competition.id);
      const outcome = await saveForm(call, {
        groups: priceGroups,
        schema: priceInput,
        timeZone,
        eventId,
        save: async (work, data) => {
          await createPrice(work, managed.competition.id, data);
          return `${path}?saved`;
        },
      });
      return 'to' in outcome ? call.redirect(outcome.to) : showPrice(call, managed, null, outcome.state);
    },
  ),
  page(
    { method: 'get', path: '/admin/tickets/{eventId}/{competitionId}/prices/{priceId}', may: 'event.read' },
    async (call) => {
      const managed = await managedCompetition(call);
      return showPrice(call, managed, priceIn(call, managed.competition));
    },
  ),
  page(
    { method: 'post', path: '/admin/tickets/{eventId}/{competitionId}/prices/{priceId}', may: 'event.change' },
    async (call) => {
      const managed = await managedCompetition(call);
      const price = priceIn(call, managed.competition);
      const { id: eventId, timeZone } = managed.catalog.event;
      const path = ticketsPath(eventId, managed.competition.id);
      const outcome = await saveForm(call, {
        groups: priceGroups,
        schema: priceInput,
        timeZone,
        eventId,
        save: async (work, data) => {
          await updatePrice(work, price.id, data);
          return `${path}?saved`;
        },
      });
      return 'to' in outcome ? call.redirect(outcome.to) : showPrice(call, managed, price, outcome.state);
    },
  ),
  page(
    { method: 'post', path: '/admin/tickets/{eventId}/{competitionId}/prices/{priceId}/delete', may: 'event.change' },
    async (call) => {
      const { catalog, competition } = await managedCompetition(call);
      const price = priceIn(call, competition);
      const path = ticketsPath(catalog.event.id, competition.id);
      return press(call, catalog.event.id, (work) => deletePrice(work, price.id), path, `${path}/prices/${price.id}`);
    },
  ),
];
