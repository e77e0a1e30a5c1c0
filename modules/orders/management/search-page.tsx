import type { ReactElement, ReactNode } from 'react';
import { eventIdsOf } from '#modules/events/index.ts';
import { lacking } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Empty, statusTone } from '#src/ui/display.tsx';
import { findPath } from '#src/ui/find-box.tsx';
import { useOpens } from '#src/ui/page.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { findOrders } from '../order-list.ts';
import { StatusBadge } from '../order-parts.tsx';
import { type Events, referencedOrder } from '../order-search.ts';
import { findPeople, type ListedPerson, listedPeople, newestFirst, usePersonPath } from '../participants/list.ts';
import { type ListedOrder, listedOrders } from './order-listing.tsx';

const maxResults = 10;

/** A page or setting of the management. */
export type Place = { href: string; label: string; within: string };
export type PlaceSearch = (
  call: Pick<Call, 'deps' | 'viewer' | 'i18n' | 'now'> & { eventId: number | null; q: string },
) => Promise<readonly Place[]>;

type Found = { hits: FoundHits; people: readonly ListedPerson[]; orders: readonly ListedOrder[] };

/** Searches people and orders of visible events by the list index, newest first. */
async function search(deps: Pick<Deps, 'read' | 'write' | 'admission'>, q: string, seen: Events): Promise<Found> {
  const question = { q, conditions: [], order: [], offset: 0, limit: maxResults };
  const { ids: personIds, ...people } = await findPeople(deps, question, seen, {
    forPage: true,
    order: newestFirst,
  });
  const { ids: orderIds, ...orders } = await findOrders(deps, question, seen, { forPage: true });
  const listed = await listedPeople(deps.read, personIds);
  const digits = /^#?(\d{1,12})$/.exec(q)?.[1];
  const named = digits ? Number(digits) : referencedOrder(q.replace(/[\s.-]/g, ''));
  const hits: FoundHits = {
    people: listed.map(({ id, orderId }) => ({ id, orderId })),
    orders: orderIds,
    named: named !== null && orderIds.includes(named) ? named : null,
    isMore: people.count > personIds.length || orders.count > orderIds.length,
  };
  return { hits, people: listed, orders: await listedOrders(deps.read, unlistedOrders(hits)) };
}

/** One result; the search island shows it as a suggestion. */
const Hit = (props: { href: string; name: string; facts: readonly string[]; badge: ReactNode }): ReactElement => (
  <li>
    <a href={props.href} data-hit="">
      <b>{props.name}</b>
      <span>{props.facts.filter(Boolean).join(' · ')}</span>
      {props.badge}
    </a>
  </li>
);

function Hits({ found, i18n }: { found: Found; i18n: Translator }): ReactElement {
  const numbered = (orderId: number) => i18n.t('ordersAdmin.order', { orderNumber: String(orderId) });
  const orders = found.orders.map((order) => (
    <Hit
      key={`order ${order.id}`}
      href={`/admin/orders/${order.id}`}
      name={numbered(order.id)}
      facts={[order.email, order.people.slice(0, 3).join(', '), order.eventTitle]}
      badge={<StatusBadge order={order} i18n={i18n} />}
    />
  ));
  const pathOf = usePersonPath();
  const people = found.people.map((person) => (
    <Hit
      key={person.id}
      href={pathOf(person)}
      name={`${person.firstName} ${person.lastName}`}
      facts={[person.rrBib ?? '', person.competition, person.eventTitle, numbered(person.orderId)]}
      badge={<Badge tone={statusTone(person.orderStatus)}>{i18n.t(`ui.status.${person.orderStatus}`)}</Badge>}
    />
  ));
  // A typed order number puts that order first.
  const isNamed = found.hits.named !== null;
  return <ul className="find-hits">{isNamed ? [...orders, ...people] : [...people, ...orders]}</ul>;
}

type Call = PageCall<'order.view', never, Events>;
const seenEvents = ({ deps, viewer }: { deps: Pick<Deps, 'read'>; viewer: Viewer }): Promise<Events> =>
  eventIdsOf(deps.read, viewer, 'order.view');

/** Places the viewer may open. */
function Places({ places, i18n }: { places: readonly Place[]; i18n: Translator }): ReactElement | null {
  const opens = useOpens();
  const open = places.filter(({ href }) => opens('get', href.replace(/#.*/, '')));
  if (open.length === 0) return null;
  return (
    <section className="stack-s" aria-labelledby="places-title">
      <h2 id="places-title">{i18n.t('orderSearch.places')}</h2>
      <ul className="find-hits">
        {open.map(({ href, label, within }) => (
          <Hit key={href} href={href} name={label} facts={[within]} badge={null} />
        ))}
      </ul>
    </section>
  );
}

async function showResults(call: Call, findPlaces: PlaceSearch): Promise<Response> {
  const { deps, query, i18n, record: seen } = call;
  const q = (query.get('q') ?? '').trim().slice(0, 100);
  const found = q === '' ? null : await search(deps, q, seen);
  const eventId = Number(query.get('event')) || null;
  const places = q === '' ? [] : await findPlaces({ ...call, eventId, q });
  const straight =
    found && places.length === 0 && !query.has('list')
      ? singleHitPath(found.hits, lacking('order.assist', call.viewer) === null)
      : null;
  if (straight) return call.redirect(straight);
  const isNone = found !== null && found.people.length + found.orders.length === 0;
  return call.render(
    <div className="stack">
      {found === null ? <p className="lead">{i18n.t('orderSearch.lead')}</p> : null}
      {found && !isNone ? (
        <p className="soft" data-found="">
          {i18n.t('orderSearch.count', { count: found.people.length + found.orders.length })}
        </p>
      ) : null}
      {isNone && places.length === 0 ? (
        <Empty title={i18n.t('orderSearch.none', { q })} text={i18n.t('orderSearch.noneHint')} />
      ) : null}
      {found && !isNone ? <Hits found={found} i18n={i18n} /> : null}
      <Places places={places} i18n={i18n} />
      {found?.hits.isMore ? (
        <p>
          {i18n.t('orderSearch.more')}{' '}
          <a href={`/admin/orders?${new URLSearchParams({ q })}`}>{i18n.t('orderSearch.allOrders')}</a>
        </p>
      ) : null}
    </div>,
    { title: i18n.t('orderSearch.title'), frame: 'admin' },
  );
}

/** Search over everything the viewer manages. A single result redirects to it, unless the list is requested. */
export const searchPages = (findPlaces: PlaceSearch): Route[] => [
  page({ method: 'get', path: findPath, may: 'order.view', load: seenEvents }, (call) => showResults(call, findPlaces)),
];

export type FoundHits = {
  people: readonly { id: number; orderId: number }[];
  orders: readonly number[];
  /** The order whose number or payment reference was typed. */
  named: number | null;
  isMore: boolean;
};

/** Address of the only result; null: none or several. */
export function singleHitPath({ people, orders, named, isMore }: FoundHits, mayAssist: boolean): string | null {
  if (isMore) return null;
  const foundIds = new Set([...orders, ...people.map(({ orderId }) => orderId)]);
  const [orderId] = foundIds;
  if (foundIds.size !== 1 || orderId === undefined) return null;
  const [person, another] = people;
  return mayAssist && person && !another && named !== orderId
    ? `/admin/orders/${orderId}/participants/${person.id}`
    : `/admin/orders/${orderId}`;
}

/** Orders listed beside people; an order with a listed person is left out unless its number was typed. */
export const unlistedOrders = ({ people, orders, named }: FoundHits): number[] =>
  orders.filter((id) => id === named || !people.some(({ orderId }) => orderId === id));
