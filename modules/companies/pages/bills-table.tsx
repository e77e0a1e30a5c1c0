import type { ReactElement, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Empty, type Tone } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import type { BillState } from '../rules/company.ts';
import type { ShownBill } from '../view-company.ts';

const tones: Record<BillState, Tone> = {
  open: 'accent',
  partly: 'wait',
  overdue: 'bad',
  paid: 'good',
  withdrawn: 'neutral',
};
const BillBadge = ({ state, words }: { state: BillState; words: Translator }): ReactElement => (
  <Badge tone={tones[state]}>{words.t(`companies.bill.is.${state}`)}</Badge>
);

export function BillsTable(props: {
  bills: readonly ShownBill[];
  words: Translator;
  /** What can be done with one. */
  actions: (bill: ShownBill) => ReactNode;
}): ReactElement {
  const { bills, words, actions } = props;
  const { t, money } = words;
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
          cell: ({ state }) => <BillBadge state={state} words={words} />,
        },
        {
          key: 'from',
          title: t('companies.column.from'),
          isShort: true,
          cell: ({ bill }) => words.shortDate(bill.createdAt),
        },
        {
          key: 'due',
          title: t('companies.bill.dueOn'),
          isShort: true,
          cell: ({ bill }) => words.calendarDate(bill.dueOn),
        },
        { key: 'reference', title: t('payments.transfer.reference'), cell: ({ reference }) => reference ?? '–' },
        { key: 'total', title: t('companies.bill.total'), align: 'end', cell: ({ bill }) => money(bill.total) },
        { key: 'open', title: t('companies.column.open'), align: 'end', cell: ({ open }) => money(open) },
        { key: 'do', title: t('companies.column.do'), cell: (bill) => <div className="row">{actions(bill)}</div> },
      ]}
    />
  );
}
