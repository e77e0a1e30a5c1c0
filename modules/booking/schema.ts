import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { DraftData } from './rules/draft.ts';

/** What a visitor has entered and not yet ordered: one an event and visit. */
export const drafts = sqliteTable(
  'drafts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    visitId: text('visit_id').notNull(),
    /** Whose session typed it; proving that address in another visit takes it over there. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    data: text('data', { mode: 'json' }).$type<DraftData>().notNull(),
    /** The order that was made of it. */
    orderId: integer('order_id'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('drafts_visit_event').on(t.visitId, t.eventId),
    index('drafts_user').on(t.userId, t.eventId),
    index('drafts_age').on(t.updatedAt),
  ],
);
