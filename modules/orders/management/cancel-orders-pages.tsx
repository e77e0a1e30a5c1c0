import { inArray } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { loadManagedEvents } from '#modules/events/index.ts';
import { type Cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import type { Reader } from '#src/platform/database.ts';
import { Confirm } from '#src/platform/forms/confirm.tsx';
import { insidePath, type PageCall, page, type Route, withQuery } from '#src/platform/http.ts';
import { viewOf } from '#src/platform/list/listing.ts';
import { listedIds } from '#src/platform/list/show.ts';
import { Alert, Badge, Facts, statusTone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { isPaidStatus, type OrderStatus } from '../rules/order-state.ts';
import { orders } from '../schema.ts';
import { cancelOrders, mostCanceled } from './cancel-orders.ts';
import { type ListedOrder, listedOrders } from './listed-orders.ts';
import { aboutOrders, orderListing, ordersAddress } from './order-listing.tsx';
import { requireOrdersRole, tickedIn } from './ticked-orders.ts';

export const cancelOrdersPath = '/admin/cancel-orders';
/** Of many orders the first are shown; the sums are of all. */
const mostShown = 25;

type Asked = { ids: number[]; isCut: boolean };

/** The ticked orders, or all that the filter of the list finds; and the way back there. */
async function askedFor(call: PageCall<'order.manage'>): Promise<Asked & { back: string }> {
  const { query } = call;
  const back = insidePath(query.get('back'), '/admin/orders');
  if (!query.has('all')) return { ids: tickedIn(query.getAll('order'), mostCanceled), isCut: false, back };
  const about = await aboutOrders(call);
  const { ids, count } = await listedIds(call, orderListing, about, mostCanceled);
  return { ids, isCut: count > ids.length, back: ordersAddress(about, viewOf(orderListing, query, about)) };
}

type Sums = { count: number; paid: number; paidCents: Cents; already: number };

async function sumsOf(reader: Reader, ids: readonly number[]): Promise<Sums> {
  const rows = await reader
    .select({ status: orders.status, total: orders.totalPrice, refunded: orders.refundedPrice })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  const of = (isMeant: (status: OrderStatus) => boolean) => rows.filter(({ status }) => isMeant(status));
  const paid = of(isPaidStatus);
  return {
    count: of((status) => status !== 'canceled').length,
    paid: paid.length,
    paidCents: sumCents(paid.map(({ total, refunded }) => centsFromZero(total - refunded))),
    already: of((status) => status === 'canceled').length,
  };
}

type QuestionProps = {
  ids: readonly number[];
  isCut: boolean;
  sums: Sums;
  first: readonly ListedOrder[];
  back: string;
};

function CancelQuestion({ ids, isCut, sums, first, back }: QuestionProps): ReactElement {
  const { words } = usePage();
  if (sums.count === 0) {
    return (
      <div className="stack prose">
        <Alert tone="wait">{words.t('orderList.cancel.none')}</Alert>
        <div className="form-actions">
          <ButtonLink look="quiet" href={back}>
            {words.t('orderList.cancel.back')}
          </ButtonLink>
        </div>
      </div>
    );
  }
  const text = (
    <>
      {isCut ? <Alert tone="wait">{words.t('orderList.cancel.cut', { count: mostCanceled })}</Alert> : null}
      <p className="lead">{words.t('orderList.cancel.question', { count: sums.count })}</p>
      <Facts
        facts={[
          { label: words.t('orderList.cancel.paid'), value: words.number(sums.paid) },
          { label: words.t('orderList.cancel.sum'), value: words.money(sums.paidCents) },
          ...(sums.already > 0
            ? [{ label: words.t('orderList.cancel.already'), value: words.number(sums.already) }]
            : []),
        ]}
      />
      <p>{words.t('orderList.cancel.effect')}</p>
      <Table
        caption={words.t('orderList.cancel.first', { count: ids.length, shown: first.length })}
        columns={[
          { key: 'id', title: words.t('ordersAdmin.column.number'), heading: true, cell: ({ id }) => id },
          { key: 'event', title: words.t('ordersAdmin.column.event'), cell: ({ eventTitle }) => eventTitle },
          { key: 'email', title: words.t('ordersAdmin.column.buyer'), cell: ({ email }) => email },
          {
            key: 'total',
            title: words.t('ordersAdmin.column.total'),
            align: 'end',
            cell: ({ totalPrice }) => words.money(totalPrice),
          },
          {
            key: 'status',
            title: words.t('ordersAdmin.column.status'),
            cell: ({ status }) => <Badge tone={statusTone(status)}>{words.t(`ui.status.${status}`)}</Badge>,
          },
        ]}
        rows={first}
        rowKey={({ id }) => id}
        empty=""
      />
    </>
  );
  return (
    <Confirm
      action={cancelOrdersPath}
      fields={{ back, orders: ids.join(' ') }}
      text={text}
      button={words.t('orderList.cancel.do', { count: sums.count })}
      back={back}
      backLabel={words.t('ordersAdmin.cancelKeep')}
    />
  );
}

export const cancelOrdersPages: Route[] = [
  page({ method: 'get', path: cancelOrdersPath, may: 'order.manage', load: loadManagedEvents }, async (call) => {
    const { deps, words } = call;
    const { ids, isCut, back } = await askedFor(call);
    await requireOrdersRole(deps.read, call.record, ids);
    return call.render(
      <CancelQuestion
        ids={ids}
        isCut={isCut}
        sums={await sumsOf(deps.read, ids)}
        first={await listedOrders(deps.read, ids.slice(0, mostShown))}
        back={back}
      />,
      {
        title: words.t('orderList.cancel.title'),
        frame: 'admin',
        admin: { intro: <a href={back}>{words.t('orderList.cancel.back')}</a> },
      },
    );
  }),
  page({ method: 'post', path: cancelOrdersPath, may: 'order.manage', load: loadManagedEvents }, async (call) => {
    const { deps, viewer, form } = call;
    const orderIds = tickedIn(String(form.get('orders') ?? '').split(' '), mostCanceled);
    await requireOrdersRole(deps.read, call.record, orderIds);
    const count = await cancelOrders(deps, { orderIds, editorId: viewer.userId });
    const back = insidePath(String(form.get('back') ?? ''), '/admin/orders');
    return call.redirect(withQuery(back, 'canceled', String(count)));
  }),
];
