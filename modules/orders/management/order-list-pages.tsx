import type { ReactElement } from 'react';
import { Alert } from '#src/ui/display.tsx';
import { Button } from '#src/ui/form.tsx';
import { useOpens, usePage } from '#src/ui/page.tsx';
import { page, type Route } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { type ListData, listData, listFile } from '#src/web/list/show.ts';
import { cancelOrdersPages, cancelOrdersPath } from './cancel-orders-pages.tsx';
import type { ListedOrder } from './order-listing.tsx';
import { type AboutOrders, aboutOrders, orderListing, ordersAddress } from './order-listing.tsx';

type OrderListData = ListData<ListedOrder, AboutOrders>;
const form = 'orders-bulk';
/** A page of payments. */
const markPaidPath = '/admin/mark-orders-paid';

function OrderListPage(props: { list: OrderListData; canceled: number | null; paid: number | null }): ReactElement {
  const { list, canceled, paid } = props;
  const { i18n } = usePage();
  const isActing = useOpens()('get', '/admin/refund-orders');
  const label = ({ id }: ListedOrder) => i18n.t('ordersAdmin.order', { orderNumber: String(id) });
  return (
    <div className="stack">
      {canceled === null ? null : (
        <Alert tone={canceled > 0 ? 'good' : 'wait'} focused>
          {i18n.t('orderList.cancel.done', { count: canceled })}
        </Alert>
      )}
      {paid === null ? null : (
        <Alert tone="good" focused>
          {i18n.t('payments.markMany.done', { count: paid })}
        </Alert>
      )}
      {isActing ? (
        <List list={list} selection={{ form, name: 'order', value: ({ id }) => id, label }}>
          <BulkActions {...list} />
        </List>
      ) : (
        <List list={list} />
      )}
    </div>
  );
}

/** Actions for the ticked orders or for all filtered ones. Each asks first. */
function BulkActions({ about, view, count, isMore }: OrderListData): ReactElement {
  const { i18n } = usePage();
  const opens = useOpens();
  const mayCancel = opens('get', cancelOrdersPath);
  const all = ordersAddress(about, view, { page: 1 }, cancelOrdersPath);
  return (
    <section className="grid-bulk" aria-labelledby={`${form}-title`}>
      {count === 0 ? null : (
        <>
          <h2 id={`${form}-title`}>{i18n.t('orderList.bulk.title')}</h2>
          <form id={form} method="get" action={cancelOrdersPath} className="form-actions">
            <input type="hidden" name="back" value={ordersAddress(about, view)} />
            {mayCancel ? (
              <Button look="quiet" small>
                {i18n.t('orderList.bulk.cancel')}
              </Button>
            ) : null}
            {opens('get', markPaidPath) ? (
              <Button look="quiet" small formAction={markPaidPath}>
                {i18n.t('orderList.bulk.markPaid')}
              </Button>
            ) : null}
            <Button look="quiet" small formAction="/admin/refund-orders">
              {i18n.t('orderList.bulk.refund')}
            </Button>
          </form>
          <p className="row">
            {isMore || !mayCancel ? null : (
              <a href={`${all}${all.includes('?') ? '&' : '?'}all=`}>{i18n.t('orderList.bulk.cancelAll', { count })}</a>
            )}
            <a href={ordersAddress(about, view, { page: 1 }, '/admin/refund-orders')}>{i18n.t('refunds.many.link')}</a>
          </p>
        </>
      )}
    </section>
  );
}

export const orderListPages: Route[] = [
  page({ method: 'get', path: '/admin/orders', may: 'order.view', load: aboutOrders }, async (call) => {
    const countOf = (name: 'canceled' | 'paid') => {
      const text = call.query.get(name);
      return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
    };
    return call.render(
      <OrderListPage
        list={await listData(call, orderListing, call.record)}
        canceled={countOf('canceled')}
        paid={countOf('paid')}
      />,
      { title: call.i18n.t('admin.nav.orders'), frame: 'admin' },
    );
  }),
  page({ method: 'get', path: '/admin/orders.csv', may: 'order.export', load: aboutOrders }, async (call) =>
    listFile(call, orderListing, call.record),
  ),
  ...cancelOrdersPages,
];
