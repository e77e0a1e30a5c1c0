import { desc, type SQL } from 'drizzle-orm';
import { type Instant, toIso } from '#src/kernel/time.ts';
import type { MessageKey } from '#src/texts/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { formOf, moment, text } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page } from '#src/web/http.ts';
import { findIds } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import type { Condition } from '#src/web/list/query.ts';
import { listData } from '#src/web/list/show.ts';
import { loadManagedEvents, managedBy } from '../access/event-access.ts';
import { addEventAudits } from '../changes/on-event.ts';
import { changesEvent, type ManagedCall, managed, renderOfEvent } from '../management/frame.tsx';
import { saveEventForm } from '../management/save.ts';
import { SaleBadge } from '../public/sale-texts.tsx';
import { type EventSale, salesOf } from '../read-catalog.ts';
import { eventSource } from '../read-list.ts';
import type { Catalog } from '../rules/catalog.ts';
import { saleState } from '../rules/sale.ts';
import { placesInAll } from '../rules/shared-quotas.ts';
import { titleInYear, weeksLater } from '../rules/shifted.ts';
import { events } from '../schema.ts';
import { copyInput } from '../shapes.ts';
import { wordsOf } from '../words.ts';
import { copyEvent } from './copy-event.ts';
import { newEventPages } from './new-event-page.tsx';
import { organizerEventPages } from './organizer-pages.tsx';
import { sectionPages, shortlinkPages } from './section-page.tsx';
import { VisibilityBadge, visibilityPages } from './visibility.tsx';

type AboutEvents = ListAbout & { now: Instant; managed: SQL | undefined };

const is = (field: string, value: boolean): Condition => ({ field, value });
const ofVisibility: Readonly<Record<string, readonly Condition[]>> = {
  visible: [is('visible', true)],
  viaLink: [is('visible', false), is('visibleViaLink', true)],
  hidden: [is('visible', false), is('visibleViaLink', false)],
  canceled: [is('canceled', true)],
};
const soldOf = (sale: EventSale) => sale.competitions.reduce((total, { sold }) => total + sold, 0);

const eventListing = {
  path: () => '/admin/events',
  name: () => 'events',
  rowsOnAPage: 50,
  cards: 'compact',
  first: { field: 'startTimestamp', direction: 'desc' },
  filters: {
    q: { as: 'search', label: 'events.list.search' },
    time: {
      as: 'choice',
      label: 'events.list.time',
      none: 'events.list.anyTime',
      values: ['upcoming', 'past'],
      say: (value, i18n) => i18n.t(`events.list.${value}` as MessageKey),
      where: (value, { now }) => [{ field: 'endTimestamp', type: value === 'past' ? 'lt' : 'gte', value: toIso(now) }],
    },
    visibility: {
      as: 'choice',
      label: 'events.admin.visibility',
      none: 'events.list.anyVisibility',
      values: Object.keys(ofVisibility),
      say: (value, i18n) => i18n.t(`events.visibility.${value}` as MessageKey),
      where: (value) => ofVisibility[value] ?? [],
    },
  },
  columns: ({ i18n, now }) => [
    {
      key: 'title',
      title: i18n.t('events.form.title'),
      heading: true,
      sortable: true,
      cell: ({ event }) => <a href={`/admin/events/${event.id}`}>{event.title}</a>,
    },
    {
      key: 'startTimestamp',
      title: i18n.t('events.fact.date'),
      sortable: true,
      cell: (sale) => wordsOf(i18n, sale).shortDate(sale.event.startTimestamp),
    },
    {
      key: 'location',
      title: i18n.t('events.fact.place'),
      sortable: true,
      cell: ({ event }) => event.location || '–',
    },
    {
      key: 'state',
      card: 'foot',
      title: i18n.t('events.admin.state'),
      cell: ({ event, competitions }) => <SaleBadge state={saleState(event, competitions, now)} i18n={i18n} />,
    },
    {
      key: 'visible',
      title: i18n.t('events.admin.visibility'),
      cell: ({ event }) => <VisibilityBadge event={event} i18n={i18n} />,
    },
    {
      key: 'sold',
      card: 'label',
      title: i18n.t('events.admin.sold'),
      align: 'end',
      cell: (sale) =>
        i18n.t('events.admin.soldOf', {
          sold: i18n.number(soldOf(sale)),
          total: i18n.number(placesInAll(sale.competitions, sale.quotas)),
        }),
    },
  ],
  rowKey: ({ event }) => event.id,
  find: ({ read }, question, { managed }, more) =>
    findIds(read, eventSource(managed, [desc(events.startTimestamp), desc(events.id)]), question, more),
  read: salesOf,
  texts: {
    caption: 'events.admin.title',
    count: 'events.list.found',
    empty: 'events.admin.none',
    emptyFiltered: 'events.list.noMatch',
  },
} as const satisfies Listing<EventSale, AboutEvents>;

async function showEventList(call: PageCall<'event.read'>): Promise<Response> {
  const { viewer, query, i18n, now } = call;
  const list = await listData(call, eventListing, { i18n, now, managed: managedBy(viewer, call.may) });
  // The switcher opens a single result directly.
  const [only] = list.rows;
  if (query.has('go') && list.count === 1 && only) return call.redirect(`/admin/events/${only.event.id}`);
  return call.render(
    <div className="stack">
      <List list={list} />
    </div>,
    {
      title: i18n.t('events.admin.title'),
      frame: 'admin',
      admin: { action: <ButtonLink href="/admin/events/new">{i18n.t('events.admin.new')}</ButtonLink> },
    },
  );
}

const copyForm = formOf('events', [{ name: 'copy', fields: [text('title', true), moment('startTimestamp', true)] }]);

/** The same weekday a year later, with the year in the title. */
function copyProposal({ title, startTimestamp, timeZone }: Catalog['event']) {
  const inAYear = weeksLater(startTimestamp, 52, timeZone);
  return { title: titleInYear(title, startTimestamp, inAYear, timeZone), startTimestamp: inAYear };
}

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
        record={copyProposal(event)}
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
    loadData: managed,
    show: showCopy,
    save: ({ call, catalog: { event } }) =>
      saveEventForm(call, event.id, {
        form: copyForm,
        schema: copyInput,
        save: async (work, data) => {
          const { startTimestamp = event.startTimestamp } = data;
          const isProposed = data.title === copyProposal(event).title;
          // An unchanged title follows the start.
          const title = isProposed
            ? titleInYear(event.title, event.startTimestamp, startTimestamp, event.timeZone)
            : data.title;
          const copyId = await copyEvent(work, event.id, { title, startTimestamp }, call.viewer);
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
