import { Fragment, type ReactElement } from 'react';
import type { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { formatCentsInput } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import type { ListColumn } from '#src/web/list/listing.ts';
import { adminOrderPath } from '../../paths.ts';
import { type BankLineOutcome, bankLineOutcomes } from '../../rules/states.ts';
import type { ResultRow, Tally } from '../result.ts';

const tones: Record<BankLineOutcome, Tone> = {
  paid: 'good',
  alreadyPaid: 'wait',
  amountMismatch: 'bad',
  notFound: 'bad',
  ignored: 'neutral',
};

export function Outcome({ outcome }: { outcome: BankLineOutcome }): ReactElement {
  const { i18n } = usePage();
  return <Badge tone={tones[outcome]}>{i18n.t(`imports.outcome.${outcome}`)}</Badge>;
}

export function Summary(props: { tally: Tally; chosen: string; href: (outcome: string) => string }): ReactElement {
  const { tally, chosen, href } = props;
  const { i18n } = usePage();
  return (
    <ul className="import-summary">
      {bankLineOutcomes.map((outcome) => (
        <li key={outcome}>
          <a href={href(chosen === outcome ? '' : outcome)} aria-current={chosen === outcome ? 'true' : undefined}>
            <Outcome outcome={outcome} />
            <strong className="figures">{i18n.t('imports.summary.lines', { count: tally[outcome].count })}</strong>
            <span className="figures soft">{i18n.money(tally[outcome].sum)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const ordersOf = ({ orderId, alsoPaid }: Pick<ResultRow, 'orderId' | 'alsoPaid'>): readonly number[] =>
  orderId === null ? [] : [orderId, ...alsoPaid];

/** Further orders are collapsed: a company's bill may cover hundreds. */
const maxShown = 5;

function Orders({ ids }: { ids: readonly number[] }): ReactElement {
  const { i18n } = usePage();
  const links = (some: readonly number[]) =>
    some.map((id, at) => (
      <Fragment key={id}>
        {at > 0 ? ', ' : ''}
        <a href={adminOrderPath(id)}>{id}</a>
      </Fragment>
    ));
  if (ids.length === 0) return <>–</>;
  if (ids.length <= maxShown) return <>{links(ids)}</>;
  return (
    <>
      {links(ids.slice(0, 1))}
      <details>
        <summary>{i18n.t('imports.lines.moreOrders', { count: ids.length - 1 })}</summary>
        {links(ids.slice(1))}
      </details>
    </>
  );
}

export function lineColumns<Row extends Omit<ResultRow, 'isKnown'>>(
  i18n: Translator,
  outcome: (row: Row) => ReactElement,
): ListColumn<Row>[] {
  const sortable = true;
  return [
    {
      key: 'bookingDate',
      title: i18n.t('imports.column.date'),
      sortable,
      text: (row) => i18n.calendarDate(row.bookingDate),
      typed: { kind: 'date', of: (row) => row.bookingDate },
    },
    {
      key: 'payerName',
      title: i18n.t('imports.column.payer'),
      sortable,
      text: (row) => row.payerName,
    },
    {
      key: 'reference',
      title: i18n.t('imports.column.reference'),
      cell: (row) => <span className="import-text">{row.reference || '–'}</span>,
      text: (row) => row.reference,
    },
    {
      key: 'amount',
      title: i18n.t('imports.column.amount'),
      align: 'end',
      sortable,
      cell: (row) => <span className="figures">{i18n.money(row.amount)}</span>,
      text: (row) => formatCentsInput(row.amount, i18n.locale),
      typed: { kind: 'money', of: (row) => row.amount },
    },
    {
      key: 'orderId',
      title: i18n.t('imports.column.order'),
      sortable,
      cell: (row) => <Orders ids={ordersOf(row)} />,
      text: (row) => ordersOf(row).join(', '),
    },
    {
      key: 'outcome',
      title: i18n.t('imports.column.outcome'),
      cell: outcome,
      text: (row) => i18n.t(`imports.outcome.${row.outcome}`),
    },
  ];
}

export function refusedText(i18n: Translator, { details }: Problem): string {
  const key = `imports.refused.${String(details.fault)}`;
  const text = i18n.t(i18n.has(key) ? key : 'imports.refused.unknownFormat');
  const { line } = details;
  return typeof line === 'number' ? i18n.t('imports.refused.at', { text, line: i18n.number(line) }) : text;
}
