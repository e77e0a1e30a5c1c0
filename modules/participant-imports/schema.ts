import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import type { BookingTeam } from '#modules/orders/rules/booking.ts';
import type { OrderItem } from '#modules/orders/rules/order-item.ts';
import { orders } from '#modules/orders/schema.ts';
import { centsColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { FileRow, LineRecord } from './rules/line.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

/** An uploaded list. Once it is booked, only the lines that were not stay. Everything is deleted after a day. */
export const participantImports = sqliteTable(
  'participant_imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** A buyer's group registration, not an import by the organizer. */
    isOwn: flagOffColumn('is_own'),
    fileName: text('file_name').notNull(),
    heads: text('heads', { mode: 'json' }).$type<readonly string[]>().notNull(),
    fileRows: text('file_rows', { mode: 'json' }).$type<readonly FileRow[]>().notNull(),
    /** A field per column; null: without a field, ignored. */
    fields: text('fields', { mode: 'json' }).$type<readonly (string | null)[]>().notNull(),
    lines: text('lines', { mode: 'json' }).$type<readonly LineRecord[]>().notNull(),
    /** The new people, as they are booked. */
    teams: text('teams', { mode: 'json' }).$type<readonly BookingTeam[]>().notNull(),
    /** Price of `teams` as previewed, without a delivery address; null: nothing can be booked. */
    total: centsColumn('total_cents'),
    items: text('items', { mode: 'json' }).$type<readonly OrderItem[]>().notNull(),
    /** Code of the refusal of all new people together; null: none. */
    refusal: text('refusal'),
    createdAt: instantColumn('created_at').notNull(),
    orderId: integer('order_id').references(() => orders.id),
  },
  (t) => [
    index('participant_imports_event').on(t.eventId, t.id),
    index('participant_imports_user').on(t.userId),
    index('participant_imports_age').on(t.createdAt),
    index('participant_imports_order').on(t.orderId).where(sql`order_id is not null`),
    check('participant_imports_total', sql`${t.total} >= 0`),
  ],
);
export type ParticipantImport = typeof participantImports.$inferSelect;

/** Chosen columns by the heads of a file. `owner`: `event` for the organizer's staff, else the buyer's account. */
export const participantImportColumns = sqliteTable(
  'participant_import_columns',
  {
    eventId: eventColumn(),
    owner: text('owner').notNull(),
    fingerprint: text('fingerprint').notNull(),
    fields: text('fields', { mode: 'json' }).$type<readonly (string | null)[]>().notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.owner, t.fingerprint] })],
);
