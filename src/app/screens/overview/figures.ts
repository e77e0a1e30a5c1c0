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

export const noPeople: PeopleCount = { paid: 0, unpaid: 0 };
export const allOf = ({ paid, unpaid }: PeopleCount): number => paid + unpaid;

/** Today and the six days before. */
export const weekDays = 7;
/** Days in the chart. */
const lineDays = 60;

export type DayOfLine = { date: CalendarDate; people: number; before: number | null };
export type EventFigures = {
  date: CalendarDate;
  people: { today: PeopleCount; week: PeopleCount; all: PeopleCount };
  money: EventMoneyFigures;
  /** Open amounts of companies; null: the event takes no orders on account. */
  onAccount: { open: Cents; overdue: Cents } | null;
  /** 0 on the day of the start; null: it has begun. */
  daysToGo: number | null;
  line: DayOfLine[];
  /** The earlier event that this one was copied from: its count at the same distance to the start, and its final one. */
  before: { event: ManagedEvent; untilThen: number; all: number } | null;
};

/** An event's figures, read from stored sums without scanning orders. */
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
  const at = (index: number): PeopleCount => counted[index] ?? noPeople;
  const all = await peopleInAll(read, earlier ? [eventId, earlier.id] : [eventId]);
  const toGo = daysBetween(date, start);
  return {
    date,
    people: { today: at(0), week: at(1), all: all.get(eventId) ?? noPeople },
    money: (await moneyFigures(read, [eventId])).get(eventId) ?? noMoney,
    onAccount: event.companyAccounts ? await openOfEvent(read, eventId, now) : null,
    daysToGo: toGo < 0 || now >= event.startTimestamp ? null : toGo,
    line: dates.map((day, index) => ({
      date: day,
      people: allOf(at(2 + index)),
      before: earlier ? allOf(at(3 + lineDays + index)) : null,
    })),
    before: earlier
      ? { event: earlier, untilThen: allOf(at(2 + lineDays)), all: allOf(all.get(earlier.id) ?? noPeople) }
      : null,
  };
}

/** Short figures of several events with their totals. */
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
          today: counted[index * 2] ?? noPeople,
          week: counted[index * 2 + 1] ?? noPeople,
          all: all.get(id) ?? noPeople,
        },
        money: money.get(id) ?? noMoney,
      },
    ]),
  );
}
