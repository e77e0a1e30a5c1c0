import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { DraftData } from './rules/draft.ts';

export const drafts = sqliteTable(
  'drafts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    visitId: text('visit_id').notNull(),
    /** User of the session; a login in another visit takes the draft over by it. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    data: text('data', { mode: 'json' }).$type<DraftData>().notNull(),
    orderId: integer('order_id'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('drafts_visit_event').on(t.visitId, t.eventId),
    index('drafts_user').on(t.userId, t.eventId),
    index('drafts_age').on(t.updatedAt),
  ],
);
