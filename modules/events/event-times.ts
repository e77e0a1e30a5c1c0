import { and, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Reader, Tx } from '#src/data/database.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { RecordChange } from './rules/changes.ts';
import type { Shift } from './rules/shifted.ts';
import { competitionPrices, competitions, events } from './schema.ts';
import { eventContents } from './schema-content.ts';
import { discounts } from './schema-discounts.ts';

/** How a time moves with the event's start: the methods of `Shift`. */
type TimeKind = 'moment' | 'day' | 'date';
type Row = Readonly<Record<string, unknown>>;

/**
 * The times of one kind of record that belong to an event. Copying an event, moving its start and changing its time zone
 * all go by this one declaration; `event-times.test.ts` asks it of every time in the schema.
 */
export type EventTimes = {
  kind: RecordChange['kind'];
  table: SQLiteTable;
  /** The column that names a row; it is the record's id in answers and in the history. */
  key: SQLiteColumn;
  /** The rows of an event. What is over, such as a lottery that was drawn, stays out. */
  rows(reader: Reader | Tx, eventId: number): SQL | undefined;
  /** Its name; left out: that of its competition, else of its event. */
  title?: (row: Row) => string;
  /** By column; the times of one row are in chronological order. */
  fields: Readonly<Record<string, TimeKind>>;
  /** A column with a list of objects, and what of each is a moment. */
  list?: { column: string; at: string };
  /** What is over or has begun stays so: a past time does not move with an event that is still ahead. */
  pastStays?: true;
  /** Must not move from the future into the past. */
  staysAhead?: string;
  /** As the history calls a field, where records share it. */
  historyNames?: Readonly<Record<string, string>>;
};

type Column<T extends SQLiteTable> = keyof T['$inferSelect'] & string;

/** Declares them with the names of the table's own columns. */
export const timesOf = <T extends SQLiteTable, F extends Column<T> = never>(
  table: T,
  declared: Omit<EventTimes, 'table' | 'fields' | 'title' | 'staysAhead' | 'list'> & {
    fields: Readonly<Record<F, TimeKind>>;
    title?: (row: T['$inferSelect']) => string;
    staysAhead?: NoInfer<F>;
    list?: { column: Column<T>; at: string };
  },
) => ({ ...declared, table }) as Omit<EventTimes, 'fields'> & { fields: Readonly<Record<F, TimeKind>> };

const competitionIds = (reader: Reader | Tx, eventId: number) =>
  reader.select({ id: competitions.id }).from(competitions).where(eq(competitions.eventId, eventId));

export const eventTimes = timesOf(events, {
  kind: 'event',
  key: events.id,
  rows: (_, eventId) => eq(events.id, eventId),
  title: ({ title }) => title,
  fields: { startTimestamp: 'moment', endTimestamp: 'moment', userEditTillTime: 'day' },
});
export const competitionTimes = timesOf(competitions, {
  kind: 'competition',
  key: competitions.id,
  rows: (_, eventId) => eq(competitions.eventId, eventId),
  title: ({ title }) => title,
  fields: { timestamp: 'moment', endTimestamp: 'moment', ageCheckDate: 'date' },
});
export const priceTimes = timesOf(competitionPrices, {
  kind: 'price',
  key: competitionPrices.id,
  rows: (reader, eventId) => inArray(competitionPrices.competitionId, competitionIds(reader, eventId)),
  fields: { availableFrom: 'day', availableTo: 'day' },
  pastStays: true,
});
export const discountTimes = timesOf(discounts, {
  kind: 'discount',
  key: discounts.id,
  rows: (_, eventId) => eq(discounts.eventId, eventId),
  title: ({ title }) => title,
  fields: { availableTo: 'day' },
  pastStays: true,
});
const contentTimes = timesOf(eventContents, {
  kind: 'page',
  key: eventContents.eventId,
  rows: (_, eventId) => eq(eventContents.eventId, eventId),
  fields: {},
  list: { column: 'schedule', at: 'timestamp' },
});

/** Those of this module; its history compares the event before and after by itself. */
export const ownTimes: readonly EventTimes[] = [eventTimes, competitionTimes, priceTimes, discountTimes, contentTimes];

const moved = (kind: TimeKind, value: unknown, shift: Shift): unknown =>
  value === null ? null : kind === 'date' ? shift.date(value as CalendarDate) : shift[kind](value as Instant);

/** The declared fields of a row as they are after a shift. */
export const movedFields = <R extends Row, F extends string>(
  { fields }: { fields: Readonly<Record<F, TimeKind>> },
  row: R,
  shift: Shift,
): Pick<R, F & keyof R> =>
  Object.fromEntries(
    Object.entries<TimeKind>(fields).map(([name, kind]) => [name, moved(kind, row[name], shift)]),
  ) as Pick<R, F & keyof R>;

/** The declared list of a row as it is after a shift. */
export const movedList = <Item extends Row>(at: string, items: readonly Item[], shift: Shift): Item[] =>
  items.map((item) => ({ ...item, [at]: moved('moment', item[at], shift) }));

/** The rows of an event with times of this kind, as the schema names their columns. */
export const timedRows = (reader: Reader | Tx, times: EventTimes, eventId: number): Promise<Row[]> =>
  reader
    .select()
    .from(times.table)
    .where(and(times.rows(reader, eventId)))
    .orderBy(times.key);

/** The name of the column that names a row. */
export const keyName = ({ table, key }: EventTimes): string =>
  Object.entries(getTableColumns(table)).find(([, column]) => column === key)?.[0] ?? 'id';
