import type { ReactElement } from 'react';
import type { ManagedEvent } from '#modules/events/index.ts';
import type { PeopleCount } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Live } from '#src/ui/live.tsx';
import { Table } from '#src/ui/table.tsx';
import { eventPath, ordersAt, paymentsAt, peopleAt } from './addresses.ts';
import { dayBefore } from './days.ts';
import { allOf, nobody, type ShortFigures, weekDays } from './figures.ts';
import { Figure, PeopleFigure, TaskList } from './parts.tsx';
import type { Task } from './tasks.ts';

/** What each sum consists of, event by event, and from there its list. */
const behind = '#events';

type Row = { event: ManagedEvent; figures: ShortFigures };

/** How all events to come are doing, for those who look after the platform. */
export function PlatformOverview(props: {
  rows: readonly Row[];
  tasks: readonly Task[];
  titles: ReadonlyMap<number, string>;
  words: Translator;
  csrfToken: string;
}): ReactElement {
  const { rows, tasks, titles, words, csrfToken } = props;
  const people = (of: keyof ShortFigures['people']) =>
    rows.reduce<PeopleCount>(
      (sum, { figures }) => ({
        paid: sum.paid + figures.people[of].paid,
        unpaid: sum.unpaid + figures.people[of].unpaid,
      }),
      nobody,
    );
  const money = (of: 'received' | 'open' | 'toPayBack') =>
    words.money(cents(rows.reduce((sum, { figures }) => sum + figures.money[of], 0)));
  return (
    <Live className="stack">
      <section className="stack-s" aria-labelledby="figures-title">
        <h2 id="figures-title">{words.t('overview.platform.figures')}</h2>
        <ul className="key-figures">
          <PeopleFigure label={words.t('overview.today')} people={people('today')} words={words} href={behind} />
          <PeopleFigure
            label={words.t('overview.week', { days: weekDays })}
            people={people('week')}
            words={words}
            href={behind}
          />
          <PeopleFigure label={words.t('overview.all')} people={people('all')} words={words} href={behind} />
          <Figure label={words.t('overview.received')} value={money('received')} href={behind} />
          <Figure label={words.t('overview.open')} value={money('open')} href={behind} />
          <Figure label={words.t('overview.toPayBack')} value={money('toPayBack')} href={behind} />
        </ul>
      </section>
      <section className="card todo" aria-labelledby="todo-title">
        <h2 id="todo-title">{words.t('overview.tasks.title')}</h2>
        <TaskList tasks={tasks} words={words} csrfToken={csrfToken} titles={titles} />
      </section>
      <section className="places" id="events">
        <Events rows={rows} words={words} />
      </section>
    </Live>
  );
}

function Events({ rows, words }: { rows: readonly Row[]; words: Translator }): ReactElement {
  const ofPeople = (key: keyof ShortFigures['people'], title: string) => ({
    key,
    title,
    align: 'end' as const,
    card: 'label' as const,
    cell: ({ event: { id }, figures: { date, people } }: Row) => {
      const from = key === 'today' ? date : key === 'week' ? dayBefore(date, weekDays - 1) : undefined;
      return <a href={peopleAt(id, from ? { from } : {})}>{words.number(allOf(people[key]))}</a>;
    },
  });
  const ofMoney = (key: 'received' | 'open' | 'toPayBack', href: (eventId: number) => string) => ({
    key,
    title: words.t(`overview.${key}`),
    align: 'end' as const,
    card: 'label' as const,
    cell: ({ event: { id }, figures: { money } }: Row) => <a href={href(id)}>{words.money(money[key])}</a>,
  });
  return (
    <Table
      caption={words.t('overview.platform.events')}
      cards="compact"
      columns={[
        {
          key: 'title',
          title: words.t('overview.platform.event'),
          heading: true,
          cell: ({ event }) => <a href={eventPath(event.id)}>{event.title}</a>,
        },
        {
          key: 'date',
          title: words.t('events.fact.date'),
          cell: ({ event }) => words.in(event.timeZone).shortDate(event.startTimestamp),
        },
        ofPeople('today', words.t('overview.short.today')),
        ofPeople('week', words.t('overview.short.week', { days: weekDays })),
        ofPeople('all', words.t('overview.short.all')),
        ofMoney('received', paymentsAt),
        ofMoney('open', (id) => ordersAt(id, { status: 'pending' })),
        ofMoney('toPayBack', (id) => ordersAt(id, { refund: 'open' })),
      ]}
      rows={rows}
      rowKey={({ event }) => event.id}
      empty={words.t('overview.platform.none')}
    />
  );
}
