import { managedEvents } from '#modules/events/index.ts';
import { findOrders, namesOf, type OrderRecord, ordersOf, StatusBadge } from '#modules/orders/index.ts';
import { orderStatuses } from '#modules/orders/rules/order-state.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, centsFromZero, zeroCents } from '#src/kernel/money.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { moneyOfOrders } from '../money-of-order.ts';
import { adminOrderPath, refundManyPath } from '../paths.ts';

export const maxRefunded = 500;

export type Refundable = { order: OrderRecord; left: Cents };
export type RefundListContext = ListAbout & {
  shownEvents: number[] | 'all';
  events: readonly { id: number; title: string }[];
  status: string;
  /** Orders ticked on another page: shown without any filter. */
  only: readonly number[];
};

async function refundableOf(reader: Reader, ids: readonly number[]): Promise<Refundable[]> {
  const orders = await ordersOf(reader, ids);
  const money = await moneyOfOrders(reader, orders);
  return orders
    .map((order) => ({ order, left: money.get(order.id)?.kept ?? zeroCents }))
    .filter(({ order: { refundStatus }, left }) => left > 0 || refundStatus === 'pending' || refundStatus === 'failed');
}

/** Refundable orders, newest first, on one page. */
export const manyListing = {
  path: () => refundManyPath,
  name: () => 'refund-orders',
  rowsOnAPage: maxRefunded,
  first: { field: 'orderDate', direction: 'desc' },
  filters: {
    q: { as: 'search', label: 'orderList.filter.q' },
    event: { as: 'record', label: 'ordersAdmin.filter.event', field: 'eventId', records: ({ events }) => events },
    status: {
      as: 'choice',
      label: 'ordersAdmin.filter.status',
      values: ['any', ...orderStatuses],
      say: (status, i18n) => i18n.t(status === 'any' ? 'ui.list.any' : (`ui.status.${status}` as MessageKey)),
      always: ({ status }) => status,
      where: (status) => (status === 'any' ? [] : [{ field: 'status', value: status }]),
    },
  },
  columns: ({ i18n }) => [
    {
      key: 'number',
      title: i18n.t('ordersAdmin.column.number'),
      heading: true,
      text: ({ order }) => order.orderNumber,
    },
    { key: 'names', title: i18n.t('ordersAdmin.column.people'), text: ({ order }) => namesOf(order) },
    { key: 'event', title: i18n.t('ordersAdmin.column.event'), text: ({ order }) => order.event.title },
    {
      key: 'status',
      title: i18n.t('ordersAdmin.column.status'),
      cell: ({ order }) => (
        <a href={adminOrderPath(order.id)}>
          <StatusBadge order={order} i18n={i18n} />
        </a>
      ),
    },
    {
      key: 'refund',
      title: i18n.t('ordersAdmin.refund'),
      text: ({ order }) => (order.refundStatus ? i18n.t(`ordersAdmin.refund.${order.refundStatus}`) : ''),
    },
    {
      key: 'left',
      title: i18n.t('refunds.left'),
      align: 'end',
      text: ({ left }) => i18n.money(centsFromZero(left)),
    },
  ],
  rowKey: ({ order }) => order.id,
  async find(shop, question, { shownEvents: visibleEvents, only }, { also }) {
    const matches =
      only.length > 0
        ? { ids: only, count: only.length }
        : await findOrders(shop, { ...question, offset: 0, limit: maxRefunded }, visibleEvents, { also });
    const ids = (await refundableOf(shop.read, matches.ids)).map(({ order }) => order.id);
    return { count: ids.length, ids, isMore: matches.count > maxRefunded };
  },
  read: refundableOf,
  texts: {
    caption: 'refunds.many.title',
    count: 'refunds.many.count',
    empty: 'refunds.many.none',
    emptyFiltered: 'refunds.many.none',
  },
} as const satisfies Listing<Refundable, RefundListContext>;

type Call = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  i18n: Translator;
  query: URLSearchParams;
  record: number[] | 'all';
};

/** Filter from the address; canceled orders by default, because most refunds are theirs. */
export async function aboutMany(
  { deps, viewer, may, i18n, query, record }: Call,
  only: readonly number[],
): Promise<RefundListContext> {
  const wantedStatus = query.get('status') ?? 'canceled';
  return {
    i18n,
    shownEvents: record,
    events: await managedEvents(deps.read, viewer, may),
    status: orderStatuses.find((known) => known === wantedStatus) ?? 'any',
    only,
  };
}
