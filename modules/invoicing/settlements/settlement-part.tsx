import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, type Tone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { type StatementLine, statementLines } from '../documents/statement-lines.ts';
import { closePath, proofPath, settlementPath } from '../paths.ts';
import { isEmpty, type SettlementFigures } from '../rules/settlement.ts';
import { type Draft, draftOf } from './read-draft.ts';
import { type Settlement, settlementsOf } from './read-settlements.ts';

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
