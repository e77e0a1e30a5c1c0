import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { organizerById, organizerNames, showOrganizers } from '#modules/organizers/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card } from '#src/ui/display.tsx';
import { Button, Form, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { refusalText } from '#src/web/forms/refusal.ts';
import { insidePath, type PageCall, page, withQuery } from '#src/web/http.ts';
import { contains } from '#src/web/list/query.ts';
import { audited } from '../changes/on-event.ts';
import { touchEvent } from '../changes/touch-event.ts';
import { catalogOf } from '../read-catalog.ts';
import { refuse } from '../rules/problems.ts';
import { eventOrganizers, events } from '../schema.ts';
import { assignOrganizer, eventsOfOrganizer, removeOrganizer, setMainOrganizer } from './organizers.ts';

type Call<Name extends string = never> = PageCall<'organizer.manage', Name>;
type EventRow = { id: number; title: string; startTimestamp: number };

/** Search results shown. */
const maxOffered = 20;

/** Assignment of events to organizers, for super admins only. */
export const organizerEventPages = [
  page({ method: 'get', path: '/admin/organizer/{organizerId}/events', may: 'organizer.manage' }, showEvents),
  page({ method: 'get', path: '/admin/organizers/{eventId}', may: 'organizer.manage' }, showOrganizersOfEvent),
  ...(
    [
      ['assign', assign],
      ['remove', removeOrganizer],
      ['main', setMainOrganizer],
    ] as const
  ).map(([name, verb]) =>
    page(
      { method: 'post', path: `/admin/organizer/{organizerId}/events/{eventId}/${name}`, may: 'organizer.manage' },
      (call) => changeAssignment(call, verb),
    ),
  ),
];

async function assign(work: Work, eventId: number, organizerId: number): Promise<void> {
  await assignOrganizer(work, eventId, organizerId);
  await touchEvent(work, eventId);
}

async function changeAssignment(
  call: Call<'organizerId' | 'eventId'>,
  verb: (work: Work, eventId: number, organizerId: number) => Promise<void>,
): Promise<Response> {
  const { deps, viewer, form, i18n } = call;
  // The list of organizers posts its choice as a field.
  const chosen = Number(form.get('organizer') ?? call.params.organizerId);
  const organizerId = Number.isSafeInteger(chosen) ? chosen : 0;
  const { eventId } = call.params;
  const back = insidePath(String(form.get('back') ?? ''), `/admin/organizer/${organizerId}/events`);
  try {
    await deps.write((work) => audited(work, viewer, eventId, () => verb(work, eventId, organizerId)));
  } catch (error) {
    refusalText(error, i18n);
    if ((error as { code?: string }).code !== 'CANT_REMOVE_ORGANIZER_IS_LAST') throw error;
    return call.redirect(withQuery(back, 'refused', 'last'));
  }
  return call.redirect(withQuery(back, 'saved', '1'));
}

function SaveNotice({ query }: { query: URLSearchParams }): ReactElement | null {
  const { i18n } = usePage();
  if (query.get('refused') === 'last')
    return <RefusalNote>{i18n.t('problem.CANT_REMOVE_ORGANIZER_IS_LAST')}</RefusalNote>;
  return query.has('saved') ? <Saved /> : null;
}

async function showEvents(call: Call<'organizerId'>): Promise<Response> {
  const { deps, i18n, query, params } = call;
  const organizer = (await organizerById(deps.read, params.organizerId)) ?? refuse('NOT_FOUND');
  const own = await eventsOfOrganizer(deps.read, organizer.id);
  const q = (query.get('q') ?? '').trim().slice(0, 100);
  const ofOthers = deps.read
    .select({ id: eventOrganizers.eventId })
    .from(eventOrganizers)
    .where(eq(eventOrganizers.organizerId, organizer.id));
  const offered = q
    ? await deps.read
        .select({ id: events.id, title: events.title, startTimestamp: events.startTimestamp })
        .from(events)
        .where(and(contains(events.title, q), notInArray(events.id, ofOthers)))
        .orderBy(asc(events.startTimestamp), asc(events.id))
        .limit(maxOffered)
    : [];
  return call.render(
    <EventsOf
      organizerId={organizer.id}
      own={[...own].reverse()}
      q={q}
      offered={offered}
      notice={<SaveNotice query={query} />}
    />,
    {
      title: i18n.t('organizerEvents.title', { organizer: organizer.name }),
      frame: 'admin',
      admin: { intro: <a href={`/admin/organizer/${organizer.id}`}>{organizer.name}</a> },
    },
  );
}

type Act = (id: number, name: 'assign' | 'remove' | 'main', label: string) => ReactElement;

const actionColumn = (i18n: Translator, cell: (id: number) => ReactElement) => ({
  key: 'do',
  title: i18n.t('organizers.users.actions'),
  cell: ({ id }: { id: number }) => cell(id),
});

const assignedColumns = (i18n: Translator, act: Act) => [
  {
    key: 'main',
    title: i18n.t('organizerEvents.main'),
    cell: ({ id, isMain }: { id: number; isMain: boolean }) =>
      isMain ? (
        <Badge tone="good">{i18n.t('organizerEvents.isMain')}</Badge>
      ) : (
        act(id, 'main', i18n.t('organizerEvents.makeMain'))
      ),
  },
  actionColumn(i18n, (id) => act(id, 'remove', i18n.t('organizerEvents.remove'))),
];

type EventsOfProps = {
  organizerId: number;
  own: readonly (EventRow & { isMain: boolean })[];
  q: string;
  offered: readonly EventRow[];
  notice: ReactElement;
};

function EventsOf({ organizerId, own, q, offered, notice }: EventsOfProps): ReactElement {
  const { i18n, csrfToken } = usePage();
  const base = `/admin/organizer/${organizerId}/events`;
  const act: Act = (eventId, name, label) => (
    <PostButton action={`${base}/${eventId}/${name}`} csrfToken={csrfToken} fields={{ back: base }} look="quiet" small>
      {label}
    </PostButton>
  );
  const title = { key: 'title', title: i18n.t('organizerEvents.event'), heading: true } as const;
  const date = {
    key: 'date',
    title: i18n.t('organizerEvents.date'),
    cell: ({ startTimestamp }: EventRow) => i18n.shortDate(startTimestamp),
  };
  return (
    <div className="stack">
      {notice}
      <Table
        caption={i18n.t('organizerEvents.own')}
        columns={[
          { ...title, cell: ({ id, title: name }) => <a href={`/admin/organizers/${id}`}>{name}</a> },
          date,
          ...assignedColumns(i18n, act),
        ]}
        rows={own}
        rowKey={({ id }) => id}
        empty={i18n.t('organizerEvents.none')}
      />
      <Card title={i18n.t('organizerEvents.assign')}>
        <Form method="get" action={base} csrfToken={null} className="search-row" role="search">
          <label className="visually-hidden" htmlFor="event-search">
            {i18n.t('organizerEvents.search')}
          </label>
          <input
            className="input"
            id="event-search"
            type="search"
            name="q"
            defaultValue={q}
            placeholder={i18n.t('organizerEvents.search')}
            maxLength={100}
          />
          <Button look="quiet" small>
            {i18n.t('ui.form.search')}
          </Button>
        </Form>
        {q ? (
          <Table
            caption={i18n.t('organizerEvents.available')}
            columns={[
              { ...title, cell: ({ title: name }) => name },
              date,
              actionColumn(i18n, (id) => act(id, 'assign', i18n.t('organizerEvents.assignDo'))),
            ]}
            rows={offered}
            rowKey={({ id }) => id}
            empty={i18n.t('organizerEvents.noMatch')}
          />
        ) : null}
      </Card>
    </div>
  );
}

async function showOrganizersOfEvent(call: Call<'eventId'>): Promise<Response> {
  const { deps, params, query } = call;
  const catalog = (await catalogOf(deps.read, params.eventId)) ?? refuse('NOT_FOUND');
  const all = await organizerNames(deps.read);
  const own = catalog.organizers;
  const others = all.filter(({ id }) => !own.some((each) => each.id === id));
  return showOrganizers(
    call,
    <>
      <SaveNotice query={query} />
      <OrganizersOf eventId={catalog.event.id} title={catalog.event.title} own={own} others={others} />
    </>,
  );
}

type OrganizersOfProps = {
  eventId: number;
  title: string;
  own: readonly { id: number; name: string; isMain: boolean }[];
  others: readonly { id: number; name: string }[];
};

function OrganizersOf({ eventId, title, own, others }: OrganizersOfProps): ReactElement {
  const { i18n, csrfToken } = usePage();
  const back = `/admin/organizers/${eventId}`;
  const act: Act = (organizerId, name, label) => (
    <PostButton
      action={`/admin/organizer/${organizerId}/events/${eventId}/${name}`}
      csrfToken={csrfToken}
      fields={{ back }}
      look="quiet"
      small
    >
      {label}
    </PostButton>
  );
  return (
    <Card title={i18n.t('organizerEvents.of', { event: title })}>
      <Table
        caption={i18n.t('organizerEvents.of', { event: title })}
        captionHidden
        columns={[
          {
            key: 'name',
            title: i18n.t('organizers.form.name'),
            heading: true,
            cell: ({ id, name }) => <a href={`/admin/organizer/${id}`}>{name}</a>,
          },
          ...assignedColumns(i18n, act),
        ]}
        rows={own}
        rowKey={({ id }) => id}
        empty={i18n.t('organizers.list.none')}
      />
      {others.length > 0 ? (
        <Form action={`/admin/organizer/${others[0]?.id}/events/${eventId}/assign`} className="row">
          <input type="hidden" name="back" value={back} />
          <select className="input" name="organizer" aria-label={i18n.t('organizerEvents.choose')}>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Button look="quiet" small>
            {i18n.t('organizerEvents.assignDo')}
          </Button>
        </Form>
      ) : null}
    </Card>
  );
}
