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
import { runForm, shownAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { insidePath, type PageCall, page, type Route, withQuery } from '#src/web/http.ts';
import { viewOf } from '#src/web/list/listing.ts';
import { listedIds } from '#src/web/list/show.ts';
import type { Events } from '../order-search.ts';
import { isPaidStatus, type OrderStatus } from '../rules/order-state.ts';
import { orders } from '../schema.ts';
import { StatusBadge } from '../status-badge.tsx';
import { CancelMoney, type CancelSums, cancelMoneyIn, shownLeft } from './cancel-money.tsx';
import { cancelOrders, mostCanceled } from './cancel-orders.ts';
import { grantedBy } from './cancel-refund.ts';
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

type Sums = { count: number; paid: number; already: number; back: CancelSums };

async function sumsOf(deps: Pick<Deps, 'read' | 'plannedGivingBack'>, ids: readonly number[]): Promise<Sums> {
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
      full: await deps.plannedGivingBack(ids, { mode: 'full' }),
      withoutProcessingFee: await deps.plannedGivingBack(ids, { mode: 'withoutProcessingFee' }),
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
          { label: words.t('orderList.cancel.sum'), value: words.money(sums.back.full) },
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
            cell: (order) => <StatusBadge order={order} words={words} />,
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
      button={words.t('orderList.cancel.do', { count: sums.count })}
      back={back}
      backLabel={words.t('ordersAdmin.cancelKeep')}
    >
      {sums.back.full > 0 ? <CancelMoney sums={sums.back} isMany /> : null}
    </Confirm>
  );
}

type Call = PageCall<'order.manage', never, Events>;

async function showQuestion(call: Call, { ids, isCut, back }: Asked & { back: string }, state?: FormState) {
  const { deps, words } = call;
  return call.render(
    <CancelQuestion
      ids={ids}
      isCut={isCut}
      sums={await sumsOf(deps, ids)}
      first={await listedOrders(deps.read, ids.slice(0, mostShown))}
      back={back}
      state={state}
    />,
    {
      title: words.t('orderList.cancel.title'),
      frame: 'admin',
      admin: { intro: <a href={back}>{words.t('orderList.cancel.back')}</a> },
    },
    formStatus(state),
  );
}

const at = { path: cancelOrdersPath, may: 'order.manage', load: loadManagedEvents } as const;

export const cancelOrdersPages: Route[] = [
  page({ method: 'get', ...at }, async (call) => {
    const asked = await askedFor(call);
    await requireOrdersRole(call.deps.read, call.record, asked.ids);
    return showQuestion(call, asked);
  }),
  page({ method: 'post', ...at }, async (call) => {
    const { deps, viewer, form, now } = call;
    const orderIds = tickedIn(String(form.get('orders') ?? '').split(' '), mostCanceled);
    await requireOrdersRole(deps.read, call.record, orderIds);
    const back = insidePath(String(form.get('back') ?? ''), '/admin/orders');
    const again = ({ state }: { state: FormState }) => showQuestion(call, { ids: orderIds, isCut: false, back }, state);
    const left = await deps.plannedGivingBack(orderIds, { mode: 'full' });
    const decided = cancelMoneyIn(call, left > 0);
    if ('errors' in decided) return again(shownAgain(call, decided));
    const refund = grantedBy(viewer, decided.refund, now);
    // Who decides about many sees their sum; when it is another by now, it is asked again.
    if ((shownLeft(call) ?? left) !== left) {
      return again(shownAgain(call, { refusal: call.words.t('orderList.cancel.meanwhile'), status: 409 }));
    }
    const done = await runForm(
      call,
      async () => {
        const count = await cancelOrders(deps, { orderIds, editorId: viewer.userId, refund });
        return withQuery(back, 'canceled', String(count));
      },
      { sentence: (problem) => ofOrder(problem, call.words) },
    );
    return 'to' in done ? call.redirect(done.to) : again(done);
  }),
];

/** A refusal of several orders names the one that it is about. */
function ofOrder(problem: Problem, words: Translator): string | null {
  const { orderId } = problem.details;
  const key = `problem.${problem.code}`;
  return typeof orderId === 'number' && words.has(key)
    ? words.t('orderList.cancel.refused', { orderNumber: String(orderId), reason: words.t(key) })
    : null;
}
