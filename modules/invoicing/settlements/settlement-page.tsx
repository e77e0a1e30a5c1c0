import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Facts } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import { eventPayoutsPath } from '../paths.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import type { auditsOf, Settlement } from './read-settlements.ts';
import { FiguresTable, languageOfFiles, PayoutBadge } from './settlement-part.tsx';

type Audits = Awaited<ReturnType<typeof auditsOf>>;
type Props = { settlement: Settlement; figures: SettlementFigures; audits: Audits; words: Translator };

/** A settlement that is closed: its figures, its files, and what became of its payout. */
export function SettlementPage({ settlement, figures, audits, words }: Props): ReactElement {
  const { id, eventId, from, until, organizerName, payoutStatus } = settlement;
  const file = `/api/admin/settlements/${id}`;
  const inLanguage = languageOfFiles(words);
  return (
    <div className="stack">
      <Facts
        facts={[
          { label: words.t('paying.column.organizer'), value: organizerName },
          {
            label: words.t('settlement.period'),
            value: words.t('settlement.fromUntil', { from: words.dateTime(from), until: words.dateTime(until) }),
          },
          {
            label: words.t('settlement.column.status'),
            value: <PayoutBadge status={payoutStatus} words={words} />,
          },
        ]}
      />
      <FiguresTable
        caption={words.t('settlement.title', { number: String(settlement.number) })}
        figures={figures}
        words={words}
      />
      <p className="row">
        <a href={`${file}/statement${inLanguage}`}>{words.t('settlement.statement')}</a>
        <a href={`${file}/orders${inLanguage}`}>{words.t('settlement.ordersCsv')}</a>
        {figures.fees === 0 ? null : <a href={`${file}/invoice`}>{words.t('settlement.invoice')}</a>}
      </p>
      <Table
        caption={words.t('settlement.history')}
        cards="compact"
        columns={[
          {
            key: 'at',
            title: words.t('settlement.history.at'),
            heading: true,
            cell: ({ createdAt }) => words.shortDateTime(createdAt),
          },
          {
            key: 'what',
            title: words.t('settlement.history.what'),
            cell: ({ action, note }) => [words.t(`settlement.action.${action}`), note].filter(Boolean).join(', '),
          },
          {
            key: 'by',
            title: words.t('settlement.history.by'),
            cell: ({ editor }) => editor ?? words.t('settlement.history.bank'),
          },
          {
            key: 'amount',
            title: words.t('settlement.column.amount'),
            align: 'end',
            card: 'end',
            cell: ({ amount }) => words.money(amount),
          },
        ]}
        rows={audits}
        rowKey={({ id: auditId }) => auditId}
        empty=""
      />
      <p>
        <a href={eventPayoutsPath(eventId)}>{words.t('settlement.back')}</a>
      </p>
    </div>
  );
}
