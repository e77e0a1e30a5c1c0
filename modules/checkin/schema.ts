import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { flagColumn, instantColumn } from '#src/platform/columns.ts';

/** Every scan of a valid ticket that was uploaded; the admitted one is the earliest. */
export const scans = sqliteTable(
  'scans',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    device: text('device').notNull(),
    scannedAt: instantColumn('scanned_at').notNull(),
    admitted: flagColumn('admitted').notNull(),
    /** Whether `scannedAt` can be: within the event's days, and after the device logged in. */
    believed: flagColumn('believed').notNull().default(true),
    scannedBy: integer('scanned_by'),
    /** When somebody said that they know of it: two devices let in the same ticket. */
    conflictSeenAt: instantColumn('conflict_seen_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('scans_same_scan').on(t.participantId, t.device, t.scannedAt),
    uniqueIndex('scans_admitted_once').on(t.participantId).where(sql`admitted = 1`),
    index('scans_event').on(t.eventId),
    index('scans_second').on(t.eventId).where(sql`admitted = 0 and believed = 1 and conflict_seen_at is null`),
  ],
);
