import type { ReactElement } from 'react';
import { type Cents, sumCents } from '#src/kernel/money.ts';
import { Alert } from '#src/ui/display.tsx';
import { CheckboxField, MoneyField, RadioCards } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListData } from '#src/web/list/show.ts';
import type { AboutMany, Refundable } from './many-listing.tsx';
import type { PlannedRefund } from './planned-refunds.ts';

export const manyChoices = ['full', 'withoutProcessingFee', 'custom', 'statusCompleted', 'statusFailed'] as const;
type ManyChoice = (typeof manyChoices)[number];

type ManyProps = {
  list: ListData<Refundable, AboutMany>;
  /** Address of this list with its filter. */
  address: string;
  /** Preselected orders. */
  ticked: readonly number[];
  state: FormState | undefined;
};
const formId = 'refund-many';

export function ManyRefunds({ list, address, ticked, state }: ManyProps): ReactElement {
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

export function ManyQuestion(props: {
  planned: readonly PlannedRefund[];
  what: ManyChoice;
  amount: Cents | null;
  /** Address of the originating list. */
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
            <th scope="row">{i18n.t('ui.summary.total')}</th>
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
