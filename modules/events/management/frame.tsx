import type { ReactElement, ReactNode } from 'react';
import { problemText } from '#src/platform/forms/refusal.ts';
import type { PageCall, PageHead } from '#src/platform/http.ts';
import { idsOf } from '#src/platform/permissions.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { currentLink } from '#src/ui/layout.tsx';
import { useOpens, usePage } from '#src/ui/page.tsx';
import { loadEvent } from '../access/load.ts';
import { existingCatalog } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { wordsOf } from '../words.ts';

/** A page's call about an event that its route loaded. */
export type OrganizerCall<Name extends string = never> = PageCall<'event.change', 'event' | Name, Catalog>;

/**
 * Loader of pages: the event that the address names by its number or a shortlink.
 * @throws Problem NOT_FOUND for somebody else's event
 */
export async function loadCatalog({
  params: { event },
  ...call
}: Pick<OrganizerCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<Catalog> {
  return existingCatalog(call.deps.read, await loadEvent({ ...call, params: { eventId: event } }));
}

/** The event of a page, and the call in its time zone and wording. */
export type ManagedCall<Name extends string = never> = { call: OrganizerCall<Name>; catalog: Catalog };
export const managed = <Name extends string>(call: OrganizerCall<Name>): ManagedCall<Name> => {
  const catalog = call.record;
  return { catalog, call: { ...call, words: wordsOf(call.words, catalog) } };
};

/** What routes of an event have in common: for its people alone. */
export const readsEvent = { may: 'event.read', load: loadCatalog } as const;
/** Lists and forms alike: who may not change an event has nothing to do on the pages where that is done. */
export const changesEvent = { may: 'event.change', load: loadCatalog } as const;

/** The head of a page that belongs to one event. */
export function eventHead(catalog: Catalog, title: string, action?: ReactNode): PageHead {
  const { event } = catalog;
  const isItself = title === event.title;
  return {
    title: isItself ? title : `${title} · ${event.title}`,
    frame: 'admin',
    organizerIds: idsOf(catalog.organizers),
    admin: {
      heading: title,
      ...(isItself ? {} : { intro: event.title }),
      action,
      eventSwitcher: <EventSwitcher eventId={event.id} title={event.title} />,
      tabs: <EventTabs catalog={catalog} />,
    },
  };
}

/** A page that belongs to one event. */
export const renderOfEvent = (
  { call, catalog }: ManagedCall,
  title: string,
  body: ReactNode,
  { action, status = 200 }: { action?: ReactNode; status?: Parameters<OrganizerCall['render']>[2] } = {},
): Promise<Response> => call.render(<div className="stack">{body}</div>, eventHead(catalog, title, action), status);

/** Which event is being managed, and the way to another: by a part of its name, however many there are. */
function EventSwitcher({ eventId, title }: { eventId: number; title: string }): ReactElement {
  const { words } = usePage();
  return (
    <div className="event-switcher">
      <p>
        <a href={`/admin/events/${eventId}`}>{title}</a>
      </p>
      <Form method="get" action="/admin/events" csrfToken={null} className="search-row" role="search">
        <input type="hidden" name="go" value="" />
        <label className="visually-hidden" htmlFor="switch-event">
          {words.t('events.switch.label')}
        </label>
        <input
          className="input"
          id="switch-event"
          type="search"
          name="q"
          placeholder={words.t('events.switch.label')}
          maxLength={100}
        />
        <Button look="quiet" small>
          {words.t('events.switch.go')}
        </Button>
      </Form>
    </div>
  );
}

/** What a pressed button was refused with, as the page it came from tells it. `of`: what kind of record the page shows. */
export function Refused({ call, of }: { call: OrganizerCall; of?: string }): ReactElement | null {
  const code = call.query.get('refused');
  return code && call.words.has(`problem.${code}`) ? (
    <Alert tone="bad" urgent focused>
      {problemText(call.words, code, { of: `events.${of}.refused` })}
    </Alert>
  ) : null;
}

/** Where one goes within an event. */
function EventTabs({ catalog }: { catalog: Catalog }): ReactElement {
  const { path, words: inGeneral } = usePage();
  const opens = useOpens();
  const words = wordsOf(inGeneral, catalog);
  const eventId = catalog.event.id;
  const base = `/admin/events/${eventId}`;
  const links = [
    { href: base, label: words.t('events.tab.overview') },
    { href: `${base}/settings`, label: words.t('events.tab.event') },
    { href: `${base}/competitions`, label: words.t('events.tab.competitions') },
    { href: `${base}/articles`, label: words.t('events.tab.articles') },
    { href: `${base}/dynamic-fields`, label: words.t('events.tab.fields') },
    { href: `/admin/cancellation-protection/${eventId}`, label: words.t('events.tab.protections') },
    { href: `/admin/voucher-types/${eventId}`, label: words.t('events.tab.vouchers') },
    { href: `${base}/pictures`, label: words.t('events.tab.pictures') },
    { href: `${base}/mailings`, label: words.t('mailings.tab') },
    { href: `${base}/exports`, label: words.t('exports.title') },
    { href: `${base}/payouts`, label: words.t('events.tab.payouts') },
    { href: `${base}/statistics`, label: words.t('statistics.tab') },
    { href: `${base}/mails`, label: words.t('mailPreview.tab') },
    { href: `${base}/history`, label: words.t('events.tab.history') },
  ].filter(({ href }) => opens('get', href));
  // Some pages of a competition and of a kind of voucher lie elsewhere by their old addresses.
  const [elsewhere, home] = [
    ['/admin/tickets/', `${base}/competitions`],
    ['/admin/vouchers/', `/admin/voucher-types/${eventId}`],
  ].find(([start = '']) => path.startsWith(start)) ?? ['', ''];
  const hrefs = links.map(({ href }) => href);
  const current = elsewhere ? home : currentLink(path, hrefs);
  return (
    <nav className="event-nav" aria-label={words.t('events.tab.label')}>
      <ul className="event-tabs">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a className="nav-link" href={href} aria-current={href === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
