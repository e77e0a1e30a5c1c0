import type { ReactElement } from 'react';
import { type BankAccount, Readiness, Visibility } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { EventDate } from '#modules/events/rules/event-dates.ts';
import { isPublic, placesFree } from '#modules/events/rules/sale.ts';
import type { VoucherKind } from '#modules/events/rules/voucher-kinds.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Chart } from '#src/ui/chart.tsx';
import { Card } from '#src/ui/display.tsx';
import { OpenLink } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { Table } from '#src/ui/table.tsx';
import { eventPath, ordersAt, paymentsAt, peopleAt, settingsPath } from './addresses.ts';
import { Dates, type SentMailing } from './dates.tsx';
import { dayBefore } from './days.ts';
import { type DayOfLine, type EventFigures, weekDays } from './figures.ts';
import { Figure, PeopleFigure, TaskList } from './parts.tsx';
import type { Task } from './tasks.ts';

type OverviewProps = {
  catalog: Catalog;
  figures: EventFigures;
  tasks: readonly Task[];
  dates: readonly EventDate[];
  mailings: readonly SentMailing[];
  voucherKinds: readonly VoucherKind[];
  bankAccount: BankAccount;
  i18n: Translator;
  now: Instant;
  csrfToken: string;
  mayChange: boolean;
};

export function EventOverview(props: OverviewProps): ReactElement {
  const { catalog, figures, tasks, dates, mailings, voucherKinds, bankAccount, i18n, now, csrfToken, mayChange } =
    props;
  const { event, competitions } = catalog;
  const setUp = mayChange ? (
    <div className="overview">
      <Readiness {...{ catalog, voucherKinds, bankAccount, i18n, now }} />
      <Visibility catalog={catalog} i18n={i18n} csrfToken={csrfToken} />
    </div>
  ) : null;
  // Before publication only the missing setup matters.
  const isFirst = !isPublic(event);
  return (
    <>
      {isFirst ? setUp : null}
      <Live className="stack">
        <Figures eventId={event.id} figures={figures} i18n={i18n} />
        <div className="overview">
          <section className="card todo" aria-labelledby="todo-title" id="todo">
            <h2 id="todo-title">{i18n.t('overview.tasks.title')}</h2>
            <TaskList tasks={tasks} i18n={i18n} csrfToken={csrfToken} />
          </section>
          <Line figures={figures} i18n={i18n} />
        </div>
        {competitions.length > 0 ? <Places eventId={event.id} competitions={competitions} i18n={i18n} /> : null}
      </Live>
      {isFirst ? null : setUp}
      <section className="card dates-card" aria-labelledby="dates-title">
        <h2 id="dates-title">{i18n.t('overview.dates.title')}</h2>
        <Dates eventId={event.id} dates={dates} mailings={mailings} i18n={i18n} now={now} mayChange={mayChange} />
      </section>
    </>
  );
}

function Figures(props: { eventId: number; figures: EventFigures; i18n: Translator }): ReactElement {
  const { eventId, figures, i18n } = props;
  const { date, people, money, onAccount, daysToGo } = figures;
  const since = (from: typeof date | null) => (state?: 'paid' | 'unpaid') =>
    peopleAt(eventId, { ...(from ? { from } : {}), ...(state ? { state } : {}) });
  return (
    <section aria-labelledby="figures-title">
      <h2 className="visually-hidden" id="figures-title">
        {i18n.t('overview.figures.title')}
      </h2>
      <ul className="key-figures">
        <PeopleFigure label={i18n.t('overview.today')} people={people.today} i18n={i18n} href={since(date)} />
        <PeopleFigure
          label={i18n.t('overview.week', { days: weekDays })}
          people={people.week}
          i18n={i18n}
          href={since(dayBefore(date, weekDays - 1))}
        />
        <PeopleFigure label={i18n.t('overview.all')} people={people.all} i18n={i18n} href={since(null)} />
        <Figure
          label={i18n.t('overview.daysToGo')}
          value={daysToGo === null ? '–' : i18n.number(daysToGo)}
          href={`${settingsPath(eventId)}#basics`}
        >
          {i18n.t(`overview.daysToGo.${daysToGo === null ? 'begun' : daysToGo === 0 ? 'today' : 'left'}`)}
        </Figure>
        <Figure label={i18n.t('overview.received')} value={i18n.money(money.received)} href={paymentsAt(eventId)}>
          {i18n.t('overview.payments', { count: money.payments })}
        </Figure>
        <Figure
          label={i18n.t('overview.open')}
          value={i18n.money(money.open)}
          href={ordersAt(eventId, { status: 'pending' })}
        >
          {i18n.t('overview.orders', { count: money.openOrders })}
        </Figure>
        {onAccount ? (
          <Figure label={i18n.t('overview.onAccount')} value={i18n.money(onAccount.open)} href="/admin/companies">
            {i18n.t('overview.onAccount.overdue', { amount: i18n.money(onAccount.overdue) })}
          </Figure>
        ) : null}
        <Figure
          label={i18n.t('overview.toPayBack')}
          value={i18n.money(money.toPayBack)}
          href={ordersAt(eventId, { refund: 'open' })}
        >
          {i18n.t('overview.orders', { count: money.toPayBackOrders })}
        </Figure>
      </ul>
    </section>
  );
}

function Line({ figures: { line, before, people }, i18n }: { figures: EventFigures; i18n: Translator }): ReactElement {
  const title = i18n.t('overview.line.title', { days: line.length });
  const own = { name: i18n.t('overview.line.this'), values: line.map((day) => day.people) };
  const sum = own.values.reduce((all, value) => all + value, 0);
  const most = line.reduce((best, day) => (day.people > best.people ? day : best));
  return (
    <Card>
      <Chart
        as="lines"
        title={title}
        description={
          sum > 0
            ? i18n.t('overview.line.told', { count: sum, day: i18n.calendarDate(most.date), most: most.people })
            : i18n.t('overview.line.none')
        }
        labels={line.map(({ date }) => i18n.calendarDate(date))}
        series={before ? [own, { name: before.event.title, values: line.map((day) => day.before ?? 0) }] : [own]}
        format={(n) => i18n.number(n)}
      />
      <details>
        <summary>{i18n.t('overview.line.table')}</summary>
        <Table
          caption={title}
          captionHidden
          columns={[
            {
              key: 'day',
              title: i18n.t('overview.line.day'),
              heading: true,
              cell: ({ date }) => i18n.calendarDate(date),
            },
            { key: 'own', title: own.name, align: 'end', cell: (day) => i18n.number(day.people) },
            ...(before
              ? [
                  {
                    key: 'before',
                    title: before.event.title,
                    align: 'end' as const,
                    cell: (day: DayOfLine) => (day.before === null ? '–' : i18n.number(day.before)),
                  },
                ]
              : []),
          ]}
          rows={line}
          rowKey={({ date }) => date}
          empty=""
        />
      </details>
      {before ? (
        <p className="small">
          {i18n.t('overview.line.compared', {
            count: people.all.paid + people.all.unpaid,
            before: i18n.number(before.untilThen),
            all: i18n.number(before.all),
          })}{' '}
          <a href={eventPath(before.event.id)}>{before.event.title}</a>
        </p>
      ) : null}
    </Card>
  );
}

/** Free places with links to the participants and to the stock. */
function Places(props: {
  eventId: number;
  competitions: readonly CatalogCompetition[];
  i18n: Translator;
}): ReactElement {
  const { eventId, competitions, i18n } = props;
  return (
    <div className="places">
      <Table
        cards="compact"
        caption={i18n.t('overview.places.title')}
        columns={[
          {
            key: 'title',
            title: i18n.t('overview.places.competition'),
            heading: true,
            cell: ({ id, title }) => <OpenLink href={`/admin/tickets/${eventId}/${id}`}>{title}</OpenLink>,
          },
          {
            key: 'sold',
            card: 'label',
            title: i18n.t('overview.places.taken'),
            align: 'end',
            cell: ({ id, sold }) => <a href={peopleAt(eventId, { competition: id })}>{i18n.number(sold)}</a>,
          },
          {
            key: 'total',
            card: 'label',
            title: i18n.t('overview.places.total'),
            align: 'end',
            cell: ({ totalTicketCount }) => i18n.number(totalTicketCount),
          },
          {
            key: 'left',
            card: 'label',
            title: i18n.t('overview.places.left'),
            align: 'end',
            cell: (row) => (
              <OpenLink href={`/admin/tickets/${eventId}/${row.id}`}>
                {i18n.number(Math.max(0, placesFree(row)))}
              </OpenLink>
            ),
          },
        ]}
        rows={competitions}
        rowKey={({ id }) => id}
        empty=""
      />
    </div>
  );
}
