import type { ReactElement } from 'react';
import { Readiness, Visibility } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { EventDate } from '#modules/events/rules/event-dates.ts';
import { isPublic, placesFree } from '#modules/events/rules/sale.ts';
import type { VoucherKind } from '#modules/events/rules/voucher-kind.ts';
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
  words: Translator;
  now: Instant;
  csrfToken: string;
  /** Sets the event up, too. */
  mayChange: boolean;
};

/** How an event is doing, what waits, and what comes. */
export function EventOverview(props: OverviewProps): ReactElement {
  const { catalog, figures, tasks, dates, mailings, voucherKinds, words, now, csrfToken, mayChange } = props;
  const { event, competitions } = catalog;
  const setUp = mayChange ? (
    <div className="overview">
      <Readiness catalog={catalog} voucherKinds={voucherKinds} words={words} now={now} />
      <Visibility catalog={catalog} words={words} csrfToken={csrfToken} />
    </div>
  ) : null;
  // Before anybody sees it, what is still missing is all that there is to know.
  const isFirst = !isPublic(event);
  return (
    <>
      {isFirst ? setUp : null}
      <Live className="stack">
        <Figures eventId={event.id} figures={figures} words={words} />
        <div className="overview">
          <section className="card todo" aria-labelledby="todo-title" id="todo">
            <h2 id="todo-title">{words.t('overview.tasks.title')}</h2>
            <TaskList tasks={tasks} words={words} csrfToken={csrfToken} />
          </section>
          <Line figures={figures} words={words} />
        </div>
        {competitions.length > 0 ? <Places eventId={event.id} competitions={competitions} words={words} /> : null}
      </Live>
      {isFirst ? null : setUp}
      <section className="card dates-card" aria-labelledby="dates-title">
        <h2 id="dates-title">{words.t('overview.dates.title')}</h2>
        <Dates eventId={event.id} dates={dates} mailings={mailings} words={words} now={now} mayChange={mayChange} />
      </section>
    </>
  );
}

function Figures(props: { eventId: number; figures: EventFigures; words: Translator }): ReactElement {
  const { eventId, figures, words } = props;
  const { date, people, money, onAccount, daysToGo } = figures;
  const since = (from: typeof date | null) => (state?: 'paid' | 'unpaid') =>
    peopleAt(eventId, { ...(from ? { from } : {}), ...(state ? { state } : {}) });
  return (
    <section aria-labelledby="figures-title">
      <h2 className="visually-hidden" id="figures-title">
        {words.t('overview.figures.title')}
      </h2>
      <ul className="key-figures">
        <PeopleFigure label={words.t('overview.today')} people={people.today} words={words} href={since(date)} />
        <PeopleFigure
          label={words.t('overview.week', { days: weekDays })}
          people={people.week}
          words={words}
          href={since(dayBefore(date, weekDays - 1))}
        />
        <PeopleFigure label={words.t('overview.all')} people={people.all} words={words} href={since(null)} />
        <Figure
          label={words.t('overview.daysToGo')}
          value={daysToGo === null ? '–' : words.number(daysToGo)}
          href={`${settingsPath(eventId)}#basics`}
        >
          {words.t(`overview.daysToGo.${daysToGo === null ? 'begun' : daysToGo === 0 ? 'today' : 'left'}`)}
        </Figure>
        <Figure label={words.t('overview.received')} value={words.money(money.received)} href={paymentsAt(eventId)}>
          {words.t('overview.payments', { count: money.payments })}
        </Figure>
        <Figure
          label={words.t('overview.open')}
          value={words.money(money.open)}
          href={ordersAt(eventId, { status: 'pending' })}
        >
          {words.t('overview.orders', { count: money.openOrders })}
        </Figure>
        {onAccount ? (
          <Figure label={words.t('overview.onAccount')} value={words.money(onAccount.open)} href="/admin/companies">
            {words.t('overview.onAccount.overdue', { amount: words.money(onAccount.overdue) })}
          </Figure>
        ) : null}
        <Figure
          label={words.t('overview.toPayBack')}
          value={words.money(money.toPayBack)}
          href={ordersAt(eventId, { refund: 'open' })}
        >
          {words.t('overview.orders', { count: money.toPayBackOrders })}
        </Figure>
      </ul>
    </section>
  );
}

function Line({
  figures: { line, before, people },
  words,
}: {
  figures: EventFigures;
  words: Translator;
}): ReactElement {
  const title = words.t('overview.line.title', { days: line.length });
  const own = { name: words.t('overview.line.this'), values: line.map((day) => day.people) };
  const sum = own.values.reduce((all, value) => all + value, 0);
  const most = line.reduce((best, day) => (day.people > best.people ? day : best));
  return (
    <Card>
      <Chart
        as="lines"
        title={title}
        description={
          sum > 0
            ? words.t('overview.line.told', { count: sum, day: words.calendarDate(most.date), most: most.people })
            : words.t('overview.line.none')
        }
        labels={line.map(({ date }) => words.calendarDate(date))}
        series={before ? [own, { name: before.event.title, values: line.map((day) => day.before ?? 0) }] : [own]}
        format={(n) => words.number(n)}
      />
      <details>
        <summary>{words.t('overview.line.table')}</summary>
        <Table
          caption={title}
          captionHidden
          columns={[
            {
              key: 'day',
              title: words.t('overview.line.day'),
              heading: true,
              cell: ({ date }) => words.calendarDate(date),
            },
            { key: 'own', title: own.name, align: 'end', cell: (day) => words.number(day.people) },
            ...(before
              ? [
                  {
                    key: 'before',
                    title: before.event.title,
                    align: 'end' as const,
                    cell: (day: DayOfLine) => (day.before === null ? '–' : words.number(day.before)),
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
          {words.t('overview.line.compared', {
            count: people.all.paid + people.all.unpaid,
            before: words.number(before.untilThen),
            all: words.number(before.all),
          })}{' '}
          <a href={eventPath(before.event.id)}>{before.event.title}</a>
        </p>
      ) : null}
    </Card>
  );
}

/** What is left of the places, the list of the people who have the others, and where one changes how many there are. */
function Places(props: {
  eventId: number;
  competitions: readonly CatalogCompetition[];
  words: Translator;
}): ReactElement {
  const { eventId, competitions, words } = props;
  return (
    <div className="places">
      <Table
        cards="compact"
        caption={words.t('overview.places.title')}
        columns={[
          {
            key: 'title',
            title: words.t('overview.places.competition'),
            heading: true,
            cell: ({ id, title }) => <OpenLink href={`/admin/tickets/${eventId}/${id}`}>{title}</OpenLink>,
          },
          {
            key: 'sold',
            card: 'label',
            title: words.t('overview.places.taken'),
            align: 'end',
            cell: ({ id, sold }) => <a href={peopleAt(eventId, { competition: id })}>{words.number(sold)}</a>,
          },
          {
            key: 'total',
            card: 'label',
            title: words.t('overview.places.total'),
            align: 'end',
            cell: ({ totalTicketCount }) => words.number(totalTicketCount),
          },
          {
            key: 'left',
            card: 'label',
            title: words.t('overview.places.left'),
            align: 'end',
            cell: (row) => (
              <OpenLink href={`/admin/tickets/${eventId}/${row.id}`}>
                {words.number(Math.max(0, placesFree(row)))}
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
