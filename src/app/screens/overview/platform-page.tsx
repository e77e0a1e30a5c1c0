import type { ReactElement } from 'react';
import type { ManagedEvent } from '#modules/events/index.ts';
import type { PeopleCount } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Live } from '#src/ui/live.tsx';
import { Table } from '#src/ui/table.tsx';
import { eventPath, ordersAt, paymentsAt, peopleAt } from './addresses.ts';
import { dayBefore } from './days.ts';
import { allOf, noPeople, type ShortFigures, weekDays } from './figures.ts';
import { Figure, PeopleFigure, TaskList } from './parts.tsx';
import type { Task } from './tasks.ts';

/** The table of events, which splits each sum. */
const behind = '#events';

type Row = { event: ManagedEvent; figures: ShortFigures };

/** Figures of all future events, for super admins. */
export function PlatformOverview(props: {
  rows: readonly Row[];
  tasks: readonly Task[];
  titles: ReadonlyMap<number, string>;
  i18n: Translator;
  csrfToken: string;
}): ReactElement {
  const { rows, tasks, titles, i18n, csrfToken } = props;
  const people = (of: keyof ShortFigures['people']) =>
    rows.reduce<PeopleCount>(
      (sum, { figures }) => ({
        paid: sum.paid + figures.people[of].paid,
        unpaid: sum.unpaid + figures.people[of].unpaid,
      }),
      noPeople,
    );
  const money = (of: 'received' | 'open' | 'toPayBack') =>
    i18n.money(cents(rows.reduce((sum, { figures }) => sum + figures.money[of], 0)));
  return (
    <Live className="stack">
      <section className="stack-s" aria-labelledby="figures-title">
        <h2 id="figures-title">{i18n.t('overview.platform.figures')}</h2>
        <ul className="key-figures">
          <PeopleFigure label={i18n.t('overview.today')} people={people('today')} i18n={i18n} href={behind} />
          <PeopleFigure
            label={i18n.t('overview.week', { days: weekDays })}
            people={people('week')}
            i18n={i18n}
            href={behind}
          />
          <PeopleFigure label={i18n.t('overview.all')} people={people('all')} i18n={i18n} href={behind} />
          <Figure label={i18n.t('overview.received')} value={money('received')} href={behind} />
          <Figure label={i18n.t('overview.open')} value={money('open')} href={behind} />
          <Figure label={i18n.t('overview.toPayBack')} value={money('toPayBack')} href={behind} />
        </ul>
      </section>
      <section className="card todo" aria-labelledby="todo-title">
        <h2 id="todo-title">{i18n.t('overview.tasks.title')}</h2>
        <TaskList tasks={tasks} i18n={i18n} csrfToken={csrfToken} titles={titles} />
      </section>
      <section className="places" id="events">
        <Events rows={rows} i18n={i18n} />
      </section>
    </Live>
  );
}

function Events({ rows, i18n }: { rows: readonly Row[]; i18n: Translator }): ReactElement {
  const ofPeople = (key: keyof ShortFigures['people'], title: string) => ({
    key,
    title,
    align: 'end' as const,
    card: 'label' as const,
    cell: ({ event: { id }, figures: { date, people } }: Row) => {
      const from = key === 'today' ? date : key === 'week' ? dayBefore(date, weekDays - 1) : undefined;
      return <a href={peopleAt(id, from ? { from } : {})}>{i18n.number(allOf(people[key]))}</a>;
    },
  });
  const ofMoney = (key: 'received' | 'open' | 'toPayBack', href: (eventId: number) => string) => ({
    key,
    title: i18n.t(`overview.${key}`),
    align: 'end' as const,
    card: 'label' as const,
    cell: ({ event: { id }, figures: { money } }: Row) => <a href={href(id)}>{i18n.money(money[key])}</a>,
  });
  return (
    <Table
      caption={i18n.t('overview.platform.events')}
      cards="compact"
      columns={[
        {
          key: 'title',
          title: i18n.t('overview.platform.event'),
          heading: true,
          cell: ({ event }) => <a href={eventPath(event.id)}>{event.title}</a>,
        },
        {
          key: 'date',
          title: i18n.t('events.fact.date'),
          cell: ({ event }) => i18n.in(event.timeZone).shortDate(event.startTimestamp),
        },
        ofPeople('today', i18n.t('overview.short.today')),
        ofPeople('week', i18n.t('overview.short.week', { days: weekDays })),
        ofPeople('all', i18n.t('overview.short.all')),
        ofMoney('received', paymentsAt),
        ofMoney('open', (id) => ordersAt(id, { status: 'pending' })),
        ofMoney('toPayBack', (id) => ordersAt(id, { refund: 'open' })),
      ]}
      rows={rows}
      rowKey={({ event }) => event.id}
      empty={i18n.t('overview.platform.none')}
    />
  );
}
