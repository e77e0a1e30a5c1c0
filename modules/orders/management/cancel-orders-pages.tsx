import { inArray } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { loadManagedEvents } from '#modules/events/index.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { runForm, showAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { insidePath, type PageCall, page, type Route, withQuery } from '#src/web/http.ts';
import { viewOf } from '#src/web/list/listing.ts';
import { listedIds } from '#src/web/list/show.ts';
import { StatusBadge } from '../order-parts.tsx';
import type { Events } from '../order-search.ts';
import { firstOf } from '../people.ts';
import { isPaidStatus, type OrderStatus } from '../rules/order-state.ts';
import { orders } from '../schema.ts';
import { cancelOrders, grantedBy, maxCanceled, parseTickedIds, requireOrdersRole } from './cancel-orders.ts';
import { aboutOrders, type ListedOrder, listedOrders, orderListing, ordersAddress } from './order-listing.tsx';
import { CancelMoney, type CancelSums, cancelMoneyIn, shownLeft } from './status-pages.tsx';

export const cancelOrdersPath = '/admin/cancel-orders';
/** Only this many orders are listed; sums cover all. */
const maxShown = 25;

type Selection = { ids: number[]; isCut: boolean };

/** The ticked orders, or all that match the list's filter. */
async function selectedOrders(call: PageCall<'order.manage'>): Promise<Selection & { back: string }> {
  const { query } = call;
  const back = insidePath(query.get('back'), '/admin/orders');
  if (!query.has('all')) return { ids: parseTickedIds(query.getAll('order'), maxCanceled), isCut: false, back };
  const about = await aboutOrders(call);
  const { ids, count } = await listedIds(call, orderListing, about, maxCanceled);
  return { ids, isCut: count > ids.length, back: ordersAddress(about, viewOf(orderListing, query, about)) };
}

type Sums = { count: number; paid: number; already: number; back: CancelSums };

async function sumsOf(deps: Pick<Deps, 'read' | 'plannedCancellationRefunds'>, ids: readonly number[]): Promise<Sums> {
  const rows = await deps.read
    .select({ status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  const of = (isMeant: (status: OrderStatus) => boolean) => rows.filter(({ status }) => isMeant(status));
  return {
    count: of((status) => status !== 'canceled').length,
    paid: of(isPaidStatus).length,
    already: of((status) => status === 'canceled').length,
    back: {
      full: await deps.plannedCancellationRefunds(ids, { mode: 'full' }),
      withoutProcessingFee: await deps.plannedCancellationRefunds(ids, { mode: 'withoutProcessingFee' }),
    },
  };
}

type QuestionProps = {
  ids: readonly number[];
  isCut: boolean;
  sums: Sums;
  first: readonly ListedOrder[];
  back: string;
  state: FormState | undefined;
};

function CancelQuestion({ ids, isCut, sums, first, back, state }: QuestionProps): ReactElement {
  const { i18n } = usePage();
  if (sums.count === 0) {
    return (
      <div className="stack prose">
        <Alert tone="wait">{i18n.t('orderList.cancel.none')}</Alert>
        <div className="form-actions">
          <ButtonLink look="quiet" href={back}>
            {i18n.t('orderList.cancel.back')}
          </ButtonLink>
        </div>
      </div>
    );
  }
  const text = (
    <>
      {isCut ? <Alert tone="wait">{i18n.t('orderList.cancel.cut', { count: maxCanceled })}</Alert> : null}
      <p className="lead">{i18n.t('orderList.cancel.question', { count: sums.count })}</p>
      <Facts
        facts={[
          { label: i18n.t('orderList.cancel.paid'), value: i18n.number(sums.paid) },
          { label: i18n.t('orderList.cancel.sum'), value: i18n.money(sums.back.full) },
          ...(sums.already > 0
            ? [{ label: i18n.t('orderList.cancel.already'), value: i18n.number(sums.already) }]
            : []),
        ]}
      />
      <p>{i18n.t('orderList.cancel.effect')}</p>
      <Table
        caption={i18n.t('orderList.cancel.first', { count: ids.length, shown: first.length })}
        columns={[
          { key: 'id', title: i18n.t('ordersAdmin.column.number'), heading: true, cell: ({ id }) => id },
          { key: 'event', title: i18n.t('ordersAdmin.column.event'), cell: ({ eventTitle }) => eventTitle },
          { key: 'names', title: i18n.t('ordersAdmin.column.people'), cell: ({ people }) => firstOf(people) },
          { key: 'email', title: i18n.t('ordersAdmin.column.buyer'), cell: ({ email }) => email },
          {
            key: 'total',
            title: i18n.t('ordersAdmin.column.total'),
            align: 'end',
            cell: ({ totalPrice }) => i18n.money(totalPrice),
          },
          {
            key: 'status',
            title: i18n.t('ordersAdmin.column.status'),
            cell: (order) => <StatusBadge order={order} i18n={i18n} />,
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
      fields={{ back, orders: ids.join(' '), left: sums.back.full }}
      text={text}
      refusal={state?.refusal ?? null}
      state={state}
      button={i18n.t('orderList.cancel.do', { count: sums.count })}
      back={back}
      backLabel={i18n.t('ordersAdmin.cancelKeep')}
    >
      {sums.back.full > 0 ? <CancelMoney sums={sums.back} isMany /> : null}
    </Confirm>
  );
}

type Call = PageCall<'order.manage', never, Events>;

async function showQuestion(call: Call, { ids, isCut, back }: Selection & { back: string }, state?: FormState) {
  const { deps, i18n } = call;
  return call.render(
    <CancelQuestion
      ids={ids}
      isCut={isCut}
      sums={await sumsOf(deps, ids)}
      first={await listedOrders(deps.read, ids.slice(0, maxShown))}
      back={back}
      state={state}
    />,
    {
      title: i18n.t('orderList.cancel.title'),
      frame: 'admin',
      admin: { intro: <a href={back}>{i18n.t('orderList.cancel.back')}</a> },
    },
    formStatus(state),
  );
}

const at = { path: cancelOrdersPath, may: 'order.manage', load: loadManagedEvents } as const;

export const cancelOrdersPages: Route[] = [
  page({ method: 'get', ...at }, async (call) => {
    const selection = await selectedOrders(call);
    await requireOrdersRole(call.deps.read, call.record, selection.ids);
    return showQuestion(call, selection);
  }),
  page({ method: 'post', ...at }, async (call) => {
    const { deps, viewer, form, now } = call;
    const orderIds = parseTickedIds(String(form.get('orders') ?? '').split(' '), maxCanceled);
    await requireOrdersRole(deps.read, call.record, orderIds);
    const back = insidePath(String(form.get('back') ?? ''), '/admin/orders');
    const again = ({ state }: { state: FormState }) => showQuestion(call, { ids: orderIds, isCut: false, back }, state);
    const left = await deps.plannedCancellationRefunds(orderIds, { mode: 'full' });
    const decided = cancelMoneyIn(call, left > 0);
    if ('errors' in decided) return again(showAgain(call, decided));
    const refund = grantedBy(viewer, decided.refund, now);
    // Asks again when the refundable sum has changed since it was shown.
    if ((shownLeft(call) ?? left) !== left) {
      return again(showAgain(call, { refusal: call.i18n.t('orderList.cancel.meanwhile'), status: 409 }));
    }
    const done = await runForm(
      call,
      async () => {
        const count = await cancelOrders(deps, { orderIds, editorId: viewer.userId, refund });
        return withQuery(back, 'canceled', String(count));
      },
      { sentence: (problem) => ofOrder(problem, call.i18n) },
    );
    return 'to' in done ? call.redirect(done.to) : again(done);
  }),
];

function ofOrder(problem: Problem, i18n: Translator): string | null {
  const { orderId } = problem.details;
  const key = `problem.${problem.code}`;
  return typeof orderId === 'number' && i18n.has(key)
    ? i18n.t('orderList.cancel.refused', { orderNumber: String(orderId), reason: i18n.t(key) })
    : null;
}
