import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Table } from '#src/ui/table.tsx';
import type { OrderPaper } from './rules/order-paper.ts';

/** What a paper that bills an order is called, with what it says: "Rechnung R1-000001 (31,50 €)". */
export const paperText = ({ kind, number, total }: OrderPaper, words: Translator): string =>
  words.t('ownOrder.papers.one', {
    kind: words.t(`ownOrder.papers.${kind}`),
    number,
    total: words.money(Math.abs(total) as OrderPaper['total']),
  });

/** The papers of an order for its organizer. */
export function PapersTable({ papers, words }: { papers: readonly OrderPaper[]; words: Translator }): ReactElement {
  return (
    <Table
      caption={words.t('ownOrder.papers.title')}
      columns={[
        {
          key: 'at',
          title: words.t('refunds.column.at'),
          heading: true,
          cell: ({ issuedAt }) => words.shortDateTime(issuedAt),
        },
        { key: 'kind', title: words.t('ownOrder.papers.kind'), cell: ({ kind }) => words.t(`ownOrder.papers.${kind}`) },
        {
          key: 'number',
          title: words.t('ownOrder.papers.number'),
          cell: ({ number, downloadLink }) => <a href={downloadLink}>{number}</a>,
        },
        {
          key: 'total',
          title: words.t('refunds.amountLabel'),
          align: 'end',
          cell: ({ total }) => words.money(total),
        },
      ]}
      rows={papers}
      rowKey={({ id }) => id}
      empty={words.t('ui.table.empty')}
    />
  );
}
