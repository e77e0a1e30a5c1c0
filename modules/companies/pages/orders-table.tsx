import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Empty } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import type { AccountOrder } from '../read-companies.ts';

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
