import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, statusTone } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import type { OrderPaper } from './rules/order-money.ts';
import { visibleStatus } from './rules/order-state.ts';

type VisibleOrder = Parameters<typeof visibleStatus>[0];

export const statusText = (order: VisibleOrder, i18n: Translator): string =>
  i18n.t(`ui.status.${visibleStatus(order)}`);

/** Shared by all pages. */
export const StatusBadge = ({ order, i18n }: { order: VisibleOrder; i18n: Translator }): ReactElement => (
  <Badge tone={statusTone(visibleStatus(order))}>{statusText(order, i18n)}</Badge>
);

/** For example "Rechnung R1-000001 (31,50 €)". */
export const paperText = ({ kind, number, total }: OrderPaper, i18n: Translator): string =>
  i18n.t('ownOrder.papers.one', {
    kind: i18n.t(`ownOrder.papers.${kind}`),
    number,
    total: i18n.money(Math.abs(total) as OrderPaper['total']),
  });

export function PapersTable({ papers, i18n }: { papers: readonly OrderPaper[]; i18n: Translator }): ReactElement {
  return (
    <Table
      caption={i18n.t('ownOrder.papers.title')}
      columns={[
        {
          key: 'at',
          title: i18n.t('refunds.column.at'),
          heading: true,
          cell: ({ issuedAt }) => i18n.shortDateTime(issuedAt),
        },
        { key: 'kind', title: i18n.t('ownOrder.papers.kind'), cell: ({ kind }) => i18n.t(`ownOrder.papers.${kind}`) },
        {
          key: 'number',
          title: i18n.t('ownOrder.papers.number'),
          cell: ({ number, downloadLink }) => <a href={downloadLink}>{number}</a>,
        },
        {
          key: 'total',
          title: i18n.t('refunds.amountLabel'),
          align: 'end',
          cell: ({ total }) => i18n.money(total),
        },
      ]}
      rows={papers}
      rowKey={({ id }) => id}
      empty={i18n.t('ui.table.empty')}
    />
  );
}
