import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import { orderStatuses } from '#modules/orders/rules/order-state.ts';
import { type Cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import { Confirm } from '#src/platform/forms/confirm.tsx';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { Alert, Badge, statusTone } from '#src/ui/display.tsx';
import { CheckboxField, MoneyField, RadioCards, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { adminOrderPath, refundManyPath } from '../paths.ts';
import type { PlannedRefund } from './planned-refunds.ts';

export const manyChoices = ['full', 'withoutProcessingFee', 'custom', 'statusCompleted', 'statusFailed'] as const;
type ManyChoice = (typeof manyChoices)[number];

type ManyProps = {
  rows: readonly { order: OrderRecord; left: Cents }[];
  /** There are more than a page takes. */
  isCut: boolean;
  view: { eventId: number | null; status: string; q: string };
  events: readonly { id: number; title: string }[];
  /** The address of this list, with its filter. */
  address: string;
  /** Orders that are chosen already. */
  ticked: readonly number[];
  state: FormState | undefined;
};

/** Many orders at once: which ones, and how much of each goes back. */
export function ManyRefunds(props: ManyProps): ReactElement {
  const { rows, isCut, view, events, address, ticked, state } = props;
  const { words, path } = usePage();
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const done = Number(query.get('done') ?? Number.NaN);
  const failed = Number(query.get('failed') ?? 0);
  return (
    <div className="stack">
      {done > 0 ? <Alert tone="good">{words.t('refunds.many.done', { count: done })}</Alert> : null}
      {failed > 0 ? (
        <Alert tone="bad" urgent>
          {words.t('refunds.many.failed', { count: failed })}
        </Alert>
      ) : null}
      <Form csrfToken={null} method="get" action={refundManyPath} className="admin-filter">
        <TextField name="q" label={words.t('orderList.filter.q')} defaultValue={view.q} type="search" maxLength={200} />
        <SelectField
          name="event"
          label={words.t('ordersAdmin.filter.event')}
          defaultValue={view.eventId === null ? '' : String(view.eventId)}
          placeholder={words.t('ui.list.any')}
          options={events.map((event) => ({ value: String(event.id), label: event.title }))}
        />
        <SelectField
          name="status"
          label={words.t('ordersAdmin.filter.status')}
          defaultValue={view.status}
          placeholder={words.t('ui.list.any')}
          options={orderStatuses.map((status) => ({ value: status, label: words.t(`ui.status.${status}`) }))}
        />
        <div className="form-actions">
          <Button look="quiet">{words.t('ui.form.search')}</Button>
        </div>
      </Form>
      {isCut ? <Alert tone="wait">{words.t('refunds.many.cut')}</Alert> : null}
      <Form action={address} className="stack" state={state ?? {}}>
        <Table
          caption={words.t('refunds.many.count', { count: rows.length })}
          columns={[
            {
              key: 'number',
              title: words.t('ordersAdmin.column.number'),
              heading: true,
              cell: ({ order }) => (
                <label className="check">
                  <input type="checkbox" name="order" value={order.id} defaultChecked={ticked.includes(order.id)} />
                  <span>{order.orderNumber}</span>
                </label>
              ),
            },
            { key: 'event', title: words.t('ordersAdmin.column.event'), cell: ({ order }) => order.event.title },
            {
              key: 'status',
              title: words.t('ordersAdmin.column.status'),
              cell: ({ order }) => (
                <a href={adminOrderPath(order.id)}>
                  <Badge tone={statusTone(order.status)}>{words.t(`ui.status.${order.status}`)}</Badge>
                </a>
              ),
            },
            {
              key: 'refund',
              title: words.t('ordersAdmin.refund'),
              cell: ({ order }) => (order.refundStatus ? words.t(`ordersAdmin.refund.${order.refundStatus}`) : '–'),
            },
            {
              key: 'left',
              title: words.t('refunds.left'),
              align: 'end',
              cell: ({ left }) => words.money(centsFromZero(left)),
            },
          ]}
          rows={rows}
          rowKey={({ order }) => order.id}
          empty={words.t('refunds.many.none')}
        />
        {rows.length === 0 ? null : (
          <div className="stack prose">
            <CheckboxField name="all" label={words.t('refunds.many.all', { count: rows.length })} />
            <RadioCards
              name="what"
              label={words.t('refunds.many.what')}
              defaultValue="full"
              choices={manyChoices.map((value) => ({ value, label: words.t(`refunds.mode.${value}`) }))}
            />
            <MoneyField
              name="amount"
              label={words.t('refunds.many.amount')}
              hint={words.t('refunds.many.amountHint')}
            />
            <div className="form-actions">
              <Button>{words.t('refunds.next')}</Button>
            </div>
          </div>
        )}
      </Form>
    </div>
  );
}

/** The question before: each order with its sum. */
export function ManyQuestion(props: {
  planned: readonly PlannedRefund[];
  what: ManyChoice;
  amount: Cents | null;
  /** Of the list that it came from and leads back to. */
  address: string;
}): ReactElement {
  const { planned, what, amount, address } = props;
  const { words } = usePage();
  const sum = sumCents(planned.map((each) => each.amount));
  const sums = (
    <>
      <p className="lead">{words.t(`refunds.mode.${what}`)}</p>
      <Table
        caption={words.t('refunds.many.count', { count: planned.length })}
        columns={[
          {
            key: 'number',
            title: words.t('ordersAdmin.column.number'),
            heading: true,
            cell: (each) => each.orderNumber,
          },
          {
            key: 'amount',
            title: words.t('refunds.amountLabel'),
            align: 'end',
            cell: (each) => words.money(each.amount),
          },
        ]}
        rows={planned}
        rowKey={({ orderId }) => orderId}
        empty={words.t('refunds.many.none')}
        foot={
          <tr>
            <th scope="row">{words.t('ui.summary.total')}</th>
            <td data-align="end">{words.money(sum)}</td>
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
      risks={[words.t('refunds.noWayBack')]}
      button={words.t('refunds.many.submit', { count: planned.length, amount: words.money(sum) })}
      isHarmless
      back={address}
    />
  );
}
