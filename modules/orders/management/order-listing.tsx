import { sql } from 'drizzle-orm';
import { catalogOf, managedEvents, managedOrganizers, wordsOf } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { wallCell } from '#src/files/tables/cells.ts';
import type { Cents } from '#src/kernel/money.ts';
import {
  accountMethod,
  cashMethod,
  giftCardMethod,
  isOnlineMethod,
  methodNames,
  onlineMethods,
} from '#src/kernel/payment-methods.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone, type MessageKey, type Translator } from '#src/texts/locale.ts';
import { MailText } from '#src/ui/display.tsx';
import { formatCentsInput } from '#src/ui/format.ts';
import { inSequence } from '#src/web/list/find.ts';
import { addressOf, type ListAbout, type ListColumn, type Listing, type ListView } from '#src/web/list/listing.ts';
import { findOrders } from '../order-list.ts';
import { StatusBadge, statusText } from '../order-parts.tsx';
import type { Events } from '../order-search.ts';
import { firstOf } from '../people.ts';
import { type OrderStatus, orderStatuses, paidStatuses } from '../rules/order-state.ts';
import { orders } from '../schema.ts';

type Titled = { id: number; title: string };
export type AboutOrders = ListAbout & {
  shownEvents: Events;
  events: readonly Titled[];
  competitions: readonly Titled[];
  eventId: number | null;
};

function methodName(method: string | null, i18n: Translator): string {
  if (method !== null && isOnlineMethod(method)) return methodNames[method];
  const key = `ordersAdmin.method.${method ?? 'none'}`;
  return i18n.t(i18n.has(key) ? key : 'ordersAdmin.method.other');
}

const enumText = (kind: 'payment' | 'refund' | 'language') => (value: string, i18n: Translator) =>
  i18n.t(`orderList.${kind}.${value}` as MessageKey);
const statusName = (status: string, i18n: Translator) => i18n.t(`ui.status.${status}` as MessageKey);

const never = () => false;
function columns({ i18n, eventId }: AboutOrders): ListColumn<ListedOrder>[] {
  const column = (
    key: string,
    title: MessageKey,
    text: (order: ListedOrder) => string,
    more: Partial<ListColumn<ListedOrder>> = {},
  ): ListColumn<ListedOrder> => ({ key, title: i18n.t(title), text, ...more });
  const later = (key: 'competition' | 'method' | 'paymentStatus' | 'refund' | 'refunded' | 'language') =>
    [key, `orderList.column.${key}`] as const;
  const isLater = true;
  const sortable = true;
  const sum = (key: string, title: MessageKey, of: (order: ListedOrder) => Cents, more: object) =>
    column(key, title, (order) => formatCentsInput(of(order), i18n.locale), {
      align: 'end',
      cell: (order) => i18n.money(of(order)),
      typed: { kind: 'money', of },
      isEmpty: never,
      ...more,
    });
  const orDash = (kind: 'payment' | 'refund', value: string | null) =>
    value === null ? '–' : enumText(kind)(value, i18n);
  return [
    column('id', 'ordersAdmin.column.number', ({ id }) => String(id), {
      sortable,
      heading: true,
      isEmpty: never,
      typed: { kind: 'number', of: ({ id }) => id },
      cell: ({ id }) => (
        <a href={`/admin/orders/${id}`} data-opens="">
          {id}
        </a>
      ),
    }),
    column('orderDate', 'ordersAdmin.column.date', (order) => i18n.in(order.timeZone).shortDateTime(order.orderDate), {
      sortable,
      typed: { kind: 'moment', of: ({ orderDate, timeZone }) => wallCell(orderDate, timeZone) },
      isShort: true,
    }),
    column('people', 'ordersAdmin.column.people', ({ people }) => people.join(', '), {
      card: 'start',
      cell: ({ people }) => firstOf(people),
    }),
    sum('totalPrice', 'ordersAdmin.column.total', ({ totalPrice }) => totalPrice, { sortable, card: 'end' }),
    column('status', 'ordersAdmin.column.status', (order) => statusText(order, i18n), {
      sortable,
      card: 'foot',
      isEmpty: never,
      cell: (order) => <StatusBadge order={order} i18n={i18n} />,
    }),
    column('event', 'ordersAdmin.column.event', (order) => order.eventTitle, {
      card: 'rest',
      ...(eventId === null ? {} : { isLater, card: 'none' }),
    }),
    column(...later('competition'), (order) => order.competitions.join(', '), { isLater }),
    column('email', 'ordersAdmin.column.buyer', ({ email }) => email, {
      sortable,
      isLater,
      card: 'none',
      cell: ({ email }) => <MailText>{email}</MailText>,
    }),
    column(...later('method'), ({ paymentMethod }) => methodName(paymentMethod, i18n), { isLater }),
    column(...later('paymentStatus'), ({ paymentStatus }) => orDash('payment', paymentStatus), { isLater }),
    column(...later('refund'), ({ refundStatus }) => orDash('refund', refundStatus), { isLater }),
    sum(...later('refunded'), ({ refundedPrice }) => refundedPrice, { isLater }),
    column(...later('language'), ({ language }) => enumText('language')(language, i18n), { isLater }),
  ];
}

export const orderListing = {
  path: () => '/admin/orders',
  file: ({ eventId, events }) => {
    const title = events.find(({ id }) => id === eventId)?.title;
    return { path: '/admin/orders.csv', name: 'orders', ...(title === undefined ? {} : { title }) };
  },
  name: () => 'orders',
  rowsOnAPage: 25,
  cards: 'compact',
  beside: true,
  isKept: true,
  first: { field: 'orderDate', direction: 'desc' },
  filters: {
    q: { as: 'search', label: 'orderList.filter.q' },
    event: {
      as: 'record',
      label: 'ordersAdmin.filter.event',
      field: 'eventId',
      records: ({ events }) => events,
    },
    status: { as: 'choice', label: 'ordersAdmin.filter.status', values: orderStatuses, say: statusName },
    competition: {
      as: 'record',
      isMore: true,
      label: 'orderList.filter.competition',
      records: ({ competitions }) => competitions,
      field: 'competitionId',
    },
    method: {
      as: 'choice',
      isMore: true,
      label: 'orderList.filter.method',
      values: ['bank', cashMethod, giftCardMethod, accountMethod, 'voucher', ...onlineMethods, 'none'],
      say: (value, i18n) => methodName(value === 'none' ? null : value, i18n),
      where: (value) => [{ field: 'paymentMethod', value: value === 'none' ? null : value }],
    },
    paymentStatus: {
      as: 'choice',
      isMore: true,
      label: 'orderList.filter.paymentStatus',
      values: ['pending', 'authorized', 'completed', 'failed'],
      say: enumText('payment'),
    },
    refund: {
      as: 'choice',
      isMore: true,
      label: 'orderList.filter.refund',
      field: 'refundStatus',
      values: ['open', 'pending', 'completed', 'failed'],
      say: enumText('refund'),
      where: (value) => [
        { field: 'refundStatus', type: 'in', value: value === 'open' ? ['pending', 'failed'] : [value] },
      ],
    },
    from: { as: 'day', isMore: true, label: 'orderList.filter.from', field: 'orderDate', type: 'gte' },
    to: { as: 'day', isMore: true, label: 'orderList.filter.to', field: 'orderDate', type: 'lt' },
    sumFrom: { as: 'sum', isMore: true, label: 'orderList.filter.sumFrom', field: 'totalPrice', type: 'gte' },
    sumTo: { as: 'sum', isMore: true, label: 'orderList.filter.sumTo', field: 'totalPrice', type: 'lte' },
    email: {
      as: 'email',
      isMore: true,
      label: 'orderList.filter.email',
      where(value) {
        const address = value.normalize('NFKC').toLowerCase();
        return sql`${orders.userId} in (select id from users where email >= ${address} and email < ${`${address}\u{10FFFF}`})`;
      },
    },
    language: {
      as: 'choice',
      isMore: true,
      label: 'orderList.filter.language',
      values: ['de', 'en-us'],
      say: enumText('language'),
    },
    transfer: {
      as: 'tick',
      isMore: true,
      label: 'orderList.filter.transfer',
      value: 'open',
      where: () => [
        { field: 'status', value: 'pending' },
        { field: 'paymentMethod', value: 'bank' },
      ],
    },
    rest: {
      as: 'tick',
      isMore: true,
      label: 'orderList.filter.rest',
      value: 'open',
      // Orders on a company account have no open rest.
      where: () => [
        { field: 'status', type: 'in', value: [...paidStatuses] },
        { field: 'paymentStatus', value: 'pending' },
        { field: 'paymentMethod', type: 'ne', value: accountMethod },
      ],
    },
  },
  columns,
  rowKey: ({ id }) => id,
  find: (shop, question, { shownEvents: visibleEvents }, more) => findOrders(shop, question, visibleEvents, more),
  read: listedOrders,
  texts: {
    caption: 'admin.nav.orders',
    count: 'ordersAdmin.count',
    empty: 'ordersAdmin.empty',
    emptyFiltered: 'ordersAdmin.emptyFiltered',
  },
} as const satisfies Listing<ListedOrder, AboutOrders>;

/** Data of the order list. Its filter counts days in the selected event's time zone. */
export async function aboutOrders(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  i18n: Translator;
  query: URLSearchParams;
}): Promise<AboutOrders> {
  const { deps, viewer, may, i18n, query } = call;
  const events = await managedEvents(deps.read, viewer, may);
  const event = events.find(({ id }) => String(id) === query.get('event'));
  const catalog = event ? await catalogOf(deps.read, event.id) : null;
  return {
    i18n: catalog ? wordsOf(i18n, catalog) : i18n.in(defaultTimeZone),
    shownEvents: managedOrganizers(viewer, may) === 'all' ? 'all' : events.map(({ id }) => id),
    events,
    competitions: catalog?.competitions ?? [],
    eventId: event?.id ?? null,
  };
}

/** Address of the list, or of a bulk action on the filtered orders. */
export const ordersAddress = (
  about: AboutOrders,
  view: ListView,
  change: Partial<ListView> = {},
  path?: string,
): string => addressOf(orderListing, about, view, change, path);

/** An order as list row, read by one statement for all rows; cents. */
export type ListedOrder = {
  id: number;
  status: OrderStatus;
  orderDate: number;
  totalPrice: Cents;
  refundedPrice: Cents;
  paymentMethod: string | null;
  paymentStatus: string | null;
  refundStatus: string | null;
  language: 'de' | 'en-us';
  eventTitle: string;
  timeZone: string;
  email: string;
  /** Full names, in booking order. */
  people: string[];
  competitions: string[];
};

const heads = `select o.id, o.status, o.order_date orderDate, o.total_cents totalPrice, o.refunded_cents refundedPrice,
    o.payment_method paymentMethod, o.payment_status paymentStatus, o.refund_status refundStatus, o.language,
    e.title eventTitle, e.time_zone timeZone, u.email,
    (select json_group_array(json_array(p.first_name || ' ' || p.last_name, c.title) order by p.id)
      from participants p join competitions c on c.id = p.competition_id where p.order_id = o.id) persons
  from orders o join events e on e.id = o.event_id join users u on u.id = o.user_id
  where o.id in (select value from json_each(?))`;

type Head = Omit<ListedOrder, 'people' | 'competitions'> & { persons: string };

export async function listedOrders(reader: Reader, ids: readonly number[]): Promise<ListedOrder[]> {
  const rows = await reader.all<Head>(ready(heads, [JSON.stringify(ids)]));
  return inSequence(ids, rows, ({ id }) => id).map(({ persons, ...head }) => {
    const all = JSON.parse(persons) as [name: string, title: string][];
    const competitions = [...new Set(all.map(([, title]) => title))];
    return { ...head, people: all.map(([name]) => name), competitions };
  });
}
