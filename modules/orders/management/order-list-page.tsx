import type { ReactElement } from 'react';
import { Alert } from '#src/ui/display.tsx';
import { Button } from '#src/ui/form.tsx';
import { Grid } from '#src/ui/grid.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Pager } from '#src/ui/table.tsx';
import { cancelOrdersPath } from './cancel-orders-pages.tsx';
import type { ListedOrder } from './listed-orders.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderFilterForm } from './order-filter.tsx';
import { isFiltered, type OrdersView, ordersAddress, type WrongFilters } from './order-view.ts';

type OrderListProps = {
  orders: readonly ListedOrder[];
  count: number;
  isMore: boolean;
  pages: number;
  view: OrdersView;
  wrong: WrongFilters;
  events: readonly { id: number; title: string }[];
  competitions: readonly { id: number; title: string }[];
  /** How many were just canceled; null: none were asked for. */
  canceled: number | null;
};

const form = 'orders-bulk';

/** All orders of the events one looks after; filter, order and page stand in the address. */
export function OrderListPage(props: OrderListProps): ReactElement {
  const { orders, count, isMore, pages, view, canceled } = props;
  const { words } = usePage();
  const status = isMore
    ? words.t(count < 100 ? 'orderList.many' : 'orderList.moreThan', { count })
    : words.t('ordersAdmin.count', { count });
  return (
    <div className="stack">
      {canceled === null ? null : (
        <Alert tone={canceled > 0 ? 'good' : 'wait'} focused>
          {words.t('orderList.cancel.done', { count: canceled })}
        </Alert>
      )}
      <OrderFilterForm {...props} />
      <Grid
        name="orders"
        caption={words.t('admin.nav.orders')}
        status={status}
        columns={orderColumns(words)}
        rows={orders}
        rowKey={(order) => order.id}
        sort={view.sort}
        sortHref={(sort) => ordersAddress(view, { sort, page: 1 })}
        empty={words.t(isFiltered(view) ? 'ordersAdmin.emptyFiltered' : 'ordersAdmin.empty')}
        selection={{
          form,
          name: 'order',
          label: (order) => words.t('ordersAdmin.order', { orderNumber: String(order.id) }),
        }}
        tools={
          <a
            className="button button-quiet button-small"
            href={ordersAddress(view, { page: 1 }, '/admin/orders.csv')}
            data-grid-export=""
            download=""
          >
            {words.t('orderList.csv')}
          </a>
        }
      />
      <BulkActions view={view} count={count} isMore={isMore} />
      <Pager page={view.page} pages={pages} href={(page) => ordersAddress(view, { page })} />
    </div>
  );
}

/** What can be done with the ticked orders, or with all that the filter finds. Every way asks first. */
function BulkActions({ view, count, isMore }: Pick<OrderListProps, 'view' | 'count' | 'isMore'>): ReactElement {
  const { words } = usePage();
  const all = ordersAddress(view, { page: 1 }, cancelOrdersPath);
  return (
    <section className="grid-bulk" aria-labelledby={`${form}-title`}>
      {count === 0 ? null : (
        <>
          <h2 id={`${form}-title`}>{words.t('orderList.bulk.title')}</h2>
          <form id={form} method="get" action={cancelOrdersPath} className="form-actions">
            <input type="hidden" name="back" value={ordersAddress(view)} />
            <Button look="quiet" small>
              {words.t('orderList.bulk.cancel')}
            </Button>
            <Button look="quiet" small formAction="/admin/refund-orders">
              {words.t('orderList.bulk.refund')}
            </Button>
          </form>
          <p className="row">
            {isMore ? null : (
              <a href={`${all}${all.includes('?') ? '&' : '?'}all=`}>
                {words.t('orderList.bulk.cancelAll', { count })}
              </a>
            )}
            <a href={ordersAddress(view, { page: 1 }, '/admin/refund-orders')}>{words.t('refunds.many.link')}</a>
          </p>
        </>
      )}
    </section>
  );
}
