import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '#src/kernel/time.ts';
import { events } from './schema.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

/** Views per event and day of its zone, once a viewer (`views/README.md`). */
export const eventViews = sqliteTable(
  'event_views',
  {
    eventId: eventColumn(),
    day: text('day').$type<CalendarDate>().notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.day] }),
    index('event_views_day').on(t.day, t.eventId, t.count),
    check('event_views_count', sql`${t.count} > 0`),
  ],
);

/** The salt for the day's viewer marks, by zone. Replaced daily; never part of a backup. */
export const viewSalts = sqliteTable('view_salts', {
  timeZone: text('time_zone').primaryKey(),
  day: text('day').$type<CalendarDate>().notNull(),
  salt: text('salt').notNull(),
});

/** Viewers counted today, by an anonymous mark; deleted with the day's salt. */
export const eventViewers = sqliteTable(
  'event_viewers',
  {
    eventId: eventColumn(),
    day: text('day').$type<CalendarDate>().notNull(),
    mark: text('mark').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.day, t.mark] })],
);
