import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flagOffColumn } from '#src/data/columns.ts';
import type { Faq, Host, ScheduleItem } from './rules/content.ts';
import type { CourseDrawing } from './rules/course.ts';
import type { PackedTrack } from './rules/track.ts';
import { competitions, events } from './schema.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

/** An event without a row has no page content. */
export const eventContents = sqliteTable('event_contents', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  schedule: text('schedule', { mode: 'json' }).$type<ScheduleItem[]>().notNull().default([]),
  included: text('included', { mode: 'json' }).$type<string[]>().notNull().default([]),
  faqs: text('faqs', { mode: 'json' }).$type<Faq[]>().notNull().default([]),
  host: text('host', { mode: 'json' }).$type<Host>().notNull(),
  soldOutText: text('sold_out_text').notNull().default(''),
});

/** `drawing` is shown, `track` is downloaded. */
export const courses = sqliteTable(
  'courses',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    competitionId: integer('competition_id').references(() => competitions.id, { onDelete: 'set null' }),
    title: text('title').notNull().default(''),
    visible: flagOffColumn('visible'),
    gpxDownload: flagOffColumn('gpx_download'),
    distance: integer('distance_metres').notNull(),
    ascent: integer('ascent_metres'),
    descent: integer('descent_metres'),
    lowest: integer('lowest_metres'),
    highest: integer('highest_metres'),
    drawing: text('drawing', { mode: 'json' }).$type<CourseDrawing>().notNull(),
    track: text('track', { mode: 'json' }).$type<PackedTrack>().notNull(),
  },
  (t) => [index('courses_event').on(t.eventId), index('courses_competition').on(t.competitionId)],
);
