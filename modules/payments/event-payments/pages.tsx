import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { type ListData, listData, listFile } from '#src/web/list/show.ts';
import { methodLabel } from '../pages/method-label.ts';
import { type AboutEntries, entryListing, payoutsPath } from './entry-listing.tsx';
import {
  balanceOf,
  type EventEntry,
  type EventMoney,
  entrySums,
  eventMoney,
  type Figures,
  type Period,
  type PeriodSums,
  pendingPayment,
  sumEntries,
} from './read-event-payments.ts';

async function aboutEntries(call: PageCall<'event.read', 'event', Catalog>) {
  const catalog = call.record;
  const period = call.query.get('by') === 'day' ? 'day' : 'month';
  const about: AboutEntries = { i18n: wordsOf(call.i18n, catalog), eventId: catalog.event.id, period };
  return { catalog, about };
}

export const eventPaymentPages: Route[] = [
  page(
    { method: 'get', path: '/admin/events/{event}/payouts', may: 'event.money', load: loadCatalog },
    async (call) => {
      const { read } = call.deps;
      const { catalog, about } = await aboutEntries(call);
      const { i18n, eventId, period } = about;
      return call.render(
        <PayoutsPage
          eventId={eventId}
          sums={sumEntries(await entrySums(read, eventId), period, catalog.event.timeZone)}
          period={period}
          pending={await pendingPayment(read, eventId)}
          money={await eventMoney(read, eventId)}
          list={await listData(call, entryListing, about)}
          settlement={await call.deps.settlementPart(eventId, i18n)}
          i18n={i18n}
        />,
        eventHead(catalog, i18n.t('payouts.title')),
      );
    },
  ),
  page(
    { method: 'get', path: '/admin/events/{event}/payouts.csv', may: 'event.money', load: loadCatalog },
    async (call) => listFile(call, entryListing, (await aboutEntries(call)).about),
  ),
];

type PayoutsProps = {
  eventId: number;
  sums: PeriodSums;
  period: Period;
  pending: { sum: Cents; count: number };
  money: EventMoney;
  list: ListData<EventEntry, AboutEntries>;
  settlement: ReactElement | null;
  i18n: Translator;
};

function PayoutsPage(props: PayoutsProps): ReactElement {
  const { eventId, sums, period, pending, money, list, settlement, i18n } = props;
  const { all } = sums;
  const counted = ({ sum, count }: { sum: Cents; count: number }) =>
    i18n.t('payouts.counted', { amount: i18n.money(sum), count });
  const other: Period = period === 'day' ? 'month' : 'day';
  return (
    <div className="stack">
      <div className="transfer money-facts">
        <Card title={i18n.t('payouts.here')}>
          <Facts
            facts={[
              { label: i18n.t('payouts.received'), value: i18n.money(all.received) },
              { label: i18n.t('payouts.refunded'), value: i18n.money(all.refunded) },
              { label: i18n.t('payouts.balance'), value: <strong>{i18n.money(balanceOf(all))}</strong> },
              { label: i18n.t('payouts.fees'), value: i18n.money(money.fees) },
              { label: i18n.t('payouts.keptOfCanceled'), value: i18n.money(money.keptOfCanceled) },
            ]}
          />
        </Card>
        <Card title={i18n.t('payouts.pending')}>
          <Facts
            facts={[
              { label: i18n.t('payouts.pendingOrders'), value: <strong>{counted(pending)}</strong> },
              ...(money.rests.count > 0
                ? [
                    {
                      label: i18n.t('payouts.rests'),
                      value: <a href={`/admin/orders?event=${eventId}&rest=open`}>{counted(money.rests)}</a>,
                    },
                  ]
                : []),
              { label: i18n.t('payouts.underWay'), value: counted(money.underWay) },
              { label: i18n.t('payouts.refundsOpen'), value: counted(money.refundsOpen) },
            ]}
          />
        </Card>
      </div>
      {settlement}
      <SumsTable
        caption={i18n.t('payouts.byMethod')}
        title={i18n.t('payouts.column.method')}
        rows={sums.byMethod.map(({ method, figures }) => ({ label: methodLabel(i18n, method), figures }))}
        all={all}
        i18n={i18n}
      />
      <SumsTable
        caption={i18n.t(`payouts.by.${period}`)}
        title={i18n.t(`payouts.column.${period}`)}
        rows={sums.byTime.map(({ time, figures }) => ({ label: timeLabel(i18n, time), figures }))}
        all={all}
        i18n={i18n}
      />
      <p>
        <a href={payoutsPath(eventId, other)}>{i18n.t(`payouts.show.${other}`)}</a>
      </p>
      <h2>{i18n.t('payouts.entries')}</h2>
      <List list={list} />
    </div>
  );
}

function SumsTable(props: {
  caption: string;
  title: string;
  rows: readonly { label: string; figures: Figures }[];
  all: Figures;
  i18n: Translator;
}): ReactElement {
  const { caption, title, rows, all, i18n } = props;
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
        column('payments', i18n.t('payouts.column.payments'), ({ payments }) => i18n.number(payments), {
          card: 'label',
        }),
        column('received', i18n.t('payouts.received'), ({ received }) => i18n.money(received), { card: 'label' }),
        column('refunded', i18n.t('payouts.refunded'), ({ refunded }) => i18n.money(refunded), {
          card: 'label',
          isEmpty: ({ figures }) => figures.refunded === 0,
        }),
        column('balance', i18n.t('payouts.column.balance'), (each) => i18n.money(balanceOf(each)), { card: 'end' }),
      ]}
      rows={rows}
      rowKey={({ label }) => label}
      empty={i18n.t('payouts.none')}
      foot={rows.length > 0 ? <Total figures={all} i18n={i18n} /> : null}
    />
  );
}

/** One label and sum on phones, the whole row on wide screens. */
const Total = ({ figures, i18n }: { figures: Figures; i18n: Translator }): ReactElement => (
  <tr>
    <th scope="row" colSpan={4}>
      {i18n.t('payouts.total')}
    </th>
    <td data-align="end">{i18n.money(balanceOf(figures))}</td>
  </tr>
);

function timeLabel(i18n: Translator, time: string): string {
  return time.length > 7 ? i18n.calendarDate(time) : i18n.monthOf(time);
}
