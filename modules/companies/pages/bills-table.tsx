import type { ReactElement, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Empty, type Tone } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import type { AccountOrder } from '../read-companies.ts';
import type { BillState } from '../rules/company.ts';
import type { BillView } from '../view-company.ts';

const tones: Record<BillState, Tone> = {
  open: 'accent',
  partly: 'wait',
  overdue: 'bad',
  paid: 'good',
  withdrawn: 'neutral',
};
const BillBadge = ({ state, i18n }: { state: BillState; i18n: Translator }): ReactElement => (
  <Badge tone={tones[state]}>{i18n.t(`companies.bill.is.${state}`)}</Badge>
);

export function BillsTable(props: {
  bills: readonly BillView[];
  i18n: Translator;
  actions: (bill: BillView) => ReactNode;
}): ReactElement {
  const { bills, i18n, actions } = props;
  const { t, money } = i18n;
  return (
    <Table
      caption={t('companies.bills.title')}
      rows={bills}
      rowKey={({ bill }) => bill.id}
      empty={<Empty title={t('companies.bills.none')} />}
      columns={[
        {
          key: 'number',
          title: t('companies.column.bill'),
          heading: true,
          cell: ({ bill }) => t('companies.bill.number', { number: String(bill.id) }),
        },
        {
          key: 'state',
          title: t('companies.column.state'),
          cell: ({ state }) => <BillBadge state={state} i18n={i18n} />,
        },
        {
          key: 'from',
          title: t('companies.column.from'),
          isShort: true,
          cell: ({ bill }) => i18n.shortDate(bill.createdAt),
        },
        {
          key: 'due',
          title: t('companies.bill.dueOn'),
          isShort: true,
          cell: ({ bill }) => i18n.calendarDate(bill.dueOn),
        },
        { key: 'reference', title: t('payments.transfer.reference'), cell: ({ reference }) => reference ?? '–' },
        { key: 'total', title: t('companies.bill.total'), align: 'end', cell: ({ bill }) => money(bill.total) },
        { key: 'open', title: t('companies.column.open'), align: 'end', cell: ({ open }) => money(open) },
        { key: 'do', title: t('companies.column.do'), cell: (bill) => <div className="row">{actions(bill)}</div> },
      ]}
    />
  );
}

export function OrdersTable(props: {
  caption: string;
  orders: readonly AccountOrder[];
  i18n: Translator;
  href?: (orderId: number) => string;
}): ReactElement {
  const { caption, orders, i18n, href } = props;
  const { t, money } = i18n;
  return (
    <Table
      caption={caption}
      rows={orders}
      rowKey={({ orderId }) => orderId}
      empty={<Empty title={t('companies.orders.none')} text={t('companies.orders.noneText')} />}
      columns={[
        {
          key: 'order',
          title: t('companies.column.order'),
          heading: true,
          cell: ({ orderId }) => (href ? <a href={href(orderId)}>{orderId}</a> : orderId),
        },
        {
          key: 'event',
          title: t('companies.column.event'),
          cell: ({ event, isLive }) => (isLive ? event : t('companies.order.gone', { event })),
        },
        {
          key: 'people',
          title: t('companies.column.people'),
          align: 'end',
          cell: ({ people }) => i18n.number(people),
        },
        { key: 'invoice', title: t('companies.column.invoice'), cell: ({ invoice }) => invoice ?? '–' },
        { key: 'open', title: t('companies.column.open'), align: 'end', cell: ({ open }) => money(open) },
      ]}
    />
  );
}
