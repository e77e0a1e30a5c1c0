import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core';
import { instantColumn } from '#src/data/columns.ts';
import { participants } from './schema.ts';

/** Likely doubles that an organizer told apart; `first_id` is the smaller id. */
export const distinctPeople = sqliteTable(
  'distinct_people',
  {
    firstId: integer('first_id')
      .notNull()
      .references(() => participants.id),
    secondId: integer('second_id')
      .notNull()
      .references(() => participants.id),
    eventId: integer('event_id').notNull(),
    editorId: integer('editor_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.firstId, t.secondId] }),
    index('distinct_people_event').on(t.eventId),
    check('distinct_people_order', sql`${t.firstId} < ${t.secondId}`),
  ],
);
