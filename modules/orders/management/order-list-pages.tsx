import { eventIdsOf, managedEvents } from '#modules/events/index.ts';
import { page, type Route } from '#src/platform/http.ts';
import type { Sort } from '#src/ui/table.tsx';
import { type OrderStatus, orderStatuses } from '../rules/order-state.ts';
import { adminOrdersOf } from './admin-read.ts';
import { listOrders } from './order-list.ts';
import { AdminOrdersPage, type OrdersView } from './order-list-page.tsx';

const rowsOnAPage = 25;
const sortable = ['id', 'orderDate', 'email', 'totalPrice', 'status'];

const positive = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
const isStatus = (text: string | null): text is OrderStatus => orderStatuses.includes(text as OrderStatus);

/** The view that an address asks for; what it cannot ask for is left out. */
function viewOf(query: URLSearchParams): OrdersView {
  const status = query.get('status');
  const field = query.get('sort') ?? '';
  const sort: Sort = sortable.includes(field)
    ? { field, direction: query.get('dir') === 'desc' ? 'desc' : 'asc' }
    : { field: 'orderDate', direction: 'desc' };
  return {
    eventId: positive(query.get('event')),
    status: isStatus(status) ? status : '',
    q: (query.get('q') ?? '').trim().slice(0, 200),
    sort,
    page: Math.min(positive(query.get('page')) ?? 1, 1_000_000),
  };
}

const showOrders = page({ method: 'get', path: '/admin/orders', may: 'order.manage' }, async (call) => {
  const { deps, viewer, words, query } = call;
  const view = viewOf(query);
  const filter = [
    ...(view.eventId === null ? [] : [{ field: 'eventId', type: 'eq', value: view.eventId }]),
    ...(view.status === '' ? [] : [{ field: 'status', type: 'eq', value: view.status }]),
  ];
  const { count, ids } = await listOrders(
    deps.read,
    {
      offset: (view.page - 1) * rowsOnAPage,
      limit: rowsOnAPage,
      filter: JSON.stringify(filter),
      order: JSON.stringify([{ field: view.sort.field, dir: view.sort.direction }]),
      ...(view.q === '' ? {} : { q: view.q }),
    },
    await eventIdsOf(deps.read, viewer),
  );
  return call.render(
    <AdminOrdersPage
      orders={await adminOrdersOf(deps.read, ids)}
      count={count}
      pages={Math.max(1, Math.ceil(count / rowsOnAPage))}
      view={view}
      events={await managedEvents(deps.read, viewer)}
    />,
    { title: words.t('admin.nav.orders'), frame: 'admin' },
  );
});

export const orderListPages: Route[] = [showOrders];
