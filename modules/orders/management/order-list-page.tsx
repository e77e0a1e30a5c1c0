import type { ReactElement } from 'react';
import { Badge, statusTone } from '#src/ui/display.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Pager, type Sort, Table } from '#src/ui/table.tsx';
import { orderStatuses } from '../rules/order-state.ts';
import type { AdminOrderRecord } from './admin-read.ts';

/** What the address says about the list. */
export type OrdersView = { eventId: number | null; status: string; q: string; sort: Sort; page: number };
type AdminOrdersPageProps = {
  orders: readonly AdminOrderRecord[];
  count: number;
  pages: number;
  view: OrdersView;
  events: readonly { id: number; title: string }[];
};

export function ordersAddress(view: OrdersView, change: Partial<OrdersView> = {}): string {
  const { eventId, status, q, sort, page } = { ...view, ...change };
  const query = new URLSearchParams();
  if (eventId !== null) query.set('event', String(eventId));
  if (status !== '') query.set('status', status);
  if (q !== '') query.set('q', q);
  if (sort.field !== 'orderDate' || sort.direction !== 'desc') {
    query.set('sort', sort.field);
    query.set('dir', sort.direction);
  }
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '/admin/orders' : `/admin/orders?${text}`;
}

/** All orders of the events one looks after; filter, order and page stand in the address. */
export function AdminOrdersPage({ orders, count, pages, view, events }: AdminOrdersPageProps): ReactElement {
  const { words } = usePage();
  const isFiltered = view.eventId !== null || view.status !== '' || view.q !== '';
  const columns: Column<AdminOrderRecord>[] = [
    {
      key: 'id',
      title: words.t('ordersAdmin.column.number'),
      sortable: true,
      heading: true,
      cell: (order) => <a href={`/admin/orders/${order.id}`}>{order.orderNumber}</a>,
    },
    {
      key: 'orderDate',
      title: words.t('ordersAdmin.column.date'),
      sortable: true,
      cell: (order) => words.in(order.event.timeZone).shortDateTime(order.orderDate),
    },
    { key: 'event', title: words.t('ordersAdmin.column.event'), cell: (order) => order.event.title },
    { key: 'email', title: words.t('ordersAdmin.column.buyer'), sortable: true, cell: (order) => order.user.email },
    {
      key: 'people',
      title: words.t('ordersAdmin.column.people'),
      cell: (order) => peopleOf(order).join(', '),
    },
    {
      key: 'totalPrice',
      title: words.t('ordersAdmin.column.total'),
      sortable: true,
      align: 'end',
      cell: (order) => words.money(order.totalPrice),
    },
    {
      key: 'status',
      title: words.t('ordersAdmin.column.status'),
      sortable: true,
      cell: (order) => <Badge tone={statusTone(order.status)}>{words.t(`ui.status.${order.status}`)}</Badge>,
    },
  ];
  return (
    <div className="stack">
      <Form csrfToken={null} method="get" action="/admin/orders" className="admin-filter">
        <TextField
          name="q"
          label={words.t('ordersAdmin.filter.q')}
          defaultValue={view.q}
          type="search"
          autoComplete="off"
          maxLength={200}
        />
        <SelectField
          name="event"
          label={words.t('ordersAdmin.filter.event')}
          defaultValue={view.eventId === null ? '' : String(view.eventId)}
          placeholder={words.t('ordersAdmin.filter.allEvents')}
          options={events.map((event) => ({ value: String(event.id), label: event.title }))}
        />
        <SelectField
          name="status"
          label={words.t('ordersAdmin.filter.status')}
          defaultValue={view.status}
          placeholder={words.t('ordersAdmin.filter.allStatuses')}
          options={orderStatuses.map((status) => ({ value: status, label: words.t(`ui.status.${status}`) }))}
        />
        <div className="form-actions">
          <Button look="quiet">{words.t('ui.form.search')}</Button>
          {isFiltered ? (
            <ButtonLink look="plain" href="/admin/orders">
              {words.t('ordersAdmin.filter.reset')}
            </ButtonLink>
          ) : null}
        </div>
      </Form>
      <Table
        caption={words.t('ordersAdmin.count', { count })}
        columns={columns}
        rows={orders}
        rowKey={(order) => order.id}
        sort={view.sort}
        sortHref={(sort) => ordersAddress(view, { sort, page: 1 })}
        empty={words.t(isFiltered ? 'ordersAdmin.emptyFiltered' : 'ordersAdmin.empty')}
      />
      <Pager page={view.page} pages={pages} href={(page) => ordersAddress(view, { page })} />
      {count > 0 ? (
        <p>
          <a href={ordersAddress({ ...view, page: 1 }).replace('/admin/orders', '/admin/refund-orders')}>
            {words.t('refunds.many.link')}
          </a>
        </p>
      ) : null}
    </div>
  );
}

const mostNames = 3;
/** The first names of the list, and how many more there are. */
function peopleOf(order: AdminOrderRecord): string[] {
  const names = order.competitions
    .flatMap((competition) => competition.teams)
    .flatMap((team) => team.participants)
    .map((person) => `${person.firstName} ${person.lastName}`);
  return names.length > mostNames ? [...names.slice(0, mostNames), `+${names.length - mostNames}`] : names;
}
