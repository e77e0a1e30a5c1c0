import type { ReactElement } from 'react';
import { type Instant, toIso } from '#src/kernel/time.ts';
import type { Words } from '#src/platform/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { Grid } from '#src/ui/grid.tsx';
import { Pager, type Sort } from '#src/ui/table.tsx';
import type { OrganizerCall } from '../forms/frame.tsx';
import { SaleBadge } from '../public/event-card.tsx';
import type { EventSale } from '../read-catalog.ts';
import { listManagedSales } from '../read-list.ts';
import { saleState } from '../rules/sale.ts';
import { wordsOf } from '../words.ts';

const pageSize = 50;
const sortable = ['title', 'startTimestamp', 'location'] as const;
const times = ['upcoming', 'past'] as const;
const visibilities = ['visible', 'viaLink', 'hidden', 'canceled'] as const;
type Filter = { q: string; time: string; visibility: string; sort: Sort };

/** The filter stands in the address, so that it can be kept and sent; what it does not know it leaves out. */
function filterIn(query: URLSearchParams): Filter {
  const one = (name: string, known: readonly string[]) => {
    const value = query.get(name) ?? '';
    return known.includes(value) ? value : '';
  };
  return {
    q: (query.get('q') ?? '').slice(0, 100).trim(),
    time: one('time', times),
    visibility: one('visibility', visibilities),
    sort: {
      field: one('sort', sortable) || 'startTimestamp',
      direction: query.get('dir') === 'asc' || (query.has('sort') && query.get('dir') !== 'desc') ? 'asc' : 'desc',
    },
  };
}

function hrefOf({ q, time, visibility, sort }: Filter, page = 1): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ q, time, visibility })) if (value) query.set(name, value);
  if (sort.field !== 'startTimestamp' || sort.direction !== 'desc') {
    query.set('sort', sort.field);
    query.set('dir', sort.direction);
  }
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/admin/events?${query}` : '/admin/events';
}

type Condition = { field: string; type: string; value: string | boolean };

function conditionsOf({ time, visibility }: Filter, now: Instant): Condition[] {
  const is = (field: string, value: boolean): Condition => ({ field, type: 'eq', value });
  return [
    ...(time ? [{ field: 'endTimestamp', type: time === 'past' ? 'lt' : 'gte', value: toIso(now) }] : []),
    ...(visibility === 'visible' ? [is('visible', true)] : []),
    ...(visibility === 'viaLink' ? [is('visible', false), is('visibleViaLink', true)] : []),
    ...(visibility === 'hidden' ? [is('visible', false), is('visibleViaLink', false)] : []),
    ...(visibility === 'canceled' ? [is('canceled', true)] : []),
  ];
}

export async function showEventList(call: OrganizerCall): Promise<Response> {
  const { deps, viewer, query, words, now } = call;
  const filter = filterIn(query);
  const asked = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const { count, sales } = await listManagedSales(
    deps.read,
    {
      offset: (asked - 1) * pageSize,
      limit: pageSize,
      order: JSON.stringify([{ field: filter.sort.field, dir: filter.sort.direction }]),
      filter: JSON.stringify(conditionsOf(filter, now)),
      ...(filter.q ? { q: filter.q } : {}),
    },
    viewer,
  );
  // Found the one that was looked for: the switcher goes straight there.
  const [only] = sales;
  if (query.has('go') && count === 1 && only) return call.redirect(`/admin/events/${only.event.id}`);
  const pages = Math.max(1, Math.ceil(count / pageSize));
  return call.render(
    <div className="stack">
      <EventFilter filter={filter} words={words} />
      <EventGrid sales={sales} count={count} filter={filter} words={words} now={now} />
      <Pager page={asked} pages={pages} href={(to) => hrefOf(filter, to)} />
    </div>,
    {
      title: words.t('events.admin.title'),
      frame: 'admin',
      admin: { action: <ButtonLink href="/admin/events/new">{words.t('events.admin.new')}</ButtonLink> },
    },
  );
}

function EventFilter({ filter, words }: { filter: Filter; words: Words }): ReactElement {
  return (
    <Form method="get" action="/admin/events" csrfToken={null} className="filter" role="search" data-grid-filter="">
      <TextField name="q" type="search" label={words.t('events.list.search')} defaultValue={filter.q} maxLength={100} />
      <SelectField
        name="time"
        label={words.t('events.list.time')}
        placeholder={words.t('events.list.anyTime')}
        defaultValue={filter.time}
        options={times.map((value) => ({ value, label: words.t(`events.list.${value}`) }))}
      />
      <SelectField
        name="visibility"
        label={words.t('events.admin.visibility')}
        placeholder={words.t('events.list.anyVisibility')}
        defaultValue={filter.visibility}
        options={visibilities.map((value) => ({ value, label: words.t(`events.visibility.${value}`) }))}
      />
      <Button look="quiet">{words.t('ui.form.search')}</Button>
    </Form>
  );
}

function EventGrid(props: {
  sales: readonly EventSale[];
  count: number;
  filter: Filter;
  words: Words;
  now: Instant;
}): ReactElement {
  const { sales, count, filter, words, now } = props;
  const isFiltered = filter.q !== '' || filter.time !== '' || filter.visibility !== '';
  const sum = (sale: EventSale, what: 'sold' | 'totalTicketCount') =>
    sale.competitions.reduce((total, competition) => total + competition[what], 0);
  return (
    <Grid
      name="events"
      caption={words.t('events.admin.title')}
      status={isFiltered ? words.t('events.list.found', { count }) : null}
      rows={sales}
      rowKey={({ event }) => event.id}
      sort={filter.sort}
      sortHref={(sort) => hrefOf({ ...filter, sort })}
      empty={words.t(isFiltered ? 'events.list.noMatch' : 'events.admin.none')}
      columns={[
        {
          key: 'title',
          title: words.t('events.form.title'),
          heading: true,
          sortable: true,
          cell: ({ event }) => <a href={`/admin/events/${event.id}`}>{event.title}</a>,
        },
        {
          key: 'startTimestamp',
          title: words.t('events.fact.date'),
          sortable: true,
          cell: (sale) => wordsOf(words, sale).shortDate(sale.event.startTimestamp),
        },
        {
          key: 'location',
          title: words.t('events.fact.place'),
          sortable: true,
          cell: ({ event }) => event.location || '–',
        },
        {
          key: 'state',
          title: words.t('events.admin.state'),
          cell: ({ event, competitions }) => <SaleBadge state={saleState(event, competitions, now)} words={words} />,
        },
        {
          key: 'visible',
          title: words.t('events.admin.visibility'),
          cell: ({ event }) => <VisibilityBadge event={event} words={words} />,
        },
        {
          key: 'sold',
          title: words.t('events.admin.sold'),
          align: 'end',
          cell: (sale) =>
            words.t('events.admin.soldOf', {
              sold: words.number(sum(sale, 'sold')),
              total: words.number(sum(sale, 'totalTicketCount')),
            }),
        },
      ]}
    />
  );
}

export function VisibilityBadge({ event, words }: { event: EventSale['event']; words: Words }): ReactElement {
  if (event.visible) return <Badge tone="good">{words.t('events.visibility.visible')}</Badge>;
  if (event.visibleViaLink) return <Badge tone="accent">{words.t('events.visibility.viaLink')}</Badge>;
  return <Badge>{words.t('events.visibility.hidden')}</Badge>;
}
