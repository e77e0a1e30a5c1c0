import type { ReactElement } from 'react';
import { loadManagedEvents } from '#modules/events/index.ts';
import { orderOf, parseTickedIds, requireOrdersRole } from '#modules/orders/index.ts';
import { type Cents, sumCents } from '#src/kernel/money.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { CheckboxField, MoneyField, RadioCards } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { showAgain } from '#src/web/forms/own-form.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { type ListData, listData } from '#src/web/list/show.ts';
import { refundManyPath } from '../paths.ts';
import { isRefundMode } from '../rules/refund-amount.ts';
import { giveBack } from './api.ts';
import { postedSum, sumInput } from './forms.ts';
import { aboutMany, manyListing, maxRefunded, type Refundable, type RefundListContext } from './many-listing.tsx';
import { type PlannedRefund, planManualRefund, plannedRefund } from './planned-refunds.ts';
import { setRefundStatus } from './set-refund-status.ts';

type Call = PageCall<'order.refund', never, number[] | 'all'>;

const tickedOrders = (from: URLSearchParams | FormData): number[] => parseTickedIds(from.getAll('order'), maxRefunded);

function addressOf({ query }: Call, message: Record<string, number> = {}): string {
  const filter = ['q', 'event', 'status', 'order'].flatMap((name) => query.getAll(name).map((value) => [name, value]));
  const all = new URLSearchParams([
    ...filter,
    ...Object.entries(message).map(([name, count]) => [name, String(count)]),
  ]);
  return all.size > 0 ? `${refundManyPath}?${all}` : refundManyPath;
}

const headOf = ({ i18n }: Call) => ({ title: i18n.t('refunds.many.title'), frame: 'admin' as const });

/** Orders of the address: those ticked in the list of orders, or all that match the filter. */
async function ordersOfAddress(call: Call) {
  const ticked = tickedOrders(call.query);
  await requireOrdersRole(call.deps.read, call.record, ticked);
  return listData(call, manyListing, await aboutMany(call, ticked));
}

async function showMany(call: Call, state?: FormState): Promise<Response> {
  return call.render(
    <ManyRefunds
      list={await ordersOfAddress(call)}
      address={addressOf(call)}
      ticked={tickedOrders(state ? call.form : call.query)}
      state={state}
    />,
    { ...headOf(call), admin: { intro: <a href="/admin/orders">{call.i18n.t('refunds.many.back')}</a> } },
    formStatus(state),
  );
}

async function ask(call: Call): Promise<Response> {
  const { deps, i18n, form } = call;
  const again = (message: Partial<FormState>) => showMany(call, showAgain(call, message).state);
  const what = manyChoices.find((choice) => choice === form.get('what'));
  const orderIds = form.has('all')
    ? (await ordersOfAddress(call)).rows.map(({ order }) => order.id)
    : tickedOrders(form);
  if (!what || orderIds.length === 0) return again({ refusal: i18n.t('refunds.many.nothing'), status: 409 });
  await requireOrdersRole(deps.read, call.record, orderIds);
  const amount = sumInput(call, what);
  if (amount === undefined) return again({ errors: { amount: i18n.t('refunds.amountWrong') } });
  const planned = [];
  try {
    for (const orderId of orderIds) {
      const order = (await orderOf(deps.read, orderId)) ?? refuse('NOT_FOUND');
      planned.push(
        await (isRefundMode(what)
          ? plannedRefund(deps.read, order, { mode: what, amount })
          : planManualRefund(deps.read, order)),
      );
    }
  } catch (error) {
    return again({ refusal: refusedOrder(error, call), status: 409 });
  }
  return call.render(
    <ManyQuestion planned={planned} what={what} amount={amount} address={addressOf(call)} />,
    headOf(call),
  );
}

/** Names the order that a refusal is about. */
function refusedOrder(error: unknown, call: Call): string {
  const reason = refusalText(error, call.i18n);
  const orderId = error instanceof Problem ? error.details.orderId : null;
  return typeof orderId === 'number'
    ? call.i18n.t('refunds.many.refused', { orderNumber: String(orderId), reason })
    : reason;
}

async function act(call: Call): Promise<Response> {
  const { deps, viewer, form } = call;
  const what = manyChoices.find((choice) => choice === form.get('what'));
  const orderIds = tickedOrders(form);
  if (!what || orderIds.length === 0) return showMany(call);
  await requireOrdersRole(deps.read, call.record, orderIds);
  const { userId: editorId, isSuperAdmin } = viewer;
  try {
    if (isRefundMode(what)) {
      const remainders = new Map(orderIds.map((orderId) => [orderId, postedSum(call, `left-${orderId}`)]));
      const amount = postedSum(call, 'cents') || 0;
      const count = await giveBack(deps, { orderIds, mode: what, amount, editorId, shown: remainders });
      return call.redirect(addressOf(call, { done: count, failed: orderIds.length - count }));
    }
    const refundStatus = what === 'statusCompleted' ? 'completed' : 'failed';
    await deps.write((work) => setRefundStatus(work, { orderIds, refundStatus, editorId, isSuperAdmin }));
    return call.redirect(addressOf(call, { done: orderIds.length }));
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAYMENT_REFUND_FAILED') {
      return call.redirect(addressOf(call, { done: 0, failed: 1 }));
    }
    return showMany(call, showAgain(call, { refusal: refusedOrder(error, call), status: 409 }).state);
  }
}

const at = { path: '/admin/refund-orders', may: 'order.refund', load: loadManagedEvents } as const;

export const manyRefundPages: Route[] = [
  page({ method: 'get', ...at }, (call) => showMany(call)),
  page({ method: 'post', ...at }, (call) => (call.form.get('intent') === 'do' ? act(call) : ask(call))),
];

const manyChoices = ['full', 'withoutProcessingFee', 'custom', 'statusCompleted', 'statusFailed'] as const;
type ManyChoice = (typeof manyChoices)[number];

type ManyProps = {
  list: ListData<Refundable, RefundListContext>;
  address: string;
  ticked: readonly number[];
  state: FormState | undefined;
};
const formId = 'refund-many';

function ManyRefunds({ list, address, ticked, state }: ManyProps): ReactElement {
  const { i18n, path } = usePage();
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const done = Number(query.get('done') ?? Number.NaN);
  const failed = Number(query.get('failed') ?? 0);
  const selection = {
    form: formId,
    name: 'order',
    value: ({ order }: Refundable) => order.id,
    label: ({ order }: Refundable) => i18n.t('ordersAdmin.order', { orderNumber: order.orderNumber }),
    isTicked: ({ order }: Refundable) => ticked.includes(order.id),
  };
  return (
    <div className="stack">
      {done > 0 ? <Alert tone="good">{i18n.t('refunds.many.done', { count: done })}</Alert> : null}
      {failed > 0 ? (
        <Alert tone="bad" urgent>
          {i18n.t('refunds.many.failed', { count: failed })}
        </Alert>
      ) : null}
      {list.isMore ? <Alert tone="wait">{i18n.t('refunds.many.cut')}</Alert> : null}
      <List list={list} selection={selection}>
        {/* Posts to the address of the filtered list. */}
        <div className="grid-bulk">
          <Form id={formId} action={address} className="stack prose" state={state ?? {}}>
            {list.count === 0 ? null : (
              <>
                <CheckboxField name="all" label={i18n.t('refunds.many.all', { count: list.count })} />
                <RadioCards
                  name="what"
                  label={i18n.t('refunds.many.what')}
                  defaultValue="full"
                  choices={manyChoices.map((value) => ({ value, label: i18n.t(`refunds.mode.${value}`) }))}
                />
                <MoneyField
                  name="amount"
                  label={i18n.t('refunds.many.amount')}
                  hint={i18n.t('refunds.many.amountHint')}
                />
                <div className="form-actions">
                  <Button>{i18n.t('refunds.next')}</Button>
                </div>
              </>
            )}
          </Form>
        </div>
      </List>
    </div>
  );
}

function ManyQuestion(props: {
  planned: readonly PlannedRefund[];
  what: ManyChoice;
  amount: Cents | null;
  address: string;
}): ReactElement {
  const { planned, what, amount, address } = props;
  const { i18n } = usePage();
  const sum = sumCents(planned.map((each) => each.amount));
  const sums = (
    <>
      <p className="lead">{i18n.t(`refunds.mode.${what}`)}</p>
      <Table
        caption={i18n.t('refunds.many.count', { count: planned.length })}
        columns={[
          {
            key: 'number',
            title: i18n.t('ordersAdmin.column.number'),
            heading: true,
            cell: (each) => each.orderNumber,
          },
          { key: 'names', title: i18n.t('ordersAdmin.column.people'), cell: ({ names }) => names },
          {
            key: 'amount',
            title: i18n.t('refunds.amountLabel'),
            align: 'end',
            cell: (each) => i18n.money(each.amount),
          },
        ]}
        rows={planned}
        rowKey={({ orderId }) => orderId}
        empty={i18n.t('refunds.many.none')}
        foot={
          <tr>
            <th scope="row" colSpan={2}>
              {i18n.t('ui.summary.total')}
            </th>
            <td data-align="end">{i18n.money(sum)}</td>
          </tr>
        }
      />
    </>
  );
  return (
    <Confirm
      action={address}
      fields={{
        intent: 'do',
        what,
        ...(amount === null ? {} : { cents: amount }),
        order: planned.map(({ orderId }) => orderId),
        ...Object.fromEntries(planned.map(({ orderId, left }) => [`left-${orderId}`, left])),
      }}
      text={sums}
      risks={[i18n.t('refunds.noWayBack')]}
      button={i18n.t('refunds.many.submit', { count: planned.length, amount: i18n.money(sum) })}
      isHarmless
      back={address}
    />
  );
}
