import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Table } from '#src/ui/table.tsx';
import type { OrderPaper } from './rules/order-paper.ts';

/** What a paper that bills an order is called, with what it says: "Rechnung R1-000001 (31,50 €)". */
export const paperText = ({ kind, number, total }: OrderPaper, i18n: Translator): string =>
  i18n.t('ownOrder.papers.one', {
    kind: i18n.t(`ownOrder.papers.${kind}`),
    number,
    total: i18n.money(Math.abs(total) as OrderPaper['total']),
  });

/** The papers of an order for its organizer. */
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
