import type { ReactElement } from 'react';
import { EventTabs } from '#modules/events/index.ts';
import type { ShownList } from '#src/platform/list/show.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { List } from '#src/ui/list.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { methodLabel } from '../pages/method-label.ts';
import { type AboutEntries, payoutsPath } from './entry-listing.tsx';
import type { EventEntry, EventMoney } from './read-event-payments.ts';
import type { Figures, Period, SummedUp } from './sum-up.ts';

type PayoutsProps = {
  eventId: number;
  sums: SummedUp;
  period: Period;
  pending: { sum: number; count: number };
  money: EventMoney;
  list: ShownList<EventEntry, AboutEntries>;
  words: Translator;
};

/** The money of an event: what came in by which way and when, what went back, what is still to come. */
export function PayoutsPage(props: PayoutsProps): ReactElement {
  const { eventId, sums, period, pending, money, list, words } = props;
  const { all } = sums;
  const counted = ({ sum, count }: { sum: number; count: number }) =>
    words.t('payouts.counted', { amount: words.money(sum), count });
  const other: Period = period === 'day' ? 'month' : 'day';
  return (
    <div className="stack">
      <EventTabs eventId={eventId} words={words} />
      <div className="transfer">
        <Card title={words.t('payouts.here')}>
          <Facts
            facts={[
              { label: words.t('payouts.received'), value: words.money(all.received) },
              { label: words.t('payouts.refunded'), value: words.money(all.refunded) },
              { label: words.t('payouts.balance'), value: <strong>{words.money(all.received - all.refunded)}</strong> },
              { label: words.t('payouts.fees'), value: words.money(money.fees) },
              { label: words.t('payouts.keptOfCanceled'), value: words.money(money.keptOfCanceled) },
            ]}
          />
        </Card>
        <Card title={words.t('payouts.pending')}>
          <Facts
            facts={[
              { label: words.t('payouts.pendingOrders'), value: <strong>{counted(pending)}</strong> },
              { label: words.t('payouts.underWay'), value: counted(money.underWay) },
              { label: words.t('payouts.refundsOpen'), value: counted(money.refundsOpen) },
            ]}
          />
        </Card>
      </div>
      <Table
        caption={words.t('payouts.byMethod')}
        columns={[
          {
            key: 'method',
            title: words.t('payouts.column.method'),
            heading: true,
            cell: ({ method }: SummedUp['byMethod'][number]) => methodLabel(words, method),
          },
          ...figureColumns<SummedUp['byMethod'][number]>(words),
        ]}
        rows={sums.byMethod}
        rowKey={({ method }) => method}
        empty={words.t('payouts.none')}
        foot={sums.byMethod.length > 0 ? <Total figures={all} words={words} /> : null}
      />
      <Table
        caption={words.t(`payouts.by.${period}`)}
        columns={[
          {
            key: 'time',
            title: words.t(`payouts.column.${period}`),
            heading: true,
            cell: ({ time }: SummedUp['byTime'][number]) => timeLabel(words, time),
          },
          ...figureColumns<SummedUp['byTime'][number]>(words),
        ]}
        rows={sums.byTime}
        rowKey={({ time }) => time}
        empty={words.t('payouts.none')}
        foot={sums.byMethod.length > 0 ? <Total figures={all} words={words} /> : null}
      />
      <p>
        <a href={payoutsPath(eventId, other)}>{words.t(`payouts.show.${other}`)}</a>
      </p>
      <h2>{words.t('payouts.entries')}</h2>
      <List list={list} />
    </div>
  );
}

const figureColumns = <Row extends { figures: Figures }>(words: Translator): Column<Row>[] => [
  {
    key: 'payments',
    title: words.t('payouts.column.payments'),
    align: 'end',
    cell: (row) => words.number(row.figures.payments),
  },
  {
    key: 'received',
    title: words.t('payouts.received'),
    align: 'end',
    cell: (row) => words.money(row.figures.received),
  },
  {
    key: 'refunded',
    title: words.t('payouts.refunded'),
    align: 'end',
    cell: (row) => words.money(row.figures.refunded),
  },
  {
    key: 'balance',
    title: words.t('payouts.column.balance'),
    align: 'end',
    cell: ({ figures }) => words.money(figures.received - figures.refunded),
  },
];

/** One label and one sum on a phone, the whole line where there is room. */
const Total = ({ figures, words }: { figures: Figures; words: Translator }): ReactElement => (
  <tr>
    <th scope="row" colSpan={4}>
      {words.t('payouts.total')}
    </th>
    <td data-align="end">{words.money(figures.received - figures.refunded)}</td>
  </tr>
);

function timeLabel(words: Translator, time: string): string {
  const [year = '', month = ''] = time.split('-');
  if (time.length > 7) return words.calendarDate(time);
  return words.t('payouts.month', { month: words.monthName(Number(month)), year });
}
