import { and, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Reader, Tx } from '#src/data/database.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { RecordChange } from './rules/changes.ts';
import type { Shift } from './rules/shifted.ts';
import { competitionPrices, competitions, events } from './schema.ts';
import { eventContents } from './schema-content.ts';
import { discounts } from './schema-discounts.ts';

/** How a time moves with the event's start; names methods of `Shift`. */
type TimeKind = 'moment' | 'day' | 'date';
type Row = Readonly<Record<string, unknown>>;

/**
 * The times of one kind of record. Copying and moving an event and changing its time zone use this declaration.
 * `event-times.test.ts` checks that every time of the schema is declared.
 */
export type EventTimes = {
  kind: RecordChange['kind'];
  table: SQLiteTable;
  /** The id of a row in answers and in the history. */
  key: SQLiteColumn;
  /** Excludes finished records, such as a drawn lottery. */
  rows(reader: Reader | Tx, eventId: number): SQL | undefined;
  /** Default: the title of the competition, else of the event. */
  title?: (row: Row) => string;
  /** The times of one row are in chronological order. */
  fields: Readonly<Record<string, TimeKind>>;
  /** A JSON column with a list of objects, and the key of their time. */
  list?: { column: string; at: string };
  /** Past times do not move while the event is still ahead. */
  pastStays?: true;
  /** A field that must not move from the future into the past. */
  staysAhead?: string;
  /** Names of fields in the history, where they differ. */
  historyNames?: Readonly<Record<string, string>>;
};

type Column<T extends SQLiteTable> = keyof T['$inferSelect'] & string;

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

export const ownTimes: readonly EventTimes[] = [eventTimes, competitionTimes, priceTimes, discountTimes, contentTimes];

const moved = (kind: TimeKind, value: unknown, shift: Shift): unknown =>
  value === null ? null : kind === 'date' ? shift.date(value as CalendarDate) : shift[kind](value as Instant);

export const movedFields = <R extends Row, F extends string>(
  { fields }: { fields: Readonly<Record<F, TimeKind>> },
  row: R,
  shift: Shift,
): Pick<R, F & keyof R> =>
  Object.fromEntries(
    Object.entries<TimeKind>(fields).map(([name, kind]) => [name, moved(kind, row[name], shift)]),
  ) as Pick<R, F & keyof R>;

export const movedList = <Item extends Row>(at: string, items: readonly Item[], shift: Shift): Item[] =>
  items.map((item) => ({ ...item, [at]: moved('moment', item[at], shift) }));

export const timedRows = (reader: Reader | Tx, times: EventTimes, eventId: number): Promise<Row[]> =>
  reader
    .select()
    .from(times.table)
    .where(and(times.rows(reader, eventId)))
    .orderBy(times.key);

export const keyName = ({ table, key }: EventTimes): string =>
  Object.entries(getTableColumns(table)).find(([, column]) => column === key)?.[0] ?? 'id';
