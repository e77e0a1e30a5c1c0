import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, Facts, type Tone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { type StatementLine, statementLines } from '../documents/statement-pdf.ts';
import { closePath, eventPayoutsPath, proofPath, settlementPath } from '../paths.ts';
import { isEmpty, type SettlementFigures } from '../rules/settlement.ts';
import { type Draft, draftOf } from './read-draft.ts';
import { type auditsOf, type Settlement, settlementsOf } from './read-settlements.ts';

const toneOf: Record<'none' | 'waiting' | 'inFile' | 'paid', Tone> = {
  none: 'neutral',
  waiting: 'wait',
  inFile: 'wait',
  paid: 'good',
};

export function PayoutBadge({ status, i18n }: { status: Settlement['payoutStatus']; i18n: Translator }) {
  const named = status ?? 'none';
  return <Badge tone={toneOf[named]}>{i18n.t(`settlement.status.${named}`)}</Badge>;
}

export function FiguresTable(props: { caption: string; figures: SettlementFigures; i18n: Translator }): ReactElement {
  const { caption, figures, i18n } = props;
  const lines = statementLines(figures, i18n);
  const table = (title: string, rows: readonly StatementLine[]) => (
    <Table
      caption={title}
      cards="compact"
      columns={[
        {
          key: 'label',
          title: i18n.t('settlement.column.label'),
          heading: true,
          card: 'start',
          cell: ({ label, kind }) => (kind === 'sum' ? <strong>{label}</strong> : label),
        },
        {
          key: 'amount',
          title: i18n.t('settlement.column.amount'),
          align: 'end',
          card: 'end',
          cell: ({ amount, kind }) => (kind === 'sum' ? <strong>{i18n.money(amount)}</strong> : i18n.money(amount)),
        },
      ]}
      rows={rows}
      rowKey={({ key }) => key}
      empty=""
    />
  );
  const aside = lines.filter(({ kind }) => kind === 'aside');
  return (
    <>
      {table(
        caption,
        lines.filter(({ kind }) => kind !== 'aside'),
      )}
      {aside.length > 0 ? table(i18n.t('settlement.aside'), aside) : null}
    </>
  );
}

/** Downloads use the page's language, not the person's setting. */
export const languageOfFiles = ({ locale }: Pick<Translator, 'locale'>): string => `?lang=${locale}`;

type PartProps = { draft: Draft; closed: readonly Settlement[]; i18n: Translator };

function SettlementPart({ draft, closed, i18n }: PartProps): ReactElement {
  const { eventId, figures, number } = draft;
  const file = `/api/admin/events/${eventId}/settlements/draft`;
  const inLanguage = languageOfFiles(i18n);
  return (
    <>
      <Card title={i18n.t('settlement.now')}>
        <div className="stack-s">
          <p className="soft">
            {i18n.t(number === 1 ? 'settlement.now.text' : 'settlement.now.later', { number: String(number - 1) })}
          </p>
          <FiguresTable caption={i18n.t('settlement.draft.title')} figures={figures} i18n={i18n} />
          <div className="row">
            {draft.organizerId === null || isEmpty(figures) ? null : (
              <ButtonLink href={closePath(eventId)}>{i18n.t('settlement.close')}</ButtonLink>
            )}
            <a href={`${file}/statement${inLanguage}`}>{i18n.t('settlement.statement')}</a>
            <a href={`${file}/orders${inLanguage}`}>{i18n.t('settlement.ordersCsv')}</a>
            <a href={proofPath(eventId)}>{i18n.t('settlement.proof')}</a>
          </div>
        </div>
      </Card>
      {closed.length === 0 && number === 1 ? null : <ClosedTable closed={closed} i18n={i18n} />}
    </>
  );
}

const ClosedTable = ({ closed, i18n }: Pick<PartProps, 'closed' | 'i18n'>): ReactElement => (
  <Table
    caption={i18n.t('settlement.closed')}
    cards="compact"
    columns={[
      {
        key: 'number',
        title: i18n.t('settlement.column.number'),
        heading: true,
        cell: ({ id, eventId, number }) => (
          <a href={settlementPath(eventId, id)}>{i18n.t('settlement.title', { number: String(number) })}</a>
        ),
      },
      { key: 'until', title: i18n.t('settlement.column.until'), cell: ({ until }) => i18n.shortDateTime(until) },
      {
        key: 'status',
        title: i18n.t('settlement.column.status'),
        card: 'foot',
        cell: ({ payoutStatus }) => <PayoutBadge status={payoutStatus} i18n={i18n} />,
      },
      {
        key: 'payout',
        title: i18n.t('settlement.payout'),
        align: 'end',
        card: 'end',
        cell: ({ payout }) => i18n.money(payout),
      },
    ]}
    rows={closed}
    rowKey={({ id }) => id}
    empty={i18n.t('settlement.closed.none')}
  />
);

export async function settlementPart(
  reader: Reader,
  eventId: number,
  i18n: Translator,
  now: Instant,
): Promise<ReactElement | null> {
  const draft = await draftOf(reader, eventId, now);
  return draft && <SettlementPart draft={draft} closed={await settlementsOf(reader, eventId)} i18n={i18n} />;
}

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
