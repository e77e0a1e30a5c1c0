import type { ReactElement } from 'react';
import type { Instant } from '#src/kernel/time.ts';
import { page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { errorText, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { Pager, Table } from '#src/ui/table.tsx';
import {
  EventTabs,
  type FormState,
  formStatus,
  idOf,
  managedCatalog,
  type OrganizerCall,
  Refused,
  SavingForm,
} from '../forms/frame.tsx';
import { type Reading, refusalOf, typedOf } from '../forms/reading.ts';
import { press, saveForm } from '../forms/save.ts';
import { SaleBadge } from '../public/event-card.tsx';
import { listManagedEvents, shortlinksOf } from '../read-list.ts';
import type { Catalog } from '../rules/catalog.ts';
import { saleState } from '../rules/sale.ts';
import { eventInput, newEventInput } from '../shapes.ts';
import { createEvent, dayOf, updateEvent } from './change-event.ts';
import { eventIdsOf, requireEventRole } from './event-role.ts';
import { eventGroups, newEventGroups } from './form.ts';
import { deleteShortlink, putShortlink } from './keep-shortlinks.ts';
import { organizerFor } from './organizer-for.ts';

const pageSize = 50;
const defaultZone = 'Europe/Vienna';

async function showList(call: OrganizerCall): Promise<Response> {
  const { deps, viewer, query, words, now } = call;
  const q = (query.get('q') ?? '').slice(0, 100);
  const at = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const listQuery = {
    offset: (at - 1) * pageSize,
    limit: pageSize,
    order: '[{"field":"startTimestamp","dir":"desc"}]',
    ...(q ? { q } : {}),
  };
  const { count, catalogs } = await listManagedEvents(deps.read, listQuery, await eventIdsOf(deps.read, viewer));
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const href = (to: number) => `/admin/events?${new URLSearchParams({ ...(q ? { q } : {}), page: String(to) })}`;
  return call.render(
    <div className="stack">
      <Form method="get" action="/admin/events" csrfToken={null} className="filter" role="search">
        <TextField name="q" type="search" label={words.t('events.filter.q')} defaultValue={q} maxLength={100} />
        <Button look="quiet">{words.t('ui.form.search')}</Button>
      </Form>
      <EventTable catalogs={catalogs} words={words} now={now} />
      <Pager page={at} pages={pages} href={href} />
    </div>,
    {
      title: words.t('events.admin.title'),
      frame: 'admin',
      admin: { action: <ButtonLink href="/admin/events/new">{words.t('events.admin.new')}</ButtonLink> },
    },
  );
}

function EventTable({ catalogs, words, now }: { catalogs: readonly Catalog[]; words: Words; now: Instant }) {
  const sum = (catalog: Catalog, what: 'sold' | 'totalTicketCount') =>
    catalog.competitions.reduce((total, competition) => total + competition[what], 0);
  return (
    <Table
      caption={words.t('events.admin.title')}
      captionHidden
      rows={catalogs}
      rowKey={({ event }) => event.id}
      empty={words.t('events.admin.none')}
      columns={[
        {
          key: 'title',
          title: words.t('events.form.title'),
          heading: true,
          cell: ({ event }) => <a href={`/admin/events/${event.id}`}>{event.title}</a>,
        },
        {
          key: 'start',
          title: words.t('events.fact.date'),
          cell: ({ event }) => words.in(event.timeZone).shortDate(event.startTimestamp),
        },
        { key: 'location', title: words.t('events.fact.place'), cell: ({ event }) => event.location },
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
          cell: (catalog) =>
            words.t('events.admin.soldOf', {
              sold: words.number(sum(catalog, 'sold')),
              total: words.number(sum(catalog, 'totalTicketCount')),
            }),
        },
      ]}
    />
  );
}

function VisibilityBadge({ event, words }: { event: Catalog['event']; words: Words }): ReactElement {
  if (event.visible) return <Badge tone="good">{words.t('events.visibility.visible')}</Badge>;
  if (event.visibleViaLink) return <Badge tone="accent">{words.t('events.visibility.viaLink')}</Badge>;
  return <Badge>{words.t('events.visibility.hidden')}</Badge>;
}

function showNew(call: OrganizerCall, state?: FormState): Promise<Response> {
  const { words, viewer, now } = call;
  const { start, end } = dayOf(now, defaultZone);
  const fresh = { kind: 'running', startTimestamp: start, endTimestamp: end };
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

type EventState = Partial<FormState> & { shortlink?: ShortlinkState };
type ShortlinkState = { typed: string; error: string };

async function showEvent(call: OrganizerCall, catalog: Catalog, state?: EventState): Promise<Response> {
  const { words, viewer, query, deps } = call;
  const { event } = catalog;
  const { shortlink, ...formState } = state ?? { shortlink: undefined };
  const links = (await shortlinksOf(deps.read, [event.id])).get(event.id) ?? [];
  const stored = typedOf(eventGroups, event, words.locale, event.timeZone);
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <Refused call={call} />
      <Visibility catalog={catalog} words={words} csrfToken={viewer.csrfToken} />
      <SavingForm
        groups={eventGroups}
        stored={stored}
        state={{ saved: query.has('saved'), ...formState }}
        timeZone={event.timeZone}
        words={words}
        action={`/admin/events/${event.id}`}
        csrfToken={viewer.csrfToken}
      />
      <Shortlinks eventId={event.id} links={links} words={words} csrfToken={viewer.csrfToken} refused={shortlink} />
    </div>,
    {
      title: event.title,
      frame: 'admin',
      admin: {
        intro: words.in(event.timeZone).weekdayDateTime(event.startTimestamp),
        action: (
          <ButtonLink look="quiet" href={`/events/${event.id}`}>
            {words.t('ui.admin.backToShop')}
          </ButtonLink>
        ),
      },
    },
    shortlink ? 400 : formStatus(state),
  );
}

function Visibility(props: { catalog: Catalog; words: Words; csrfToken: string }): ReactElement {
  const { words, csrfToken } = props;
  const { event } = props.catalog;
  const shown = event.visible ? 'visible' : event.visibleViaLink ? 'viaLink' : 'hidden';
  return (
    <section className="card stack-s" aria-labelledby="visibility-title">
      <h2 id="visibility-title">{words.t('events.admin.visibility')}</h2>
      <p className="row">
        <VisibilityBadge event={event} words={words} /> {words.t(`events.visibility.${shown}Text`)}
      </p>
      <div className="row">
        {(['visible', 'viaLink', 'hidden'] as const)
          .filter((choice) => choice !== shown)
          .map((choice) => (
            <PostButton
              key={choice}
              action={`/admin/events/${event.id}/visibility`}
              csrfToken={csrfToken}
              fields={{ visibility: choice }}
              look="quiet"
              small
            >
              {words.t(`events.visibility.${choice}Button`)}
            </PostButton>
          ))}
      </div>
    </section>
  );
}

function Shortlinks(props: {
  eventId: number;
  links: readonly string[];
  words: Words;
  csrfToken: string;
  refused: ShortlinkState | undefined;
}): ReactElement {
  const { eventId, links, words, csrfToken, refused } = props;
  const action = `/admin/events/${eventId}/shortlinks`;
  return (
    <section className="card stack-s" aria-labelledby="shortlinks-title">
      <h2 id="shortlinks-title">{words.t('events.admin.shortlinks')}</h2>
      <ul className="stack-s">
        {links.map((link) => (
          <li className="row" key={link}>
            <a href={`/events/${link}`}>{`/events/${link}`}</a>
            <PostButton
              action={`${action}/delete`}
              csrfToken={csrfToken}
              fields={{ shortlink: link }}
              look="plain"
              small
            >
              {words.t('ui.form.remove')}
            </PostButton>
          </li>
        ))}
      </ul>
      <Form action={action} csrfToken={csrfToken} className="filter">
        <TextField
          name="shortlink"
          label={words.t('events.admin.newShortlink')}
          hint={words.t('events.error.shortlink')}
          defaultValue={refused?.typed ?? ''}
          error={refused?.error ?? null}
          autoFocus={refused !== undefined}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={60}
        />
        <Button look="quiet">{words.t('events.admin.add')}</Button>
      </Form>
    </section>
  );
}

/** The shipping cost lies deeper in the API than in the form. */
const withShipping = ({ typed, input, errors }: Reading): Reading => {
  const { defaultShippingCost, ...rest } = input;
  return { typed, errors, input: { ...rest, shippingCosts: { defaultShippingCost: defaultShippingCost ?? 0 } } };
};

const textOf = (call: OrganizerCall, name: string): string => String(call.form.get(name) ?? '').trim();

export const eventPages = [
  page({ method: 'get', path: '/admin', may: 'event.read' }, async (call) => call.redirect('/admin/events')),
  page({ method: 'get', path: '/admin/events', may: 'event.read' }, showList),
  page({ method: 'get', path: '/admin/events/new', may: 'event.read' }, (call) => showNew(call)),
  page({ method: 'post', path: '/admin/events/new', may: 'event.change' }, async (call) => {
    const organizerId = organizerFor(call.viewer, undefined);
    const outcome = await saveForm(call, {
      groups: newEventGroups,
      schema: newEventInput,
      timeZone: defaultZone,
      save: async (work, data) => `/admin/events/${await createEvent(work, { ...data, organizerId })}?saved`,
    });
    return 'to' in outcome ? call.redirect(outcome.to) : showNew(call, outcome.state);
  }),
  page({ method: 'get', path: '/admin/events/{eventId}', may: 'event.read' }, async (call) =>
    showEvent(call, await managedCatalog(call)),
  ),
  page({ method: 'post', path: '/admin/events/{eventId}', may: 'event.change' }, async (call) => {
    const catalog = await managedCatalog(call);
    const { id: eventId, timeZone } = catalog.event;
    const outcome = await saveForm(call, {
      groups: eventGroups,
      schema: eventInput,
      timeZone,
      eventId,
      reshape: withShipping,
      stored: (now) => now.event,
      save: async (work, data) => {
        await updateEvent(work, eventId, data);
        return `/admin/events/${eventId}?saved`;
      },
    });
    return 'to' in outcome ? call.redirect(outcome.to) : showEvent(call, catalog, outcome.state);
  }),
  page({ method: 'post', path: '/admin/events/{eventId}/visibility', may: 'event.change' }, async (call) => {
    const eventId = idOf(call, 'eventId');
    const choice = textOf(call, 'visibility');
    const change = { visible: choice === 'visible', visibleViaLink: choice === 'viaLink' };
    return press(call, eventId, (work) => updateEvent(work, eventId, change), `/admin/events/${eventId}`);
  }),
  page({ method: 'post', path: '/admin/events/{eventId}/shortlinks', may: 'event.change' }, async (call) => {
    const catalog = await managedCatalog(call);
    const eventId = catalog.event.id;
    const typed = textOf(call, 'shortlink');
    try {
      await call.deps.write(async (work) => {
        await requireEventRole(work.tx, call.viewer, eventId);
        await putShortlink(work, eventId, typed.toLowerCase());
      });
    } catch (error) {
      const { errors, refusal } = refusalOf(error, call.words);
      const text = refusal ?? errorText(Object.values(errors).flat()) ?? call.words.t('ui.form.invalid');
      return showEvent(call, catalog, { shortlink: { typed, error: text } });
    }
    return call.redirect(`/admin/events/${eventId}`);
  }),
  page({ method: 'post', path: '/admin/events/{eventId}/shortlinks/delete', may: 'event.change' }, async (call) => {
    const eventId = idOf(call, 'eventId');
    const link = textOf(call, 'shortlink');
    return press(call, eventId, (work) => deleteShortlink(work, eventId, link), `/admin/events/${eventId}`);
  }),
];
