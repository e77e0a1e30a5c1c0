import type { ReactElement } from 'react';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { List } from '#src/web/list/list-page.tsx';
import type { ShownList } from '#src/web/list/show.ts';
import { methodLabel } from '../pages/method-label.ts';
import { type AboutEntries, payoutsPath } from './entry-listing.tsx';
import type { EventEntry, EventMoney } from './read-event-payments.ts';
import { balanceOf, type Figures, type Period, type SummedUp } from './sum-up.ts';

type PayoutsProps = {
  eventId: number;
  sums: SummedUp;
  period: Period;
  pending: { sum: Cents; count: number };
  money: EventMoney;
  list: ShownList<EventEntry, AboutEntries>;
  /** What would be settled now, and what was. */
  settlement: ReactElement | null;
  words: Translator;
};

/** The money of an event: what came in by which way and when, what went back, what is still to come. */
export function PayoutsPage(props: PayoutsProps): ReactElement {
  const { eventId, sums, period, pending, money, list, settlement, words } = props;
  const { all } = sums;
  const counted = ({ sum, count }: { sum: Cents; count: number }) =>
    words.t('payouts.counted', { amount: words.money(sum), count });
  const other: Period = period === 'day' ? 'month' : 'day';
  return (
    <div className="stack">
      <div className="transfer money-facts">
        <Card title={words.t('payouts.here')}>
          <Facts
            facts={[
              { label: words.t('payouts.received'), value: words.money(all.received) },
              { label: words.t('payouts.refunded'), value: words.money(all.refunded) },
              { label: words.t('payouts.balance'), value: <strong>{words.money(balanceOf(all))}</strong> },
              { label: words.t('payouts.fees'), value: words.money(money.fees) },
              { label: words.t('payouts.keptOfCanceled'), value: words.money(money.keptOfCanceled) },
            ]}
          />
        </Card>
        <Card title={words.t('payouts.pending')}>
          <Facts
            facts={[
              { label: words.t('payouts.pendingOrders'), value: <strong>{counted(pending)}</strong> },
              ...(money.rests.count > 0
                ? [
                    {
                      label: words.t('payouts.rests'),
                      value: <a href={`/admin/orders?event=${eventId}&rest=open`}>{counted(money.rests)}</a>,
                    },
                  ]
                : []),
              { label: words.t('payouts.underWay'), value: counted(money.underWay) },
              { label: words.t('payouts.refundsOpen'), value: counted(money.refundsOpen) },
            ]}
          />
        </Card>
      </div>
      {settlement}
      <SumsTable
        caption={words.t('payouts.byMethod')}
        title={words.t('payouts.column.method')}
        rows={sums.byMethod.map(({ method, figures }) => ({ label: methodLabel(words, method), figures }))}
        all={all}
        words={words}
      />
      <SumsTable
        caption={words.t(`payouts.by.${period}`)}
        title={words.t(`payouts.column.${period}`)}
        rows={sums.byTime.map(({ time, figures }) => ({ label: timeLabel(words, time), figures }))}
        all={all}
        words={words}
      />
      <p>
        <a href={payoutsPath(eventId, other)}>{words.t(`payouts.show.${other}`)}</a>
      </p>
      <h2>{words.t('payouts.entries')}</h2>
      <List list={list} />
    </div>
  );
}

function SumsTable(props: {
  caption: string;
  /** Of the first column. */
  title: string;
  rows: readonly { label: string; figures: Figures }[];
  all: Figures;
  words: Translator;
}): ReactElement {
  const { caption, title, rows, all, words } = props;
  const column = (
    key: string,
    head: string,
    cell: (figures: Figures) => string,
    card: Pick<Column<(typeof rows)[number]>, 'card' | 'isEmpty'>,
  ): Column<(typeof rows)[number]> => ({
    key,
    title: head,
    align: 'end',
    cell: ({ figures }) => cell(figures),
    ...card,
  });
  return (
    <Table
      caption={caption}
      cards="compact"
      columns={[
        { key: 'label', title, heading: true, card: 'start', cell: ({ label }) => label },
        column('payments', words.t('payouts.column.payments'), ({ payments }) => words.number(payments), {
          card: 'label',
        }),
        column('received', words.t('payouts.received'), ({ received }) => words.money(received), { card: 'label' }),
        column('refunded', words.t('payouts.refunded'), ({ refunded }) => words.money(refunded), {
          card: 'label',
          isEmpty: ({ figures }) => figures.refunded === 0,
        }),
        column('balance', words.t('payouts.column.balance'), (each) => words.money(balanceOf(each)), { card: 'end' }),
      ]}
      rows={rows}
      rowKey={({ label }) => label}
      empty={words.t('payouts.none')}
      foot={rows.length > 0 ? <Total figures={all} words={words} /> : null}
    />
  );
}

/** One label and one sum on a phone, the whole line where there is room. */
const Total = ({ figures, words }: { figures: Figures; words: Translator }): ReactElement => (
  <tr>
    <th scope="row" colSpan={4}>
      {words.t('payouts.total')}
    </th>
    <td data-align="end">{words.money(balanceOf(figures))}</td>
  </tr>
);

function timeLabel(words: Translator, time: string): string {
  return time.length > 7 ? words.calendarDate(time) : words.monthOf(time);
}
