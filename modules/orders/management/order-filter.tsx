import type { ReactElement } from 'react';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import { CheckboxField, DateField, MoneyField, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { datePlaceholder } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import { orderStatuses } from '../rules/order-state.ts';
import { methodName } from './order-columns.tsx';
import {
  frequentFilters,
  isFiltered,
  languages,
  type OrderFilter,
  type OrdersView,
  orderFilters,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
  type WrongFilters,
} from './order-view.ts';

type FilterProps = {
  view: OrdersView;
  wrong: WrongFilters;
  events: readonly { id: number; title: string }[];
  /** Of the chosen event. */
  competitions: readonly { id: number; title: string }[];
};

/** What the list is asked for: the frequent in view, the rest behind a word, open when something of it is asked. */
export function OrderFilterForm(props: FilterProps): ReactElement {
  const { view, events } = props;
  const { words } = usePage();
  const { filters } = view;
  const isMoreAsked = orderFilters.some((name) => !frequentFilters.includes(name) && filters[name] !== '');
  return (
    <Form csrfToken={null} method="get" action="/admin/orders" className="stack-s" role="search" data-grid-filter="">
      <div className="admin-filter">
        <TextField
          name="q"
          label={words.t('orderList.filter.q')}
          defaultValue={filters.q}
          type="search"
          autoComplete="off"
          maxLength={200}
        />
        <SelectField
          name="event"
          label={words.t('ordersAdmin.filter.event')}
          defaultValue={filters.event}
          placeholder={words.t('ordersAdmin.filter.allEvents')}
          options={events.map((event) => ({ value: String(event.id), label: event.title }))}
        />
        <SelectField
          name="status"
          label={words.t('ordersAdmin.filter.status')}
          defaultValue={filters.status}
          placeholder={words.t('ordersAdmin.filter.allStatuses')}
          options={orderStatuses.map((status) => ({ value: status, label: words.t(`ui.status.${status}`) }))}
        />
      </div>
      <details className="more-filters" open={isMoreAsked}>
        <summary>{words.t('orderList.filter.more')}</summary>
        <MoreFilters {...props} />
      </details>
      {view.sort.field === 'orderDate' && view.sort.direction === 'desc' ? null : (
        <>
          <input type="hidden" name="sort" value={view.sort.field} />
          <input type="hidden" name="dir" value={view.sort.direction} />
        </>
      )}
      <div className="form-actions">
        <Button look="quiet">{words.t('ui.form.search')}</Button>
        {isFiltered(view) ? (
          <ButtonLink look="plain" href="/admin/orders">
            {words.t('ordersAdmin.filter.reset')}
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  );
}

function MoreFilters({ view: { filters }, wrong, competitions }: FilterProps): ReactElement {
  const { words } = usePage();
  const label = (name: OrderFilter) => words.t(`orderList.filter.${name}` as MessageKey);
  const error = (name: OrderFilter) => (wrong[name] ? words.t(`orderList.wrong.${wrong[name]}`) : null);
  const choice = (name: OrderFilter, values: readonly string[], say: (value: string) => string) => (
    <SelectField
      name={name}
      label={label(name)}
      defaultValue={filters[name]}
      placeholder={words.t('ordersAdmin.filter.allStatuses')}
      options={values.map((value) => ({ value, label: say(value) }))}
    />
  );
  const stated = (kind: string, words_: Words) => (value: string) =>
    words_.t(`orderList.${kind}.${value}` as MessageKey);
  return (
    <div className="admin-filter">
      {competitions.length > 0 ? (
        <SelectField
          name="competition"
          label={label('competition')}
          defaultValue={filters.competition}
          placeholder={words.t('ordersAdmin.filter.allStatuses')}
          options={competitions.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      ) : null}
      {choice('method', paymentMethods, (value) => methodName(value === 'none' ? null : value, words))}
      {choice('paymentStatus', paymentStatuses, stated('payment', words))}
      {choice('refund', refundStatuses, stated('refund', words))}
      <DateField
        name="from"
        label={label('from')}
        defaultValue={filters.from}
        placeholder={datePlaceholder(words.locale)}
        error={error('from')}
      />
      <DateField
        name="to"
        label={label('to')}
        defaultValue={filters.to}
        placeholder={datePlaceholder(words.locale)}
        error={error('to')}
      />
      <MoneyField name="sumFrom" label={label('sumFrom')} defaultValue={filters.sumFrom} error={error('sumFrom')} />
      <MoneyField name="sumTo" label={label('sumTo')} defaultValue={filters.sumTo} error={error('sumTo')} />
      <TextField
        name="email"
        label={label('email')}
        defaultValue={filters.email}
        autoComplete="off"
        inputMode="email"
        spellCheck={false}
        maxLength={200}
      />
      {choice('language', languages, stated('language', words))}
      <CheckboxField
        name="transfer"
        label={label('transfer')}
        value="open"
        defaultChecked={filters.transfer === 'open'}
      />
    </div>
  );
}
