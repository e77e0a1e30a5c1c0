import { openOfEvent } from '#modules/companies/index.ts';
import { copiedFrom, type ManagedEvent } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type PeopleCount, peopleInAll, peopleRegistered, type Span } from '#modules/orders/index.ts';
import { type EventMoneyFigures, moneyFigures, noMoney } from '#modules/payments/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { beginOfDay, dayAfter, dayBefore, daysBetween, today } from './days.ts';

export const nobody: PeopleCount = { paid: 0, unpaid: 0 };
export const allOf = ({ paid, unpaid }: PeopleCount): number => paid + unpaid;

/** The week is today and the six days before. */
export const weekDays = 7;
/** So many days stand in the line. */
const lineDays = 60;

export type DayOfLine = { date: CalendarDate; people: number; before: number | null };
export type EventFigures = {
  date: CalendarDate;
  people: { today: PeopleCount; week: PeopleCount; all: PeopleCount };
  money: EventMoneyFigures;
  /** What companies have open; null: the event takes no orders on account, and nobody is asked. */
  onAccount: { open: Cents; overdue: Cents } | null;
  /** To the day of the start, 0 on it; null: it has begun. */
  daysToGo: number | null;
  line: DayOfLine[];
  /** The earlier event that this one was made like: how many it had as long before its start, and in the end. */
  before: { event: ManagedEvent; untilThen: number; all: number } | null;
};

/** How an event is doing. Of sums that are kept with every order; no order is looked at. */
export async function figuresOf(
  { deps: { read }, viewer, now }: { deps: Pick<Deps, 'read'>; viewer: Viewer; now: Instant },
  { event }: Catalog,
): Promise<EventFigures> {
  const { id: eventId, timeZone } = event;
  const date = today(now, timeZone);
  const start = today(event.startTimestamp, timeZone);
  const [last = date] = [date, today(event.endTimestamp, timeZone)].sort();
  const earlier = await copiedFrom(read, viewer, event);
  const dates = Array.from({ length: lineDays }, (_, index) => dayBefore(last, lineDays - 1 - index));
  const spanOf = (of: { id: number; timeZone: string }, from: CalendarDate, to = from): Span => ({
    eventId: of.id,
    from: beginOfDay(from, of.timeZone),
    to: beginOfDay(dayAfter(to, 1), of.timeZone),
  });
  const asLongBefore = (day: CalendarDate, of: ManagedEvent) =>
    dayBefore(today(of.startTimestamp, of.timeZone), daysBetween(day, start));
  const long = '1970-01-01' as CalendarDate;
  const counted = await peopleRegistered(read, [
    spanOf(event, date),
    spanOf(event, dayBefore(date, weekDays - 1), date),
    ...dates.map((day) => spanOf(event, day)),
    ...(earlier
      ? [
          spanOf(earlier, long, asLongBefore(last, earlier)),
          ...dates.map((day) => spanOf(earlier, asLongBefore(day, earlier))),
        ]
      : []),
  ]);
  const at = (index: number): PeopleCount => counted[index] ?? nobody;
  const all = await peopleInAll(read, earlier ? [eventId, earlier.id] : [eventId]);
  const toGo = daysBetween(date, start);
  return {
    date,
    people: { today: at(0), week: at(1), all: all.get(eventId) ?? nobody },
    money: (await moneyFigures(read, [eventId])).get(eventId) ?? noMoney,
    onAccount: event.companyAccounts ? await openOfEvent(read, eventId, now) : null,
    daysToGo: toGo < 0 || now >= event.startTimestamp ? null : toGo,
    line: dates.map((day, index) => ({
      date: day,
      people: allOf(at(2 + index)),
      before: earlier ? allOf(at(3 + lineDays + index)) : null,
    })),
    before: earlier
      ? { event: earlier, untilThen: allOf(at(2 + lineDays)), all: allOf(all.get(earlier.id) ?? nobody) }
      : null,
  };
}

/** The same in short for several events, with the sums of all. */
export type ShortFigures = { people: EventFigures['people']; money: EventMoneyFigures; date: CalendarDate };

export async function figuresOfMany(
  { deps: { read }, now }: { deps: Pick<Deps, 'read'>; now: Instant },
  events: readonly { id: number; timeZone: string }[],
): Promise<ReadonlyMap<number, ShortFigures>> {
  const spans = events.flatMap(({ id, timeZone }): Span[] => {
    const date = today(now, timeZone);
    const to = beginOfDay(dayAfter(date, 1), timeZone);
    return [
      { eventId: id, from: beginOfDay(date, timeZone), to },
      { eventId: id, from: beginOfDay(dayBefore(date, weekDays - 1), timeZone), to },
    ];
  });
  const counted = await peopleRegistered(read, spans);
  const ids = events.map(({ id }) => id);
  const all = await peopleInAll(read, ids);
  const money = await moneyFigures(read, ids);
  return new Map(
    events.map(({ id, timeZone }, index) => [
      id,
      {
        date: today(now, timeZone),
        people: {
          today: counted[index * 2] ?? nobody,
          week: counted[index * 2 + 1] ?? nobody,
          all: all.get(id) ?? nobody,
        },
        money: money.get(id) ?? noMoney,
      },
    ]),
  );
}
