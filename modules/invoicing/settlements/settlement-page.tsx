import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Facts } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import { eventPayoutsPath } from '../paths.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import type { auditsOf, Settlement } from './read-settlements.ts';
import { FiguresTable, languageOfFiles, PayoutBadge } from './settlement-part.tsx';

type Audits = Awaited<ReturnType<typeof auditsOf>>;
type Props = { settlement: Settlement; figures: SettlementFigures; audits: Audits; i18n: Translator };

export function SettlementPage({ settlement, figures, audits, i18n }: Props): ReactElement {
  const { id, eventId, from, until, organizerName, payoutStatus } = settlement;
  const file = `/api/admin/settlements/${id}`;
  const inLanguage = languageOfFiles(i18n);
  return (
    <div className="stack">
      <Facts
        facts={[
          { label: i18n.t('paying.column.organizer'), value: organizerName },
          {
            label: i18n.t('settlement.period'),
            value: i18n.t('settlement.fromUntil', { from: i18n.dateTime(from), until: i18n.dateTime(until) }),
          },
          {
            label: i18n.t('settlement.column.status'),
            value: <PayoutBadge status={payoutStatus} i18n={i18n} />,
          },
        ]}
      />
      <FiguresTable
        caption={i18n.t('settlement.title', { number: String(settlement.number) })}
        figures={figures}
        i18n={i18n}
      />
      <p className="row">
        <a href={`${file}/statement${inLanguage}`}>{i18n.t('settlement.statement')}</a>
        <a href={`${file}/orders${inLanguage}`}>{i18n.t('settlement.ordersCsv')}</a>
        {figures.fees === 0 ? null : <a href={`${file}/invoice`}>{i18n.t('settlement.invoice')}</a>}
      </p>
      <Table
        caption={i18n.t('settlement.history')}
        cards="compact"
        columns={[
          {
            key: 'at',
            title: i18n.t('settlement.history.at'),
            heading: true,
            cell: ({ createdAt }) => i18n.shortDateTime(createdAt),
          },
          {
            key: 'what',
            title: i18n.t('settlement.history.what'),
            cell: ({ action, note }) => [i18n.t(`settlement.action.${action}`), note].filter(Boolean).join(', '),
          },
          {
            key: 'by',
            title: i18n.t('settlement.history.by'),
            cell: ({ editor }) => editor ?? i18n.t('settlement.history.bank'),
          },
          {
            key: 'amount',
            title: i18n.t('settlement.column.amount'),
            align: 'end',
            card: 'end',
            cell: ({ amount }) => i18n.money(amount),
          },
        ]}
        rows={audits}
        rowKey={({ id: auditId }) => auditId}
        empty=""
      />
      <p>
        <a href={eventPayoutsPath(eventId)}>{i18n.t('settlement.back')}</a>
      </p>
    </div>
  );
}
