import { catalogOf, eventIdsOf, managedEvents } from '#modules/events/index.ts';
import { type PageCall, page, type Route } from '#src/platform/http.ts';
import { cancelOrdersPages, defaultZone } from './cancel-orders-pages.tsx';
import { csvOfList } from './list-file.ts';
import { listedOrders } from './listed-orders.ts';
import { orderColumns } from './order-columns.tsx';
import { listOrders } from './order-list.ts';
import { OrderListPage } from './order-list-page.tsx';
import { positive, questionOf, viewOf } from './order-view.ts';

const rowsOnAPage = 25;
/** Pages count so far and then say that there are more. */
const countTo = 100_000;

async function showOrders(call: PageCall<'order.manage'>): Promise<Response> {
  const { deps, viewer, words, query } = call;
  const view = viewOf(query);
  const events = await managedEvents(deps.read, viewer);
  const event = events.find(({ id }) => id === Number(view.filters.event));
  const asked = questionOf(view, words.locale, event?.timeZone ?? defaultZone);
  const { count, ids, isMore } = await listOrders(
    deps.read,
    { ...asked.query, offset: (view.page - 1) * rowsOnAPage, limit: rowsOnAPage },
    await eventIdsOf(deps.read, viewer),
    { countTo, also: asked.also },
  );
  const catalog = event ? await catalogOf(deps.read, event.id) : null;
  const canceled = query.get('canceled');
  return call.render(
    <OrderListPage
      orders={await listedOrders(deps.read, ids)}
      count={count}
      isMore={isMore}
      pages={Math.max(1, Math.ceil(count / rowsOnAPage))}
      view={view}
      wrong={asked.wrong}
      events={events}
      competitions={catalog?.competitions ?? []}
      canceled={canceled !== null && /^\d{1,4}$/.test(canceled) ? Number(canceled) : null}
    />,
    { title: words.t('admin.nav.orders'), frame: 'admin' },
  );
}

/** The list as a file: all rows of the filter, in its order, with the columns that are shown. */
async function exportOrders(call: PageCall<'order.manage'>): Promise<Response> {
  const { deps, viewer, words, query } = call;
  const view = viewOf(query);
  const { query: question, also } = questionOf(view, words.locale, defaultZone);
  const { ids } = await listOrders(
    deps.read,
    { ...question, offset: 0, limit: mostRows },
    await eventIdsOf(deps.read, viewer),
    { also },
  );
  return csvOfList({
    name: positive(view.filters.event) === null ? 'orders' : `orders-${view.filters.event}`,
    columns: orderColumns(words),
    without: query.get('without'),
    ids,
    read: (some) => listedOrders(deps.read, some),
  });
}
/** A spreadsheet takes no more lines. */
const mostRows = 1_048_575;

export const orderListPages: Route[] = [
  page({ method: 'get', path: '/admin/orders', may: 'order.manage' }, showOrders),
  page({ method: 'get', path: '/admin/orders.csv', may: 'order.manage' }, exportOrders),
  ...cancelOrdersPages,
];
